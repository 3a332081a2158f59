package dev.pawl.bridge.protocol;

import dev.pawl.hooks.bound.GoneFailure;
import java.io.IOException;
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
        void heard(NodeMessage message, @Nullable Scope scope);
    }

    private final Frames frames;
    private final Listener listener;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, Scope> scopes = new ConcurrentHashMap<>();
    private volatile @Nullable String gone;

    public NodeConnection(Frames frames, Listener listener) {
        this.frames = frames;
        this.listener = listener;
    }

    /** Reads until the other side ends. */
    public void readAll() throws IOException {
        for (var message = frames.read(); message != null; message = frames.read()) {
            switch (message) {
                case NodeMessage.Return returned -> answer(returned.id(), returned);
                case NodeMessage.Notice notice -> {
                    var scope = scopeOf(notice.call());
                    if (notice.method().effect() != Method.Effect.PIECE) {
                        listener.heard(notice, scope);
                    } else if (scope != null) {
                        scope.answers().add(notice);
                    }
                }
                case NodeMessage.Request request -> listener.heard(request, scopeOf(request.call()));
                case NodeMessage.Malformed malformed -> {
                    var id = malformed.id();
                    if (id != null && MessageType.RETURN.wire().equals(malformed.type())) {
                        answer(id, new NodeMessage.Return(id, null, NodeMessage.Failure.of(malformed.why())));
                    }
                    listener.heard(malformed, null);
                }
                case NodeMessage.Ready _, NodeMessage.Withdraw _, NodeMessage.Stuck _ -> listener.heard(message, null);
            }
        }
    }

    private @Nullable Scope scopeOf(@Nullable Long call) {
        return call == null ? null : scopes.get(call);
    }

    private void answer(long id, NodeMessage.Return returned) {
        var scope = scopes.get(id);
        if (scope != null) {
            scope.answers().add(returned);
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
            while (true) {
                switch (scope.answers().take()) {
                    case NodeMessage.Notice piece ->
                        pieces.accept(
                                piece.arguments().isEmpty()
                                        ? null
                                        : piece.arguments().getFirst());
                    case NodeMessage.Return(_, var value, var failure) -> {
                        if (failure != null) {
                            throw failure.stack() == null && gone != null
                                    ? new GoneFailure(failure.message())
                                    : NodeFailure.of(failure);
                        }
                        return value;
                    }
                }
            }
        } catch (InterruptedException e) {
            cancel(number);
            scope.leave();
            throw e;
        } finally {
            scopes.remove(number);
        }
    }

    private void cancel(long number) {
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
