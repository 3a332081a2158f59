package dev.pawl.serve.attach;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.base.Words;
import dev.pawl.cli.Streams;
import dev.pawl.start.attach.AttachedSession;
import dev.pawl.start.attach.SessionState;
import dev.pawl.start.attach.SessionState.Phase;
import dev.pawl.tui.text.Untrusted;
import java.io.IOException;

/** Prints a session of a fleet as it goes on, until it rests, waits or fails. */
public final class PrintedSession implements Following.Listener {
    private static final int SHOWN = 200;

    private final AttachedSession session;
    private final Streams streams;
    private int status;

    public PrintedSession(AttachedSession session, Streams streams) {
        this.session = session;
        this.streams = streams;
    }

    /** Prints it, and returns the exit code. */
    public int follow() throws IOException, InterruptedException {
        new Following(session, 1).follow(this);
        return status;
    }

    @Override
    public boolean state(SessionState state) {
        streams.out().flush();
        switch (state.phase()) {
            case WAITING -> {
                var question = state.question();
                print((question == null ? "It waits" : question.words()) + "\nAnswer with: pawl fleet approve "
                        + session.id() + (question == null ? "" : " " + question.key()) + " yes");
            }
            case ASLEEP -> print("It sleeps until " + state.wakesAt() + ": " + state.problem());
            case FAILED -> {
                streams.err().println("pawl: session " + session.id() + " failed: " + state.problem());
                status = 1;
            }
            default -> {}
        }
        streams.out().flush();
        return state.phase() == Phase.READY || state.phase() == Phase.RUNNING;
    }

    @Override
    public void line(JsonObject line) {
        if (!(Entry.from(line) instanceof Entry.MessageEntry(_, var message, _))) {
            return;
        }
        switch (message) {
            case Message.User user -> print("> " + user.content().text());
            case Message.Assistant answer -> {
                if (!answer.text().isBlank()) {
                    print(answer.text());
                }
                for (var call : answer.toolCalls()) {
                    print("* " + call.name() + " "
                            + Words.excerpt(call.arguments().toString(), SHOWN));
                }
                if (answer.errorMessage() != null) {
                    print("! " + answer.errorMessage());
                }
            }
            case Message.ToolResult result -> print("  " + Words.excerpt(Words.firstLine(result.text()), SHOWN));
            default -> {}
        }
    }

    private void print(String text) {
        streams.out().println(Untrusted.text(text));
    }
}
