package dev.pawl.api.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
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
    private static final @Nullable Object[] NO_PAIRS = {};
    private static final JsonObject EMPTY = new JsonObject(NO_PAIRS);

    /** Names and values in turn, where the fields are few. */
    private final @Nullable Object[] pairs;

    /** The fields where they are many; null otherwise. */
    private final @Nullable Map<String, @Nullable Object> many;

    private volatile byte @Nullable [] written;

    /** Takes over names, each only once, and already frozen values in turn. */
    JsonObject(@Nullable Object[] pairs) {
        this.pairs = pairs;
        this.many = null;
    }

    /** Takes over a map of already frozen values. */
    JsonObject(Map<String, @Nullable Object> many) {
        this.pairs = NO_PAIRS;
        this.many = many;
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
        var fields = new FieldList(map.size());
        map.forEach((name, value) -> fields.put(name, Json.freeze(value)));
        return fields.toObject();
    }

    /** Turns a record into an object with one field a component; absent (null) components are left out. */
    public static JsonObject from(Record record) {
        return RecordBinding.toJson(record);
    }

    /**
     * Reads one JSON object.
     *
     * @throws JsonMistake if the text is something else
     */
    public static JsonObject parse(String text) {
        return parse(Json.utf8(text));
    }

    /** Reads one JSON object from UTF-8. Bytes that are none are read as well as they can be. */
    public static JsonObject parse(byte[] utf8) {
        return parse(utf8, 0, utf8.length);
    }

    /** Reads one JSON object from a part of a buffer of UTF-8. */
    public static JsonObject parse(byte[] utf8, int from, int length) {
        return read(utf8, from, length, JsonReader.Form.AS_IT_IS);
    }

    /** Reads one JSON object as people write it: with comments, and with commas behind the last element. */
    public static JsonObject parseWithComments(String text) {
        var utf8 = Json.utf8(text);
        return read(utf8, 0, utf8.length, JsonReader.Form.WITH_COMMENTS);
    }

    /** Reads one JSON object in which a name that stands twice in the same braces is a mistake. */
    public static JsonObject parseDistinct(String text) {
        var utf8 = Json.utf8(text);
        return read(utf8, 0, utf8.length, JsonReader.Form.EACH_NAME_ONCE);
    }

    private static JsonObject read(byte[] utf8, int from, int length, JsonReader.Form form) {
        if (JsonReader.read(utf8, from, length, form) instanceof JsonObject object) {
            return object;
        }
        throw JsonMistake.noObject(utf8, from, from + length);
    }

    /** Binds the fields to a record's components by name. A field that does not fit is named in the exception. */
    public <R extends Record> R as(Class<R> type) {
        return RecordBinding.toRecord(this, type);
    }

    public @Nullable Object get(String name) {
        if (many != null) {
            return many.get(name);
        }
        int place = FieldList.find(pairs, 0, pairs.length, name);
        return place < 0 ? null : pairs[place + 1];
    }

    public boolean has(String name) {
        return many == null ? FieldList.find(pairs, 0, pairs.length, name) >= 0 : many.containsKey(name);
    }

    public @Nullable String string(String name) {
        return get(name) instanceof String text ? text : null;
    }

    public String string(String name, String otherwise) {
        return get(name) instanceof String text ? text : otherwise;
    }

    public long number(String name, long otherwise) {
        return get(name) instanceof Number number ? number.longValue() : otherwise;
    }

    public int integer(String name, int otherwise) {
        return get(name) instanceof Number number ? number.intValue() : otherwise;
    }

    public double decimal(String name, double otherwise) {
        return get(name) instanceof Number number ? number.doubleValue() : otherwise;
    }

    public boolean bool(String name, boolean otherwise) {
        return get(name) instanceof Boolean bool ? bool : otherwise;
    }

    /** Returns the object under a name, empty if there is none. */
    public JsonObject object(String name) {
        return get(name) instanceof JsonObject object ? object : EMPTY;
    }

    /** Returns the list under a name, empty if there is none. */
    @SuppressWarnings("unchecked")
    public List<@Nullable Object> list(String name) {
        return get(name) instanceof List<?> list ? (List<@Nullable Object>) list : List.of();
    }

    /** Returns the objects of the list under a name; elements that are not objects are left out. */
    public List<JsonObject> objects(String name) {
        return only(JsonObject.class, list(name));
    }

    /** Returns the strings of the list under a name; elements that are not strings are left out. */
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
        var changed = copy(1);
        changed.put(name, Json.freeze(value));
        return changed.toObject();
    }

    /** Returns this object with a field, or the object itself where there is no value. */
    public JsonObject given(String name, @Nullable Object value) {
        return value == null ? this : with(name, value);
    }

    /** This object with another's fields put over its own. */
    public JsonObject with(JsonObject other) {
        if (other.isEmpty()) {
            return this;
        }
        if (isEmpty()) {
            return other;
        }
        var changed = copy(other.size());
        other.addTo(changed);
        return changed.toObject();
    }

    private FieldList copy(int more) {
        var copy = new FieldList(size() + more);
        addTo(copy);
        return copy;
    }

    private void addTo(FieldList list) {
        if (many != null) {
            many.forEach(list::put);
        } else {
            for (int i = 0; i < pairs.length; i += 2) {
                list.put(FieldList.name(pairs, i), pairs[i + 1]);
            }
        }
    }

    private int size() {
        return many == null ? pairs.length / 2 : many.size();
    }

    public JsonObject without(String... names) {
        return without(Arrays.asList(names));
    }

    public JsonObject without(Collection<String> names) {
        return many == null ? fewWithout(names) : manyWithout(many, names);
    }

    private JsonObject fewWithout(Collection<String> names) {
        int fields = pairs.length / 2;
        int gone = 0; // A bit for each field.
        for (var name : names) {
            int place = FieldList.find(pairs, 0, pairs.length, name);
            gone |= place < 0 ? 0 : 1 << (place / 2);
        }
        if (gone == 0) {
            return this;
        }
        // Mostly all fields are known and nothing is left.
        int left = fields - Integer.bitCount(gone);
        if (left == 0) {
            return EMPTY;
        }
        var rest = new @Nullable Object[2 * left];
        int used = 0;
        for (int i = 0; i < fields; i++) {
            if ((gone & 1 << i) == 0) {
                rest[used++] = pairs[2 * i];
                rest[used++] = pairs[2 * i + 1];
            }
        }
        return new JsonObject(rest);
    }

    private static JsonObject manyWithout(Map<String, @Nullable Object> many, Collection<String> names) {
        var rest = new FieldList(many.size());
        many.forEach((name, value) -> {
            if (!names.contains(name)) {
                rest.put(name, value);
            }
        });
        return rest.toObject();
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

    /** Names and values in turn; null where the fields are many. */
    @Nullable
    Object @Nullable [] pairs() {
        return many == null ? pairs : null;
    }

    public Set<String> names() {
        return asMap().keySet();
    }

    public boolean isEmpty() {
        return size() == 0;
    }

    /** Returns the fields as a map that cannot be changed. */
    public Map<String, @Nullable Object> asMap() {
        return many == null ? new FieldList.View(pairs) : Collections.unmodifiableMap(many);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JsonObject object && asMap().equals(object.asMap());
    }

    @Override
    public int hashCode() {
        return asMap().hashCode();
    }

    /** Returns the object as compact JSON. */
    @Override
    public String toString() {
        return Json.write(this);
    }
}
