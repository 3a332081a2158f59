package dev.pawl.config.text;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.config.text.JsonEdit.Change;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * The text of a JSON object as users read it: changed in single places, indented by two spaces.
 *
 * <p>It copies token by token, so that unchanged values keep their place and numbers their digits.
 */
public final class JsonText {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(2_000)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private static final JsonFactory WITH_COMMENTS = FACTORY.rebuild()
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS, JsonReadFeature.ALLOW_TRAILING_COMMA)
            .build();

    private final StringBuilder out = new StringBuilder();
    private int depth;

    private JsonText() {}

    /** The text of an object with the changes made; it must be known to be one. */
    public static String edited(String object, JsonEdit edit) {
        var text = new JsonText();
        try (var parser = FACTORY.createParser(ObjectReadContext.empty(), object)) {
            parser.nextToken();
            text.object(parser, edit.changes());
        }
        return text.out.append('\n').toString();
    }

    /**
     * Reads an object as editors write it: with comments, and commas after the last value.
     *
     * @throws IllegalArgumentException if it is not one; the message names the line
     */
    public static JsonObject parseWithComments(String object) {
        var text = new JsonText();
        try (var parser = WITH_COMMENTS.createParser(ObjectReadContext.empty(), object)) {
            parser.nextToken();
            text.copy(parser);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("there is more text after the object");
            }
        } catch (JacksonException e) {
            var place = e.getLocation();
            throw new IllegalArgumentException(
                    (place == null ? "" : "line " + place.getLineNr() + ": ") + e.getOriginalMessage(), e);
        }
        return JsonObject.parse(text.out.toString());
    }

    /** Where a text stops being a JSON object, what is expected there, and what to do; without a full stop. */
    public static String complaint(String text) {
        var mistake = JsonMistake.in(text);
        return mistake == null ? "it is no JSON that can be read" : mistake;
    }

    private void object(JsonParser parser, Map<String, Change> changes) {
        var left = new LinkedHashMap<>(changes);
        boolean any = false;
        open('{');
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            var name = parser.currentName();
            var value = parser.nextToken();
            var change = left.remove(name);
            if (change == null && changes.containsKey(name)) {
                parser.skipChildren(); // The same name once more; the one that counted has been changed already.
            } else if (change instanceof Change.Inside(var inner) && value == JsonToken.START_OBJECT) {
                member(name, any);
                any = true;
                object(parser, inner);
            } else if (change != null) {
                parser.skipChildren();
                any |= changed(name, change, any);
            } else {
                member(name, any);
                any = true;
                copy(parser);
            }
        }
        for (var change : left.entrySet()) {
            any |= changed(change.getKey(), change.getValue(), any);
        }
        close('}', any);
    }

    /** Writes what a change puts under a name, if it puts anything. */
    private boolean changed(String name, Change change, boolean after) {
        if (change instanceof Change.Put(var value)) {
            member(name, after);
            write(value);
            return true;
        }
        if (change instanceof Change.Inside(var inner) && puts(inner)) {
            member(name, after);
            boolean any = false;
            open('{');
            for (var each : inner.entrySet()) {
                any |= changed(each.getKey(), each.getValue(), any);
            }
            close('}', any);
            return true;
        }
        return false;
    }

    private static boolean puts(Map<String, Change> changes) {
        for (var change : changes.values()) {
            if (change instanceof Change.Put || (change instanceof Change.Inside(var inner) && puts(inner))) {
                return true;
            }
        }
        return false;
    }

    private void copy(JsonParser parser) {
        var token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            object(parser, Map.of());
        } else if (token == JsonToken.START_ARRAY) {
            boolean any = false;
            open('[');
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                line(any);
                any = true;
                copy(parser);
            }
            close(']', any);
        } else if (token == JsonToken.VALUE_STRING) {
            out.append(Json.write(parser.getString()));
        } else {
            out.append(parser.getString());
        }
    }

    private void write(@Nullable Object value) {
        if (value instanceof JsonObject object) {
            boolean any = false;
            open('{');
            for (var field : object.asMap().entrySet()) {
                member(field.getKey(), any);
                any = true;
                write(field.getValue());
            }
            close('}', any);
        } else if (value instanceof List<?> list) {
            boolean any = false;
            open('[');
            for (var element : list) {
                line(any);
                any = true;
                write(element);
            }
            close(']', any);
        } else {
            out.append(Json.write(value));
        }
    }

    private void open(char bracket) {
        out.append(bracket);
        depth++;
    }

    private void close(char bracket, boolean any) {
        depth--;
        if (any) {
            out.append('\n').repeat("  ", depth);
        }
        out.append(bracket);
    }

    private void member(String name, boolean after) {
        line(after);
        out.append(Json.write(name)).append(": ");
    }

    private void line(boolean after) {
        out.append(after ? ",\n" : "\n").repeat("  ", depth);
    }
}
