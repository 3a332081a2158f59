package dev.pawl.session.record;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;

/**
 * The positions in the file of the parts of one record that a migration changes.
 *
 * <p>Lines must come in ISO 8859-1, in which each byte is one character. All that a migration looks for is ASCII.
 */
final class RecordSpans {
    /** Bytes of the file, the last one not included. */
    record Span(long from, long to) {}

    private static final RecordParser PARSER = new RecordParser(Integer.MAX_VALUE);

    private final long lineStart;
    private @Nullable String type;
    private long typeEnd;
    private @Nullable Span id;
    private @Nullable Span parentId;
    private @Nullable Span version;
    private @Nullable Span firstKept;
    private long firstKeptIndex;
    private @Nullable String role;
    private @Nullable Span roleValue;

    private RecordSpans(long lineStart) {
        this.lineStart = lineStart;
    }

    /** The parts of this line; null if it is not a record. */
    static @Nullable RecordSpans of(Lines lines) throws IOException {
        var spans = new RecordSpans(lines.start());
        return PARSER.read(lines.text(), spans::record) == RecordParser.Outcome.READ ? spans : null;
    }

    /** The type; null if it has none, and so is not an entry. */
    @Nullable
    String type() {
        return type;
    }

    /** Behind the value of the type, where fields can be added. */
    long typeEnd() {
        return typeEnd;
    }

    @Nullable
    Span id() {
        return id;
    }

    @Nullable
    Span parentId() {
        return parentId;
    }

    @Nullable
    Span version() {
        return version;
    }

    /** The field {@code firstKeptEntryIndex} with its name, if its value is a number. */
    @Nullable
    Span firstKept() {
        return firstKept;
    }

    long firstKeptIndex() {
        return firstKeptIndex;
    }

    /** The role of the message in its quotes, if it is this one. */
    @Nullable
    Span role(String wanted) {
        return wanted.equals(role) ? roleValue : null;
    }

    private void record(JsonParser parser) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            long nameStart = place(parser.currentTokenLocation());
            var name = parser.currentName();
            parser.nextToken();
            field(name, nameStart, parser);
            parser.skipChildren();
        }
    }

    private void field(String name, long nameStart, JsonParser value) {
        switch (name) {
            case "type" -> {
                type = RecordParser.string(value);
                typeEnd = span(value).to();
            }
            case "id" -> id = span(value);
            case "parentId" -> parentId = span(value);
            case "version" -> version = span(value);
            case "firstKeptEntryIndex" -> {
                if (value.currentToken().isNumeric()) {
                    firstKeptIndex = (long) value.getDoubleValue();
                    firstKept = new Span(nameStart, span(value).to());
                }
            }
            case "message" -> {
                if (value.currentToken() == JsonToken.START_OBJECT) {
                    RecordParser.fields(value, this::messageField);
                }
            }
            default -> {}
        }
    }

    private void messageField(String name, JsonParser value) {
        if (name.equals("role")) {
            role = RecordParser.string(value);
            roleValue = span(value);
        }
    }

    private Span span(JsonParser value) {
        long from = place(value.currentTokenLocation());
        value.skipChildren();
        value.finishToken();
        return new Span(from, place(value.currentLocation()));
    }

    private long place(TokenStreamLocation location) {
        return lineStart + location.getCharOffset();
    }
}
