package dev.pawl.serve.mcp;

import dev.pawl.agent.Agent;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.setup.Disposition;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.event.Input;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.ui.Severity;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.Mode;
import dev.pawl.base.Words;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.serve.driven.PromptSlot;
import dev.pawl.serve.served.ServedAgent;
import dev.pawl.serve.served.ServedSetup;
import dev.pawl.start.AgentStart;
import dev.pawl.start.Wiring;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
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
                var line = Words.firstLine(value);
                return tool + " " + Words.excerpt(line, LONGEST_SHOWN);
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

    /** The user of the client: questions of hooks are sent as forms (elicitation), if the client supports them. */
    private static final class ServedUi extends NoUi {
        private static final String FIELD = "answer";

        private final NoticePrinter notices;
        private volatile @Nullable ServedRun run;

        ServedUi(NoticePrinter notices) {
            this.notices = notices;
        }

        /** Sets the run whose call asks the questions; without one (null) every question is dismissed. */
        void setRun(@Nullable ServedRun currentRun) {
            run = currentRun;
        }

        @Override
        public boolean confirm(String title, String message, DialogOptions dialog) throws InterruptedException {
            var text = message.isBlank() ? title : title + "\n\n" + message;
            return ask(text, JsonObject.of("type", "boolean", "title", title), dialog)
                    .map(content -> content.bool(FIELD, false))
                    .orElse(false);
        }

        @Override
        public Optional<String> select(String title, List<String> options, DialogOptions dialog)
                throws InterruptedException {
            var field = JsonObject.of("type", "string", "title", title)
                    .with("enum", options.stream().distinct().toList());
            var preselected = dialog.preselected();
            return text(title, field.given("default", preselected), dialog).filter(options::contains);
        }

        @Override
        public Optional<String> input(String title, String placeholder, DialogOptions dialog)
                throws InterruptedException {
            var field = JsonObject.of("type", "string", "title", title);
            return text(title, placeholder.isEmpty() ? field : field.with("description", placeholder), dialog);
        }

        @Override
        public Optional<String> editor(String title, String prefill) throws InterruptedException {
            var field = JsonObject.of("type", "string", "title", title);
            return text(title, prefill.isEmpty() ? field : field.with("default", prefill), DialogOptions.NONE);
        }

        private Optional<String> text(String title, JsonObject field, DialogOptions dialog)
                throws InterruptedException {
            return ask(title, field, dialog).flatMap(content -> Optional.ofNullable(content.string(FIELD)));
        }

        /** The content of a form with one field; nothing if it is refused, dismissed or not answered. */
        private Optional<JsonObject> ask(String message, JsonObject field, DialogOptions dialog)
                throws InterruptedException {
            var currentRun = run;
            if (currentRun == null) {
                return Optional.empty();
            }
            var schema = JsonObject.of("type", "object", "properties", JsonObject.of(FIELD, field))
                    .with("required", List.of(FIELD));
            var answer = currentRun.ask(
                    JsonObject.of("mode", "form", "message", message).with("requestedSchema", schema), dialog);
            return answer != null && "accept".equals(answer.string("action"))
                    ? Optional.of(answer.object("content"))
                    : Optional.empty();
        }

        @Override
        public void notify(String message, Severity severity) {
            notices.notify(message, severity);
        }
    }
}
