package dev.pawl.app;

import dev.pawl.agent.Agent;
import dev.pawl.agent.AgentEvent;
import dev.pawl.agent.Prompt;
import dev.pawl.api.event.MessageUpdate;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says prompts to the agent and prints its last answer. */
final class PrintMode implements OneShot {
    private final Agent agent;
    private final Streams streams;
    private volatile Message.@Nullable Assistant answer;
    private volatile @Nullable MessageUpdate growing;
    private volatile boolean unkept;

    PrintMode(Agent agent, Streams streams) {
        this.agent = agent;
        this.streams = streams;
    }

    @Override
    public void hear(AgentEvent event) {
        if (event instanceof AgentEvent.MessageEnded(Message.Assistant said)) {
            answer = said;
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
    public int run(List<Prompt> prompts) throws InterruptedException {
        for (var prompt : prompts) {
            agent.prompt(prompt);
            agent.waitForIdle();
            var said = answer;
            if (said != null && !unkept && isFailure(said)) {
                return failed(said);
            }
            if (unkept || agent.isClosed()) {
                break;
            }
        }
        return printed();
    }

    private int failed(Message.Assistant said) {
        var why = said.errorMessage();
        streams.err()
                .println("pawl: "
                        + (why == null || why.isBlank()
                                ? "the answer ended as " + said.stopReason().wire()
                                : why));
        return 1;
    }

    private int printed() {
        var said = answer;
        if (said == null) {
            return 0;
        }
        var out = streams.out();
        for (var block : said.content()) {
            if (block instanceof Content.Text text) {
                out.print(text.text() + "\n");
            }
        }
        if (out.checkError()) {
            streams.err().println("pawl: the answer could not be written: standard output is closed");
            return 1;
        }
        if (said.stopReason() == StopReason.LENGTH) {
            streams.err().println("pawl: the answer was cut off at the model's length limit");
            return 1;
        }
        return 0;
    }

    private static boolean isFailure(Message.Assistant said) {
        return said.stopReason() == StopReason.ERROR || said.stopReason() == StopReason.ABORTED;
    }
}
