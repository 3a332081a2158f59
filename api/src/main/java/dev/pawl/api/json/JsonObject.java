package dev.pawl.api.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object that never changes: the form of all data whose shape the vocabulary does not fix.
 *
 * <p>Values are {@code String}, {@code Boolean}, {@code Long} (also for 5.0), {@code Double}, {@code BigInteger} where
 * a long is too short, {@code List} and {@code JsonObject}, or {@code null} for JSON's null. The order of fields is
 * kept.
 */
public final class JsonObject {
    private static final JsonObject EMPTY = new JsonObject(Map.of());

    private final Map<String, @Nullable Object> fields;
    private volatile byte @Nullable [] written;

    /** Takes over a map of already frozen values. */
    JsonObject(Map<String, @Nullable Object> fields) {
        this.fields = fields;
    }

    public static JsonObject empty() {
        return EMPTY;
    }

    public static JsonObject of(String name, @Nullable Object value) {
        return EMPTY.with(name, value);
    }

    public static JsonObject of(String name1, @Nullable Object value1, String name2, @Nullable Object value2) {
        return EMPTY.with(name1, value1).with(name2, value2);
    }

    /** Copies a map, its maps, collections and records all the way down. */
    public static JsonObject from(Map<String, ? extends @Nullable Object> map) {
        if (map.isEmpty()) {
            return EMPTY;
        }
        var fields = new LinkedHashMap<String, @Nullable Object>();
        map.forEach((name, value) -> fields.put(name, Json.freeze(value)));
        return new JsonObject(fields);
    }

    /** Turns a record into an object with one field a component; absent (null) components are left out. */
    public static JsonObject from(Record record) {
        return RecordBinding.toJson(record);
    }

    /** Reads one JSON object. Text that is something else is an {@link IllegalArgumentException} with the position. */
    public static JsonObject parse(String text) {
        if (Json.parse(text) instanceof JsonObject object) {
            return object;
        }
        throw new IllegalArgumentException("not a JSON object: " + Json.excerpt(text));
    }

    /** Reads one JSON object from UTF-8. Bytes that are none are read as well as they can be. */
    public static JsonObject parse(byte[] utf8) {
        if (Json.parse(utf8) instanceof JsonObject object) {
            return object;
        }
        throw new IllegalArgumentException(
                "not a JSON object: " + Json.excerpt(new String(utf8, StandardCharsets.UTF_8)));
    }

    /** Binds the fields to a record's components by name. A field that does not fit is named in the exception. */
    public <R extends Record> R as(Class<R> type) {
        return RecordBinding.toRecord(this, type);
    }

    public @Nullable Object get(String name) {
        return fields.get(name);
    }

    public boolean has(String name) {
        return fields.containsKey(name);
    }

    public @Nullable String string(String name) {
        return fields.get(name) instanceof String text ? text : null;
    }

    public String string(String name, String otherwise) {
        return fields.get(name) instanceof String text ? text : otherwise;
    }

    public long number(String name, long otherwise) {
        return fields.get(name) instanceof Number number ? number.longValue() : otherwise;
    }

    public int integer(String name, int otherwise) {
        return fields.get(name) instanceof Number number ? number.intValue() : otherwise;
    }

    public double decimal(String name, double otherwise) {
        return fields.get(name) instanceof Number number ? number.doubleValue() : otherwise;
    }

    public boolean bool(String name, boolean otherwise) {
        return fields.get(name) instanceof Boolean bool ? bool : otherwise;
    }

    /** The object under a name, empty if there is none. */
    public JsonObject object(String name) {
        return fields.get(name) instanceof JsonObject object ? object : EMPTY;
    }

    /** The list under a name, empty if there is none. */
    @SuppressWarnings("unchecked")
    public List<@Nullable Object> list(String name) {
        return fields.get(name) instanceof List<?> list ? (List<@Nullable Object>) list : List.of();
    }

    /** The objects of the list under a name; elements that are not objects are left out. */
    public List<JsonObject> objects(String name) {
        return only(JsonObject.class, list(name));
    }

    /** The strings of the list under a name; elements that are not strings are left out. */
    public List<String> strings(String name) {
        return only(String.class, list(name));
    }

    private static <T> List<T> only(Class<T> type, List<@Nullable Object> list) {
        // Loops, no streams: this is asked of every event of an answer.
        if (list.size() == 1) {
            return type.isInstance(list.getFirst()) ? List.of(type.cast(list.getFirst())) : List.of();
        }
        var found = new ArrayList<T>(list.size());
        for (var element : list) {
            if (type.isInstance(element)) {
                found.add(type.cast(element));
            }
        }
        return Collections.unmodifiableList(found);
    }

    public JsonObject with(String name, @Nullable Object value) {
        var changed = new LinkedHashMap<String, @Nullable Object>(fields);
        changed.put(name, Json.freeze(value));
        return new JsonObject(changed);
    }

    /** This object with another's fields put over its own. */
    public JsonObject with(JsonObject other) {
        if (other.isEmpty()) {
            return this;
        }
        if (isEmpty()) {
            return other;
        }
        var changed = new LinkedHashMap<String, @Nullable Object>(fields);
        changed.putAll(other.fields);
        return new JsonObject(changed);
    }

    public JsonObject without(String... names) {
        return without(Arrays.asList(names));
    }

    public JsonObject without(Collection<String> names) {
        int kept = 0;
        for (var name : fields.keySet()) {
            kept += names.contains(name) ? 0 : 1;
        }
        // Mostly all fields are known and nothing is left, so nothing is copied.
        if (kept == 0) {
            return EMPTY;
        }
        if (kept == fields.size()) {
            return this;
        }
        var rest = new LinkedHashMap<String, @Nullable Object>();
        fields.forEach((name, value) -> {
            if (!names.contains(name)) {
                rest.put(name, value);
            }
        });
        return new JsonObject(rest);
    }

    /** This object, which keeps its written form from now on: for what is written again and again. */
    public JsonObject keepingWritten() {
        if (written == null) {
            written = Json.writeUtf8(this);
        }
        return this;
    }

    byte @Nullable [] written() {
        return written;
    }

    public Set<String> names() {
        return asMap().keySet();
    }

    public boolean isEmpty() {
        return fields.isEmpty();
    }

    /** The fields as a map that cannot be changed. */
    public Map<String, @Nullable Object> asMap() {
        return Collections.unmodifiableMap(fields);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JsonObject object && fields.equals(object.fields);
    }

    @Override
    public int hashCode() {
        return fields.hashCode();
    }

    /** The object as compact JSON. */
    @Override
    public String toString() {
        return Json.write(this);
    }
}
