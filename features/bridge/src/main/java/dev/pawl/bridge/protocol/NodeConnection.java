package dev.pawl.bridge.protocol;

import dev.pawl.hooks.remote.RemoteFailure;
import java.io.IOException;
import java.util.LinkedHashMap;
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

    private volatile @Nullable String gone;
    private volatile boolean overdue;

    public NodeConnection(Frames frames, Listener listener) {
        this.frames = frames;
        this.listener = listener;
    }

    /** Reads until the other side ends. */
    public void readAll() throws IOException {
        for (var message = frames.read(); message != null; message = frames.read()) {
            overdue = false;
            if (message instanceof NodeMessage.Returned(var ids)) {
                var counts = new LinkedHashMap<Long, Integer>();
                ids.forEach(id -> counts.merge(id, 1, Integer::sum));
                counts.forEach((id, count) -> answer(new NodeMessage.Passed(id, count)));
            } else {
                deliver(message);
            }
        }
    }

    private void deliver(NodeMessage message) {
        if (message instanceof NodeMessage.Return returned) {
            answer(returned);
        } else if (message instanceof NodeMessage.Notice notice) {
            var scope = scopeOf(notice.call(), notice.extension());
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
        } else {
            var extension = message instanceof NodeMessage.Request request ? (Long) request.extension() : null;
            listener.received(message, scopeOf(message.call(), extension));
        }
    }

    private @Nullable Scope scopeOf(@Nullable Long call, @Nullable Long extension) {
        var scope = call == null ? null : scopes.get(call);
        return scope == null ? null : scope.at(extension);
    }

    private void answer(NodeMessage.Answer answer) {
        var call = answer.call();
        var scope = call == null ? null : scopes.get(call);
        if (scope != null) {
            scope.answers().add(answer);
        }
    }

    /** A message that was sent and whose answer is awaited. */
    public final class OpenCall implements AutoCloseable {
        private final long number;
        private final Scope scope;

        private OpenCall(long number, Scope scope) {
            this.number = number;
            this.scope = scope;
        }

        /** Waits for what Node sends next about it. */
        public NodeMessage.Answer take() throws InterruptedException {
            return scope.answers().take();
        }

        /** Returns the value of an answer, or throws the failure that it is. */
        public @Nullable Object valueOf(NodeMessage.Return returned) {
            var failure = returned.failure();
            if (failure != null) {
                throw failure.stack() == null && gone != null
                        ? RemoteFailure.gone(failure.message())
                        : NodeFailure.of(failure);
            }
            return returned.value();
        }

        /**
         * Its answer is not wanted any more.
         *
         * @param done of handlers, how many were done before the one that is cancelled; null to call none of the others
         */
        public void cancel(@Nullable Integer done) {
            overdue = true;
            try {
                frames.write(new HostMessage.Cancel(number, done));
            } catch (IOException | InterruptedException e) {
                // A process that is gone has nothing to cancel.
            }
            scope.leave();
        }

        @Override
        public void close() {
            scopes.remove(number);
        }
    }

    /**
     * Sends a message that is answered.
     *
     * @param message makes the message with the number that it is given
     */
    public OpenCall open(LongFunction<HostMessage> message, Scope scope) throws InterruptedException {
        long number = numbers.incrementAndGet();
        scopes.put(number, scope);
        try {
            send(message.apply(number));
        } catch (InterruptedException | RuntimeException e) {
            scopes.remove(number);
            throw e;
        }
        scope.sent().run();
        return new OpenCall(number, scope);
    }

    /**
     * Sends a message that is answered, and waits for the answer.
     *
     * @param message makes the message with the number that it is given
     * @param pieces receives what comes before the answer
     */
    @Nullable
    public Object call(LongFunction<HostMessage> message, Scope scope, Consumer<@Nullable Object> pieces)
            throws InterruptedException {
        try (var call = open(message, scope)) {
            while (true) {
                NodeMessage.Answer answer;
                try {
                    answer = call.take();
                } catch (InterruptedException e) {
                    call.cancel(null);
                    throw e;
                }
                if (answer instanceof NodeMessage.Return returned) {
                    return call.valueOf(returned);
                }
                if (answer instanceof NodeMessage.Notice piece) {
                    pieces.accept(
                            piece.arguments().isEmpty()
                                    ? null
                                    : piece.arguments().getFirst());
                }
            }
        }
    }

    public void send(HostMessage message) throws InterruptedException {
        var why = gone;
        if (why != null) {
            throw RemoteFailure.gone(why);
        }
        try {
            frames.write(message);
        } catch (IOException e) {
            var failure = RemoteFailure.gone(gone == null ? "the process of TypeScript hooks ended" : gone);
            failure.initCause(e);
            throw failure;
        }
        // It may have ended just before the call was known to be waiting.
        var now = gone;
        if (now != null) {
            end(now);
        }
    }

    /** Whether a call was given up, and nothing has come from the other side since then. */
    public boolean isOverdue() {
        return overdue;
    }

    /** The other side is gone: every call that waits for it fails with the reason. */
    public void end(String why) {
        gone = why;
        scopes.forEach((number, scope) ->
                scope.answers().add(new NodeMessage.Return(number, null, NodeMessage.Failure.of(why))));
    }
}
