package dev.pawl.session.list;

import dev.pawl.session.record.RecordParser;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** What a listing wants to know of one line. */
final class EntryGlance {
    private final boolean withText;
    private final StringBuilder text = new StringBuilder();
    private String type = "";
    private String role = "";
    private @Nullable String name;
    private @Nullable Instant timestamp;
    private @Nullable Instant messageTimestamp;

    /** A glance that takes the texts in or, since they may be long, does not. */
    EntryGlance(boolean withText) {
        this.withText = withText;
    }

    String type() {
        return type;
    }

    /** Whether it is a message of the user or the model. */
    boolean isMessage() {
        return type.equals("message") && (isUser() || role.equals("assistant"));
    }

    boolean isUser() {
        return role.equals("user");
    }

    @Nullable
    String name() {
        return name;
    }

    @Nullable
    Instant time() {
        return messageTimestamp != null ? messageTimestamp : timestamp;
    }

    /** The text blocks of the message, joined by line breaks. */
    String text() {
        return text.toString();
    }

    /** The time that a string or a number of milliseconds stands for, in whole milliseconds; null if it is none. */
    static @Nullable Instant time(@Nullable Object value) {
        try {
            return switch (value) {
                case String iso -> Instant.ofEpochMilli(Instant.parse(iso).toEpochMilli());
                case Number millis when millis.longValue() > 0 -> Instant.ofEpochMilli(millis.longValue());
                case null, default -> null;
            };
        } catch (DateTimeException | ArithmeticException _) {
            return null;
        }
    }

    void read(JsonParser record) {
        RecordParser.fields(record, (field, value) -> {
            switch (field) {
                case "type" -> type = stringOr(value, "");
                case "timestamp" -> timestamp = time(scalar(value));
                case "name" -> name = RecordParser.string(value);
                case "message" -> {
                    if (value.currentToken() == JsonToken.START_OBJECT) {
                        RecordParser.fields(value, this::messageField);
                    }
                }
                default -> {}
            }
        });
    }

    private void messageField(String field, JsonParser value) {
        switch (field) {
            case "role" -> role = stringOr(value, "");
            case "timestamp" -> messageTimestamp = time(scalar(value));
            case "content" -> {
                if (withText) {
                    content(value);
                }
            }
            default -> {}
        }
    }

    private void content(JsonParser value) {
        if (value.currentToken() == JsonToken.START_ARRAY) {
            RecordParser.elements(value, this::block);
        } else {
            add(RecordParser.string(value));
        }
    }

    private void block(JsonParser value) {
        if (value.currentToken() != JsonToken.START_OBJECT) {
            add(RecordParser.string(value));
            return;
        }
        var block = new Block();
        RecordParser.fields(value, block::field);
        if (block.type.equals("text")) {
            add(block.text);
        }
    }

    private void add(@Nullable String more) {
        if (more != null && text.length() < SessionText.MESSAGE) {
            text.append(text.isEmpty() ? "" : "\n").append(SessionText.cut(more, SessionText.MESSAGE));
        }
    }

    private static String stringOr(JsonParser value, String otherwise) {
        var string = RecordParser.string(value);
        return string == null ? otherwise : string;
    }

    private static @Nullable Object scalar(JsonParser value) {
        return value.currentToken().isNumeric() ? (Object) value.getDoubleValue() : RecordParser.string(value);
    }

    private static final class Block {
        private String type = "";
        private @Nullable String text;

        void field(String field, JsonParser value) {
            switch (field) {
                case "type" -> type = stringOr(value, "");
                case "text" -> text = RecordParser.string(value);
                default -> {}
            }
        }
    }
}
