package dev.pawl.bridge.protocol;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The table of messages: their names on the wire and their fields, those that may be absent with a question mark. */
public enum MessageType {
    HELLO(Sender.HOST, "protocol", "packages", "cache", "changeable", "patienceMs", "theme?"),
    IMPORT(Sender.HOST, "id", "path", "patienceTimes"),
    LOAD(Sender.HOST, "id", "extension", "path", "next?", "mod?"),
    CALL(Sender.HOST, "id", "extension", "function", "context", "arguments", "state?", "drawing?", "command?"),
    FIRE(Sender.HOST, "id", "handlers", "arguments", "state?"),
    CANCEL(Sender.HOST, "id", "done?"),
    SETTLED(Sender.HOST, "extension", "aborted"),
    UNLOAD(Sender.HOST, "extension"),
    RENEW(Sender.HOST),
    RESPONSE(Sender.HOST, "id", "value?", "error?"),
    END(Sender.HOST),
    READY(Sender.NODE, "protocol", "node"),
    RETURN(Sender.NODE, "id", "value?", "error?"),
    RETURNED(Sender.NODE, "ids"),
    REQUEST(Sender.NODE, "id", "method", "extension", "call?", "arguments", "sync?"),
    NOTICE(Sender.NODE, "method", "extension?", "call?", "arguments", "then?"),
    WITHDRAW(Sender.NODE, "id"),
    STUCK(Sender.NODE, "milliseconds", "stack");

    /** Who sends a message. */
    public enum Sender {
        HOST,
        NODE
    }

    private final Sender sender;

    @SuppressWarnings("ImmutableEnumChecker") // A list that cannot be changed.
    private final List<String> fields;

    private final String wire = name().toLowerCase(Locale.ROOT);

    MessageType(Sender sender, String... fields) {
        this.sender = sender;
        this.fields = List.of(fields);
    }

    public Sender sender() {
        return sender;
    }

    /** The fields beside {@code type}. */
    public List<String> fields() {
        return fields;
    }

    /** The name in the field {@code type}. */
    public String wire() {
        return wire;
    }

    /** The message that Node calls so; null if there is none. */
    static @Nullable MessageType ofNode(@Nullable String name) {
        for (var type : values()) {
            if (type.sender == Sender.NODE && type.wire.equals(name)) {
                return type;
            }
        }
        return null;
    }
}
