package dev.pawl.bridge.protocol;

import dev.pawl.api.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message from this process to Node. */
public sealed interface HostMessage {
    /** The message as it is written. */
    // Each kind writes itself: the first switch over types of a program costs its start 25 ms.
    JsonObject json();

    private static Fields fields(MessageType type) {
        return Fields.of("type", type.wire());
    }

    /**
     * The first message.
     *
     * @param protocol the version of the protocol
     * @param packages the folder whose {@code node_modules} holds the packages
     * @param cache the folder for translated files, or {@code true} for the loader's own
     * @param changeable the fields that handlers may change in place, by the name of the event
     * @param patienceMs after how long without a sign of life the process reports that it is stuck; 0 for never
     */
    record Hello(
            int protocol,
            String packages,
            Object cache,
            Map<String, List<String>> changeable,
            long patienceMs,
            @Nullable String theme)
            implements HostMessage {
        @Override
        public JsonObject json() {
            return fields(MessageType.HELLO)
                    .put("protocol", protocol)
                    .put("packages", packages)
                    .put("cache", cache)
                    .put("changeable", changeable)
                    .put("patienceMs", patienceMs)
                    .given("theme", theme)
                    .json();
        }
    }

    /**
     * Reads and translates the files of an extension.
     *
     * @param patienceTimes how many times the usual patience that may take
     */
    record Import(long id, String path, int patienceTimes) implements HostMessage {
        @Override
        public JsonObject json() {
            return fields(MessageType.IMPORT)
                    .put("id", id)
                    .put("path", path)
                    .put("patienceTimes", patienceTimes)
                    .json();
        }
    }

    /**
     * Runs the factory of an extension.
     *
     * @param extension the number that this process has given the extension
     * @param next the file that is imported after it, and may be read as soon as it is loaded; null if there is none
     * @param mod what there is to know of a mod; null for an extension
     */
    record Load(
            long id,
            long extension,
            String path,
            @Nullable String next,
            @Nullable JsonObject mod) implements HostMessage {
        @Override
        public JsonObject json() {
            var fields = fields(MessageType.LOAD)
                    .put("id", id)
                    .put("extension", extension)
                    .put("path", path);
            return fields.given("next", next).given("mod", mod).json();
        }
    }

    /**
     * Calls a function of an extension.
     *
     * @param context what kind of context the function is given: {@code event}, {@code command} or {@code tool}
     * @param state the state of the context; null where there is none
     * @param drawing whether the screen waits for it, so that it also runs while Node waits for an answer
     * @param command the arguments of a command; null for everything else
     */
    record Call(
            Target target,
            String context,
            List<? extends @Nullable Object> arguments,
            @Nullable JsonObject state,
            boolean drawing,
            @Nullable CommandArguments command)
            implements HostMessage {
        @Override
        public JsonObject json() {
            return fields(MessageType.CALL)
                    .put("id", target.id())
                    .put("extension", target.extension())
                    .put("function", target.function())
                    .put("context", context)
                    .put("arguments", arguments)
                    .given("state", state)
                    .given("drawing", drawing ? true : null)
                    .given("command", command == null ? null : JsonObject.from(command))
                    .json();
        }
    }

    /**
     * Fires an event at handlers, each of which is called as soon as the one before it has returned nothing.
     *
     * @param arguments the name that the handlers were registered under, and the event
     * @param state the state of the context
     */
    record Fire(
            long id,
            List<Handler> handlers,
            List<? extends @Nullable Object> arguments,
            @Nullable JsonObject state) implements HostMessage {
        @Override
        public JsonObject json() {
            return fields(MessageType.FIRE)
                    .put("id", id)
                    .put(
                            "handlers",
                            handlers.stream()
                                    .map(handler -> List.of(handler.extension(), handler.function()))
                                    .toList())
                    .put("arguments", arguments)
                    .given("state", state)
                    .json();
        }
    }

    /** A handler of an extension. */
    record Handler(long extension, long function) {}

    /**
     * A function of an extension that is called.
     *
     * @param id the number of the call
     */
    record Target(long id, long extension, long function) {}

    /** The arguments of a command, split and as they were typed. */
    record CommandArguments(List<String> args, String argsRaw) {}

    /**
     * Aborts the signal of a call whose answer is not wanted any more.
     *
     * @param done of a {@code fire}, how many handlers were done before the one that is cancelled: the one after it is
     *     called; null to call none of the others
     */
    record Cancel(long id, @Nullable Integer done) implements HostMessage {
        @Override
        public JsonObject json() {
            return fields(MessageType.CANCEL).put("id", id).given("done", done).json();
        }
    }

    /** A run has settled. */
    record Settled(long extension, boolean aborted) implements HostMessage {
        @Override
        public JsonObject json() {
            return fields(MessageType.SETTLED)
                    .put("extension", extension)
                    .put("aborted", aborted)
                    .json();
        }
    }

    /** The session of an extension is over. */
    record Unload(long extension) implements HostMessage {
        @Override
        public JsonObject json() {
            return fields(MessageType.UNLOAD).put("extension", extension).json();
        }
    }

    /** From now on every file of an extension is read and run again when it is loaded. */
    record Renew() implements HostMessage {
        @Override
        public JsonObject json() {
            return fields(MessageType.RENEW).json();
        }
    }

    /**
     * Answers a request.
     *
     * @param error why there is no value; null if there is one
     */
    record Response(
            long id, @Nullable Object value, @Nullable String error) implements HostMessage {
        @Override
        public JsonObject json() {
            var fields = fields(MessageType.RESPONSE).put("id", id);
            return error == null
                    ? fields.put("value", value).json()
                    : fields.put("error", JsonObject.of("message", error)).json();
        }
    }

    /** Ends the process. */
    record End() implements HostMessage {
        @Override
        public JsonObject json() {
            return fields(MessageType.END).json();
        }
    }
}
