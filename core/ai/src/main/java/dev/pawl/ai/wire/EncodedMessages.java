package dev.pawl.ai.wire;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Messages in the words of a language, kept as long as the messages themselves are.
 *
 * <p>A conversation is sent whole with every request. Messages that were sent before are not encoded again, so a turn
 * costs what is new in it.
 */
public final class EncodedMessages {
    private final Map<Key, Words> kept = new ConcurrentHashMap<>();
    private final ReferenceQueue<Message> gone = new ReferenceQueue<>();

    private record Words(Model model, int place, List<JsonObject> json) {}

    List<JsonObject> words(Message message, Model model, int place, Supplier<List<JsonObject>> maker) {
        var known = kept.get(new Look(message));
        if (known != null && known.model() == model && known.place() == place) {
            return known.json();
        }
        var json = List.copyOf(maker.get());
        json.forEach(JsonObject::keepingWritten);
        for (var old = gone.poll(); old != null; old = gone.poll()) {
            kept.remove(old);
        }
        kept.put(new Held(message, gone), new Words(model, place, json));
        return json;
    }

    /** Returns whether a message was encoded before, for whatever model. */
    boolean knows(Message message) {
        return kept.containsKey(new Look(message));
    }

    /** One message, whatever others are equal to it. */
    private sealed interface Key {
        @Nullable
        Message message();
    }

    private static boolean same(Key one, @Nullable Object other) {
        var message = one.message();
        return message != null && other instanceof Key key && key.message() == message;
    }

    private static final class Look implements Key {
        private final Message message;

        Look(Message message) {
            this.message = message;
        }

        @Override
        public Message message() {
            return message;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return same(this, other);
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(message);
        }
    }

    private static final class Held extends WeakReference<Message> implements Key {
        private final int hash;

        Held(Message message, ReferenceQueue<Message> gone) {
            super(message, gone);
            hash = System.identityHashCode(message);
        }

        @Override
        public @Nullable Message message() {
            return get();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other || same(this, other);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
