package dev.pawl.bridge;

import dev.pawl.api.context.HookContext;
import dev.pawl.bridge.protocol.HostMessage;
import dev.pawl.bridge.protocol.NodeConnection;
import dev.pawl.hooks.bound.Sequence;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The handlers of one event that Node calls by itself, one after another, because each follows directly on one that returned
 * nothing. That saves a message for each of them. Dispatching goes on as usual: it comes to every handler in its turn, with
 * its own time limit, and finds the handler begun or done.
 */
final class FollowingCalls implements Sequence.Kept {
    private record Ahead(NodeHandler handler, HostMessage.Target target) {}

    private final NodeConnection connection;
    private final Deque<Ahead> ahead = new ArrayDeque<>();

    FollowingCalls(NodeConnection connection, List<NodeHandler> handlers) {
        this.connection = connection;
        for (var handler : handlers) {
            ahead.add(new Ahead(handler, handler.target(connection.reserve())));
        }
    }

    NodeConnection connection() {
        return connection;
    }

    synchronized List<HostMessage.Target> targets() {
        return ahead.stream().map(Ahead::target).toList();
    }

    /** Whether the extensions of all handlers know the model of a session; from now on they do. */
    synchronized boolean allKnow(HookContext ctx) {
        boolean all = true;
        for (var one : ahead) {
            all &= one.handler().learns(ctx);
        }
        return all;
    }

    /** The number under which Node calls a handler by itself; null if it does not. */
    synchronized @Nullable Long take(NodeHandler handler) {
        var next = ahead.peek();
        if (next == null || next.handler() != handler) {
            forget();
            return null;
        }
        ahead.remove();
        return next.target().id();
    }

    /** Node calls none of the others: one has answered something. */
    synchronized void forget() {
        ahead.forEach(one -> connection.drop(one.target().id()));
        ahead.clear();
    }

    @Override
    public synchronized void end() {
        if (!ahead.isEmpty()) {
            connection.cancel(ahead.getFirst().target().id());
            forget();
        }
    }
}
