package dev.pawl.serve.print;

import dev.pawl.agent.Agent;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.event.MessageUpdate;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.cli.StandardOutput;
import dev.pawl.cli.Streams;
import dev.pawl.cli.Terminal;
import dev.pawl.tui.text.Untrusted;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sends prompts to the agent and prints its last answer. */
final class PrintMode implements OneShot {
    private final Agent agent;
    private final Streams streams;
    private final boolean terminal;
    private volatile Message.@Nullable Assistant answer;
    private volatile @Nullable MessageUpdate growing;
    private volatile boolean unkept;

    /** @param terminal whether the answer goes to a terminal, so that it must not contain control sequences */
    PrintMode(Agent agent, Streams streams, boolean terminal) {
        this.agent = agent;
        this.streams = streams;
        this.terminal = terminal;
    }

    @Override
    public void onEvent(AgentEvent event) {
        if (event instanceof AgentEvent.MessageEnded(Message.Assistant last)) {
            answer = last;
            growing = null;
        } else if (event instanceof AgentEvent.MessageGrew(var update)) {
            growing = update;
        } else if (event instanceof AgentEvent.SessionNotKept) {
            unkept = true;
            var grown = growing;
            if (grown != null) {
                // The model has answered; only the session has it not.
                answer = grown.partial().message();
            }
        }
    }

    /** A prompt whose answer failed is the last one: the next would build on what is not there. */
    @Override
    public int run(List<Step> steps, Consumer<@Nullable String> onPrompt) throws InterruptedException {
        for (var step : steps) {
            onPrompt.accept(step.words());
            step.action().run();
            onPrompt.accept(null);
            agent.waitForIdle();
            var last = answer;
            if (last != null && !unkept && isFailure(last)) {
                return failed(last);
            }
            if (unkept || agent.isClosed()) {
                break;
            }
        }
        return printed();
    }

    private int failed(Message.Assistant last) {
        var why = last.errorMessage();
        streams.err()
                .println("pawl: "
                        + (why == null || why.isBlank()
                                ? "the answer ended as " + last.stopReason().wire()
                                : Terminal.hasErrors() ? Untrusted.text(why) : why));
        return 1;
    }

    private int printed() {
        var last = answer;
        if (last == null) {
            return 0;
        }
        var out = streams.out();
        for (var block : last.content()) {
            if (block instanceof Content.Text text) {
                out.print((terminal ? Untrusted.text(text.text()) : text.text()) + "\n");
            }
        }
        if (out.checkError()) {
            var why = StandardOutput.problem(out);
            streams.err()
                    .println("pawl: the answer could not be written: "
                            + (why == null ? "standard output is closed" : why));
            return 1;
        }
        if (last.stopReason() == StopReason.LENGTH) {
            streams.err().println("pawl: the answer was cut off at the model's length limit");
            return 1;
        }
        return 0;
    }

    private static boolean isFailure(Message.Assistant last) {
        return last.stopReason() == StopReason.ERROR || last.stopReason() == StopReason.ABORTED;
    }
}
