package dev.pawl.bridge.protocol;

import dev.pawl.api.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message from Node to this process. */
public sealed interface NodeMessage {
    /** The number of the call that it belongs to; null for none. */
    default @Nullable Long call() {
        return null;
    }

    /** A message for the thread that waits for a call. */
    sealed interface Answer extends NodeMessage permits Return, Passed, Notice {}

    /**
     * Answers {@code hello}.
     *
     * @param node the version of Node
     */
    record Ready(int protocol, String node) implements NodeMessage {}

    /**
     * Answers {@code import}, {@code load} and {@code call}, and is the answer of a handler to {@code fire}.
     *
     * @param failure why there is no value; null if there is one
     */
    record Return(long id, @Nullable Object value, @Nullable Failure failure) implements Answer {
        @Override
        public Long call() {
            return id;
        }
    }

    /** Handlers that returned nothing, in their order: for each the number of the {@code fire} that names it. */
    record Returned(List<Long> ids) implements NodeMessage {}

    /** As many handlers that one {@code fire} names have returned nothing. */
    record Passed(long id, int count) implements Answer {
        @Override
        public Long call() {
            return id;
        }
    }

    /**
     * Asks for something; it is always answered.
     *
     * @param extension which extension asks
     * @param call the call it belongs to; null for none
     * @param sync whether Node stands still until it is answered
     */
    record Request(
            long id,
            Method method,
            long extension,
            @Nullable Long call,
            List<@Nullable Object> arguments,
            boolean sync) implements NodeMessage {}

    /**
     * Reports something; it is not answered.
     *
     * @param extension which extension reports; null where that is not known
     * @param call the call it belongs to; null for none
     * @param then the arguments of notices of the same kind that follow it without a pause
     */
    record Notice(
            Method method,
            @Nullable Long extension,
            @Nullable Long call,
            List<@Nullable Object> arguments,
            List<List<@Nullable Object>> then)
            implements Answer {}

    /** Takes a request back; it is answered all the same. */
    record Withdraw(long id) implements NodeMessage {}

    /** The thread of the extensions has stood still for too long. */
    record Stuck(long milliseconds, String stack) implements NodeMessage {}

    /**
     * A message that is not one of the protocol.
     *
     * @param type the type that it names; null if it names none
     * @param id the number that it carries; null if it carries none
     * @param why what is wrong with it, as a sentence without its full stop
     */
    record Malformed(@Nullable String type, @Nullable Long id, String why) implements NodeMessage {
        @Override
        public @Nullable Long call() {
            return id;
        }
    }

    /**
     * An exception of an extension.
     *
     * @param stack the extension's own stack; null if the failure is not the extension's
     */
    record Failure(String name, String message, @Nullable String stack) {
        private static final String UNKNOWN = "it failed without a message";

        /** A failure that is not the extension's. */
        static Failure of(String message) {
            return new Failure("", message, null);
        }

        public static Failure from(JsonObject json) {
            return new Failure(
                    json.string("name", "Error"),
                    json.string("message", UNKNOWN),
                    json.get("stack") instanceof String stack ? stack : null);
        }
    }
}
