package dev.pawl.session.list;

import dev.pawl.base.Words;
import dev.pawl.session.record.JsonSpan;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The parts of one line that a listing needs. */
final class EntryGlance {
    /** A longer text was not typed; it is not even read. */
    private static final int LONGEST_TEXT = 4_000_000;

    private final boolean withText;
    private final JsonSpan spans;
    private final StringBuilder text = new StringBuilder();
    private String type = "";
    private String role = "";
    private @Nullable String name;
    private @Nullable Instant timestamp;
    private @Nullable Instant messageTimestamp;

    private EntryGlance(JsonSpan spans, boolean withText) {
        this.spans = spans;
        this.withText = withText;
    }

    /**
     * Reads a line; null if it is not a JSON object.
     *
     * @param withText whether the text of a message is read
     */
    static @Nullable EntryGlance of(byte[] line, boolean withText) {
        int end = line.length;
        while (end > 0 && line[end - 1] == ' ') {
            end--;
        }
        var spans = new JsonSpan(line, end);
        var glance = new EntryGlance(spans, withText);
        return spans.isObject(0) && spans.object(0, glance::field) == end ? glance : null;
    }

    String type() {
        return type;
    }

    /** Returns whether it is a message of the user or the model. */
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

    /** Returns the text blocks of the message, joined by line breaks. */
    String text() {
        return text.toString();
    }

    /** Returns the time that a string or a number of milliseconds stands for, in whole milliseconds; null if it is none. */
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

    private int field(int nameFrom, int nameTo, int at) {
        if (spans.is(nameFrom, nameTo, "message")) {
            return spans.object(at, this::messageField);
        }
        int end = spans.skip(at);
        if (spans.is(nameFrom, nameTo, "type")) {
            type = stringOrEmpty(at, end);
        } else if (spans.is(nameFrom, nameTo, "timestamp")) {
            timestamp = time(spans.value(at, end));
        } else if (spans.is(nameFrom, nameTo, "name")) {
            name = spans.string(at, end);
        }
        return end;
    }

    private int messageField(int nameFrom, int nameTo, int at) {
        boolean isContent = withText && spans.is(nameFrom, nameTo, "content");
        int end = isContent ? spans.list(at, this::block) : spans.skip(at);
        if (isContent) {
            add(at, end);
        } else if (spans.is(nameFrom, nameTo, "role")) {
            role = stringOrEmpty(at, end);
        } else if (spans.is(nameFrom, nameTo, "timestamp")) {
            messageTimestamp = time(spans.value(at, end));
        }
        return end;
    }

    private int block(int at) {
        var block = new Block();
        int end = spans.object(at, block::field);
        add(at, end);
        if (block.isText) {
            add(block.from, block.to);
        }
        return end;
    }

    /** Adds the value between two places if it is a text. */
    private void add(int from, int end) {
        if (text.length() < SessionText.MESSAGE && end - from <= LONGEST_TEXT) {
            var more = spans.string(from, end);
            if (more != null) {
                text.append(text.isEmpty() ? "" : "\n").append(Words.head(more, SessionText.MESSAGE));
            }
        }
    }

    private String stringOrEmpty(int from, int end) {
        var string = spans.string(from, end);
        return string == null ? "" : string;
    }

    private final class Block {
        private boolean isText;
        private int from;
        private int to = JsonSpan.NONE;

        int field(int nameFrom, int nameTo, int at) {
            int end = spans.skip(at);
            if (spans.is(nameFrom, nameTo, "type")) {
                isText = end != JsonSpan.NONE && spans.is(at, end, "text");
            } else if (spans.is(nameFrom, nameTo, "text")) {
                from = at;
                to = end;
            }
            return end;
        }
    }
}
