package dev.pawl.bridge.protocol;

import dev.pawl.hooks.remote.RemoteFailure;
import java.util.ArrayList;

/** Turns what an extension threw into an exception whose stack is the extension's own. */
public final class NodeFailure {
    private NodeFailure() {}

    /** Returns what was thrown; a failure without a stack is not the extension's and happened to its process. */
    static RuntimeException of(NodeMessage.Failure failure) {
        var stack = failure.stack();
        return stack == null ? new IllegalStateException(failure.message()) : thrown(failure, stack);
    }

    /** Returns what an extension threw. */
    public static RemoteFailure thrown(NodeMessage.Failure thrown) {
        var stack = thrown.stack();
        return thrown(thrown, stack == null ? "" : stack);
    }

    private static RemoteFailure thrown(NodeMessage.Failure thrown, String stack) {
        var failure = new RemoteFailure(thrown.name(), thrown.message());
        var frames = new ArrayList<StackTraceElement>();
        for (var line : stack.split("\n")) {
            var words = line.strip();
            if (words.startsWith("at ")) {
                frames.add(frame(words.substring(3)));
            }
        }
        failure.setStackTrace(frames.toArray(StackTraceElement[]::new));
        return failure;
    }

    /** One line of a JavaScript stack: {@code name (file:line:column)}, or only the place. */
    private static StackTraceElement frame(String words) {
        int open = words.lastIndexOf(" (");
        var name = open < 0 ? "<anonymous>" : words.substring(0, open);
        var place = open < 0 ? words : words.substring(open + 2, words.length() - (words.endsWith(")") ? 1 : 0));
        var parts = place.split(":");
        int line = -1;
        int last = parts.length;
        try {
            line = Integer.parseInt(parts[parts.length - 2]);
            last = parts.length - 2;
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            // A place without a line.
        }
        var file = String.join(":", java.util.Arrays.asList(parts).subList(0, last));
        return new StackTraceElement("extension", name, file, line);
    }
}
