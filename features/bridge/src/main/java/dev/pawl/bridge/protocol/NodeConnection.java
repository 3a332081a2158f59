package dev.pawl.bridge.protocol;

import dev.pawl.hooks.bound.GoneFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The calls between this process and one other, until that one ends. */
public final class NodeConnection {
    /** Receives what is not the answer to a call. */
    public interface Listener {
        /**
         * Must not wait: other messages stand behind this one.
         *
         * @param scope the call that the message belongs to; null for none
         */
        void received(NodeMessage message, @Nullable Scope scope);
    }

    private final Frames frames;
    private final Listener listener;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, Scope> scopes = new ConcurrentHashMap<>();

    /** What came about calls that Node makes by itself before this side came to them. Guarded by itself. */
    private final Map<Long, List<NodeMessage>> early = new HashMap<>();

    private volatile @Nullable String gone;

    public NodeConnection(Frames frames, Listener listener) {
        this.frames = frames;
        this.listener = listener;
    }

    /** Reads until the other side ends. */
    public void readAll() throws IOException {
        for (var message = frames.read(); message != null; message = frames.read()) {
            if (message instanceof NodeMessage.Returned(var ids)) {
                ids.forEach(id -> take(new NodeMessage.Return(id, null, null)));
            } else {
                take(message);
            }
        }
    }

    private void take(NodeMessage message) {
        if (!isEarly(message)) {
            deliver(message);
        }
    }

    private void deliver(NodeMessage message) {
        if (message instanceof NodeMessage.Return || message instanceof NodeMessage.Skipped) {
            answer((NodeMessage.Answer) message);
        } else if (message instanceof NodeMessage.Notice notice) {
            var scope = scopeOf(notice.call());
            if (notice.method().effect() != Method.Effect.PIECE) {
                listener.received(notice, scope);
            } else if (scope != null) {
                scope.answers().add(notice);
            }
        } else if (message instanceof NodeMessage.Malformed malformed) {
            var id = malformed.id();
            if (id != null && MessageType.RETURN.wire().equals(malformed.type())) {
                answer(new NodeMessage.Return(id, null, NodeMessage.Failure.of(malformed.why())));
            }
            listener.received(malformed, null);
        } else if (!(message instanceof NodeMessage.Returned)) {
            listener.received(message, scopeOf(message.call()));
        }
    }

    /** Whether a message belongs to a call that this side has yet to come to; it is delivered then. */
    private boolean isEarly(NodeMessage message) {
        var call = message.call();
        if (call == null) {
            return false;
        }
        synchronized (early) {
            var messages = early.get(call);
            return messages != null && messages.add(message);
        }
    }

    private @Nullable Scope scopeOf(@Nullable Long call) {
        return call == null ? null : scopes.get(call);
    }

    private void answer(NodeMessage.Answer answer) {
        var scope = scopeOf(answer.call());
        if (scope != null) {
            scope.answers().add(answer);
        }
    }

    /**
     * Sends a message that is answered, and waits for the answer.
     *
     * @param message the message under the number that it is given
     * @param pieces receives what comes before the answer
     */
    @Nullable
    public Object call(LongFunction<HostMessage> message, Scope scope, Consumer<@Nullable Object> pieces)
            throws InterruptedException {
        long number = numbers.incrementAndGet();
        scopes.put(number, scope);
        try {
            send(message.apply(number));
            var returned = await(number, scope, pieces);
            return returned == null ? null : returned.value();
        } finally {
            scopes.remove(number);
        }
    }

    /**
     * The number of a call that Node makes by itself; what Node sends about it is kept until {@link #follow} or {@link
     * #drop}.
     */
    public long reserve() {
        long number = numbers.incrementAndGet();
        synchronized (early) {
            early.put(number, new ArrayList<>());
        }
        return number;
    }

    /** Waits for the answer to a call that Node makes by itself; null if Node does not make it. */
    public NodeMessage.@Nullable Return follow(long number, Scope scope, Consumer<@Nullable Object> pieces)
            throws InterruptedException {
        try {
            synchronized (early) {
                var messages = early.remove(number);
                scopes.put(number, scope);
                if (messages != null) {
                    messages.forEach(this::deliver);
                }
            }
            var why = gone;
            if (why != null) {
                end(why);
            }
            return await(number, scope, pieces);
        } finally {
            scopes.remove(number);
        }
    }

    /** This side does not come to a call that Node may make by itself. */
    public void drop(long number) {
        synchronized (early) {
            var messages = early.remove(number);
            if (messages != null) {
                messages.forEach(this::deliver);
            }
        }
    }

    private NodeMessage.@Nullable Return await(long number, Scope scope, Consumer<@Nullable Object> pieces)
            throws InterruptedException {
        try {
            while (true) {
                var answer = scope.answers().take();
                if (answer instanceof NodeMessage.Skipped) {
                    return null;
                }
                if (answer instanceof NodeMessage.Notice piece) {
                    pieces.accept(
                            piece.arguments().isEmpty()
                                    ? null
                                    : piece.arguments().getFirst());
                } else if (answer instanceof NodeMessage.Return returned) {
                    var failure = returned.failure();
                    if (failure != null) {
                        throw failure.stack() == null && gone != null
                                ? new GoneFailure(failure.message())
                                : NodeFailure.of(failure);
                    }
                    return returned;
                }
            }
        } catch (InterruptedException e) {
            cancel(number);
            scope.leave();
            throw e;
        }
    }

    /** Aborts a call; those that follow it and have not begun are not made. */
    public void cancel(long number) {
        try {
            frames.write(new HostMessage.Cancel(number));
        } catch (IOException | InterruptedException e) {
            // A process that is gone has nothing to cancel.
        }
    }

    public void send(HostMessage message) throws InterruptedException {
        var why = gone;
        if (why != null) {
            throw new GoneFailure(why);
        }
        try {
            frames.write(message);
        } catch (IOException e) {
            var failure = new GoneFailure(gone == null ? "the process of TypeScript hooks ended" : gone);
            failure.initCause(e);
            throw failure;
        }
        // It may have ended just before the call was known to be waiting.
        var now = gone;
        if (now != null) {
            end(now);
        }
    }

    /** The other side is gone: every call that waits for it fails with the reason. */
    public void end(String why) {
        gone = why;
        scopes.forEach((number, scope) ->
                scope.answers().add(new NodeMessage.Return(number, null, NodeMessage.Failure.of(why))));
    }
}
