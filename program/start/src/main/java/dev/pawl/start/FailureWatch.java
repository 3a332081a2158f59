package dev.pawl.start;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Remembers failures that are the program's own, not a hook's, for the exit code and the last words. */
public final class FailureWatch {
    private final Set<String> messages = new LinkedHashSet<>();

    /** The sentence for the user about such a failure; null if the event is none. */
    @Nullable
    public String onEvent(AgentEvent event) {
        var message = message(event);
        if (message != null) {
            synchronized (this) {
                messages.add(message);
            }
        }
        return message;
    }

    /** Returns a listener that also reports each such failure. */
    public Consumer<AgentEvent> reporting(NoticePrinter notices) {
        return event -> {
            var failure = onEvent(event);
            if (failure != null) {
                notices.report(Notice.of(failure));
            }
        };
    }

    /** Returns the exit status. */
    public synchronized int status(int otherwise) {
        return otherwise == 0 && !messages.isEmpty() ? 1 : otherwise;
    }

    /** All sentences so far, each once. */
    public synchronized List<String> messages() {
        return List.copyOf(messages);
    }

    private static @Nullable String message(AgentEvent event) {
        if (event instanceof AgentEvent.SessionNotKept(_, var error)) {
            return "pawl: the message was not kept: " + error + ". To go on without a session: --no-session";
        }
        return event instanceof AgentEvent.ProgramFailed(var during, var error)
                ? "pawl: the program failed at " + during + ": " + error
                : null;
    }
}
