package dev.pawl.bridge.protocol;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The calls between this process and one other, until that one ends. */
public final class NodeConnection {
    /** The questions and notices of the other side. */
    public interface Listener {
        /** Not to be waited in: other messages stand behind this one. */
        void heard(JsonObject message, @Nullable Scope scope);
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
            var scope = scopes.get(message.number("c", message.number("i", -1)));
            switch (message.string("k", "")) {
                case "ret" -> {
                    if (scope != null) {
                        scope.answers().add(message);
                    }
                }
                case "tell" -> {
                    var owner = message.get("c") == null ? null : scope;
                    if (owner != null && isPiece(message.string("m", ""))) {
                        owner.answers().add(message);
                    } else {
                        listener.heard(message, owner);
                    }
                }
                case "req" -> listener.heard(message, message.get("c") == null ? null : scope);
                default -> listener.heard(message, null);
            }
        }
    }

    /** What belongs to one call and is taken by the thread that waits for it. */
    private static boolean isPiece(String method) {
        return switch (method) {
            case "tool.update", "bash.data", "stream.event" -> true;
            default -> false;
        };
    }

    /**
     * Sends a message that is answered, and waits for the answer.
     *
     * @param pieces told what comes before the answer
     */
    @Nullable
    public Object call(Fields message, Scope scope, BiConsumer<String, JsonObject> pieces) throws InterruptedException {
        long number = numbers.incrementAndGet();
        scopes.put(number, scope);
        try {
            send(message.put("i", number).json());
            while (true) {
                var answer = scope.answers().take();
                if (answer.string("k", "").equals("tell")) {
                    pieces.accept(answer.string("m", ""), answer);
                } else if (answer.get("e") instanceof JsonObject error) {
                    // Only what an extension threw has a stack; what has none happened to its process.
                    throw error.has("stack")
                            ? NodeFailure.of(error)
                            : new IllegalStateException(error.string("message", "it failed without a word"));
                } else {
                    return answer.get("v");
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
            frames.write(Fields.of("k", "cancel").put("i", number).json());
        } catch (IOException | InterruptedException e) {
            // Who is gone needs not be told.
        }
    }

    public void send(JsonObject message) throws InterruptedException {
        var why = gone;
        if (why != null) {
            throw new IllegalStateException(why);
        }
        try {
            frames.write(message);
        } catch (IOException e) {
            throw new IllegalStateException(gone == null ? "the process of TypeScript hooks ended" : gone, e);
        }
        // It may have ended just before the call was known to be waiting.
        var now = gone;
        if (now != null) {
            end(now);
        }
    }

    /** The other side is gone: whoever waits for it is told why. */
    public void end(String why) {
        gone = why;
        var message =
                Fields.of("k", "ret").put("e", JsonObject.of("message", why)).json();
        scopes.values().forEach(scope -> scope.answers().add(message));
    }
}
