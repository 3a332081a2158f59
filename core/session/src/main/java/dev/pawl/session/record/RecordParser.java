package dev.pawl.session.record;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/** Goes through the fields of one line without building objects; fields that are not requested are skipped. */
public final class RecordParser {
    private final JsonFactory factory;

    /** A parser that gives up on a line when it is asked for a longer string. */
    public RecordParser(int longestString) {
        this.factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxStringLength(longestString)
                        .maxNestingDepth(2_000)
                        .build())
                .build();
    }

    /** What is done with a field; the parser is at its value, and is left there or at the value's end. */
    public interface Field {
        void read(String name, JsonParser value);
    }

    /** What is done with a value; the parser is there, and is left there or at the value's end. */
    public interface Value {
        void read(JsonParser value);
    }

    /** How reading a line ended: it may be no JSON object, or have something longer or deeper than what is allowed. */
    public enum Outcome {
        READ,
        MALFORMED,
        TOO_LARGE
    }

    /** Reads a line. What the reader has seen holds only if the line turns out to be one JSON object to its end. */
    public Outcome read(Reader line, Value record) throws IOException {
        return read(() -> factory.createParser(ObjectReadContext.empty(), line), record);
    }

    /** Reads a line in UTF-8. That is faster than reading text, but a byte out of place makes the line malformed. */
    public Outcome read(InputStream line, Value record) throws IOException {
        return read(() -> factory.createParser(ObjectReadContext.empty(), line), record);
    }

    private static Outcome read(Supplier<JsonParser> open, Value record) throws IOException {
        try (var parser = open.get()) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Outcome.MALFORMED;
            }
            record.read(parser);
            return parser.nextToken() == null ? Outcome.READ : Outcome.MALFORMED;
        } catch (JacksonIOException e) {
            throw e.getCause();
        } catch (StreamConstraintsException _) {
            return Outcome.TOO_LARGE;
        } catch (JacksonException _) {
            return Outcome.MALFORMED;
        }
    }

    /** Reads the fields of the object at which the parser stands. */
    public static void fields(JsonParser parser, Field field) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            var name = parser.currentName();
            parser.nextToken();
            field.read(name, parser);
            parser.skipChildren();
        }
    }

    /** Reads the elements of the list at which the parser stands. */
    public static void elements(JsonParser parser, Value element) {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            element.read(parser);
            parser.skipChildren();
        }
    }

    /** The string at which the parser stands; null for any other value. */
    public static @Nullable String string(JsonParser parser) {
        return parser.currentToken() == JsonToken.VALUE_STRING ? parser.getString() : null;
    }
}
