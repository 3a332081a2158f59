package dev.pawl.serve.mcp;

import dev.pawl.agent.Agent;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.setup.Disposition;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.event.Input;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.Mode;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.serve.driven.PromptSlot;
import dev.pawl.serve.served.ServedAgent;
import dev.pawl.serve.served.ServedSetup;
import dev.pawl.start.AgentStart;
import dev.pawl.start.Wiring;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One session that another agent runs: an agent with hooks, tools and a folder of its own. */
final class ServedSession implements AutoCloseable {
    private static final int LONGEST_SHOWN = 120;

    private final String id;
    private final ServedUi ui;
    private final NoticePrinter notices;
    private final ServedAgent served;
    private final Agent agent;
    private final PromptSlot slot;
    private volatile @Nullable ServedRun run;
    private volatile Message.@Nullable Assistant last;

    /** @param canAsk whether the client can ask its user */
    ServedSession(String id, ServedSetup setup, boolean canAsk, AgentStart.Opener opener)
            throws IOException, InterruptedException {
        this.id = id;
        this.notices = new NoticePrinter(setup.places(), setup.err());
        this.ui = new ServedUi(notices);
        var wiring = new Wiring(setup.line(), setup.places(), canAsk ? Mode.RPC : Mode.PRINT, ui, notices);
        this.served = new ServedAgent(wiring, notices, setup, opener);
        this.agent = served.agent();
        this.slot = served.slot();
        served.begin(this::onEvent);
    }

    String id() {
        return id;
    }

    boolean hasModel() {
        return agent.model() != null;
    }

    boolean isBusy() {
        return slot.isTaken();
    }

    private void onEvent(AgentEvent event) {
        var now = run;
        switch (event) {
            case AgentEvent.MessageEnded(Message.Assistant answer) -> last = answer;
            case AgentEvent.ToolStarted(var start) -> {
                if (now != null) {
                    now.progress(shown(start.toolName(), start.args()));
                }
            }
            case AgentEvent.HookFailed(var error) -> notices.report(error);
            default -> {}
        }
    }

    private static String shown(String tool, JsonObject arguments) {
        for (var field : List.of("command", "path", "pattern")) {
            var value = arguments.string(field);
            if (value != null) {
                var line = value.strip().lines().findFirst().orElse("");
                return tool + " " + (line.length() <= LONGEST_SHOWN ? line : line.substring(0, LONGEST_SHOWN) + "…");
            }
        }
        return tool;
    }

    /** Reserves the session for a prompt; returns false if one is under way. */
    boolean reserve() {
        return slot.reserve();
    }

    /**
     * Runs the prompt that was reserved, and returns the result of the tool. The text is never a command.
     *
     * @param canAsk whether the client can ask its user
     */
    JsonObject prompt(String text, ServedRun currentRun, boolean canAsk) throws InterruptedException {
        run = currentRun;
        ui.setRun(canAsk ? currentRun : null);
        last = null;
        try {
            slot.begin();
            var prompt = Prompt.of(text).from(Input.Source.RPC).verbatim().queuedAs(Delivery.As.FOLLOW_UP);
            if (agent.prompt(prompt) == Disposition.QUEUED) {
                agent.waitForIdle();
            }
            return result();
        } catch (InterruptedException e) {
            agent.abort();
            return result();
        } finally {
            slot.end();
            ui.setRun(null);
            run = null;
        }
    }

    private JsonObject result() {
        var answer = last;
        if (slot.isCancelled()) {
            return ToolResults.ended(id, "cancelled", lastAnswer(), false);
        }
        if (answer == null) {
            return ToolResults.ended(id, "end_turn", lastAnswer(), false);
        }
        return switch (answer.stopReason()) {
            case ABORTED -> ToolResults.ended(id, "cancelled", lastAnswer(), false);
            case LENGTH -> ToolResults.ended(id, "max_tokens", lastAnswer(), false);
            case ERROR ->
                ToolResults.ended(
                        id, "error", answer.errorMessage() == null ? "the model failed" : answer.errorMessage(), true);
            default -> ToolResults.ended(id, "end_turn", lastAnswer(), false);
        };
    }

    private String lastAnswer() {
        var text = last == null ? null : agent.lastText();
        return text == null ? "" : text;
    }

    /** Ends the prompt under way, without waiting; false if there is none. */
    boolean cancel() {
        return served.cancel();
    }

    @Override
    public void close() {
        served.close();
    }
}
