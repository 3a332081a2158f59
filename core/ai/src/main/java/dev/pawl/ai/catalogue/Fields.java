package dev.pawl.ai.catalogue;

import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object in a file, each with its path, so that a wrong one can be named.
 *
 * <p>The value of a field is never shown: it may be a key.
 */
final class Fields {
    private final String file;
    private final String path;
    private final JsonObject json;
    private final List<ModelProblem> problems;
    private final @Nullable Fields parent;
    private final String consequence;
    private boolean sound = true;

    private Fields(
            String file,
            String path,
            JsonObject json,
            List<ModelProblem> problems,
            @Nullable Fields parent,
            String consequence) {
        this.file = file;
        this.path = path;
        this.json = json;
        this.problems = problems;
        this.parent = parent;
        this.consequence = consequence;
    }

    static Fields of(String file, JsonObject json, List<ModelProblem> problems) {
        return new Fields(file, "", json, problems, null, "");
    }

    /** Returns the same fields as a whole of their own: what is wrong in them does not spoil what is around them. */
    Fields alone(String consequence) {
        return new Fields(file, path, json, problems, null, " " + consequence);
    }

    private Fields below(String name, JsonObject object) {
        return new Fields(file, path(name), object, problems, this, consequence);
    }

    /** Returns whether nothing was wrong so far. */
    boolean sound() {
        return sound;
    }

    JsonObject json() {
        return json;
    }

    @Nullable
    String text(String name) {
        var value = json.get(name);
        if (value instanceof String text && !text.isBlank()) {
            return text;
        }
        if (json.has(name)) {
            wrong(name, value instanceof String ? "is empty" : "is " + kind(value), "a text in double quotes");
        }
        return null;
    }

    @Nullable
    Boolean flag(String name) {
        var value = json.get(name);
        if (json.has(name) && !(value instanceof Boolean)) {
            wrong(name, "is " + kind(value), "true or false");
        }
        return value instanceof Boolean flag ? flag : null;
    }

    /** Returns a number of tokens, at least 1. */
    @Nullable
    Long tokens(String name) {
        var number = number(name, 1, "a number of tokens, 1 or more");
        return number == null ? null : (Long) number.longValue();
    }

    /** Checks a price in dollars, at least 0. */
    void price(String name) {
        number(name, 0, "a number, 0 or more");
    }

    private @Nullable Number number(String name, int least, String expected) {
        if (json.get(name) instanceof Number number && number.doubleValue() >= least) {
            return number;
        }
        if (json.has(name)) {
            wrong(name, "is " + kind(json.get(name)), expected);
        }
        return null;
    }

    /** Returns an object of any content; empty if there is none. */
    JsonObject object(String name) {
        if (json.has(name) && !(json.get(name) instanceof JsonObject)) {
            wrong(name, "is " + kind(json.get(name)), "an object in braces");
        }
        return json.object(name);
    }

    /** Returns the fields of an object; of an empty one if there is none. What is wrong in it is wrong here, too. */
    Fields in(String name) {
        var object = object(name);
        return below(name, object);
    }

    /** Returns the objects of a list, each with its own path. */
    List<Fields> objects(String name) {
        var all = new ArrayList<Fields>();
        var list = list(name, "a list in brackets");
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i) instanceof JsonObject object) {
                all.add(below(name + "[" + i + "]", object));
            } else {
                wrong(name + "[" + i + "]", "is " + kind(list.get(i)), "an object in braces");
            }
        }
        return all;
    }

    /** Returns the objects by name. */
    Map<String, Fields> byName(String name) {
        var all = new LinkedHashMap<String, Fields>();
        var object = object(name);
        for (var key : object.names()) {
            if (object.get(key) instanceof JsonObject inner) {
                all.put(key, below(name + "." + key, inner));
            } else {
                wrong(name + "." + key, "is " + kind(object.get(key)), "an object in braces");
            }
        }
        return all;
    }

    /** Texts by name. */
    Map<String, String> texts(String name) {
        var object = object(name);
        for (var key : object.names()) {
            if (!(object.get(key) instanceof String)) {
                wrong(name + "." + key, "is " + kind(object.get(key)), "a text in double quotes");
            }
        }
        return ModelLayers.texts(object);
    }

    List<@Nullable Object> list(String name, String expected) {
        if (json.has(name) && !(json.get(name) instanceof List<?>)) {
            wrong(name, "is " + kind(json.get(name)), expected);
        }
        return json.list(name);
    }

    void wrong(String name, String found, String expected) {
        problem(name, found + ", but must be " + expected + ".");
    }

    void problem(String name, String message) {
        for (var fields = this; fields != null; fields = fields.parent) {
            fields.sound = false;
        }
        note(name, message + consequence);
    }

    /** Reports something about a field that can be used all the same. */
    void note(String name, String message) {
        problems.add(new ModelProblem(file + ": " + path(name), message));
    }

    private String path(String name) {
        return path.isEmpty() ? name : name.isEmpty() ? path : path + "." + name;
    }

    static String kind(@Nullable Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof String) {
            return "a text";
        }
        if (value instanceof Boolean) {
            return "true or false";
        }
        if (value instanceof Number number) {
            return number.doubleValue() < 0 ? "a negative number" : number.doubleValue() == 0 ? "zero" : "a number";
        }
        return value instanceof List<?> ? "a list" : "an object";
    }
}
