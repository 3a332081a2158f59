package dev.pawl.api.json;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object in the making: names and values in turn, in one array while they are few.
 *
 * <p>Most objects have a handful of fields, and there are hundreds of thousands of them in a long session: a hash table
 * for each would take five times the memory, and longer to make than to look through an array.
 */
final class FieldList {
    /** With more fields than this a hash table is faster. */
    static final int FEW = 16;

    private @Nullable Object[] pairs;
    private int used;
    private @Nullable Map<String, @Nullable Object> many;

    FieldList(int expected) {
        pairs = new @Nullable Object[2 * Math.clamp(expected, 4, FEW)];
    }

    /** A name that is there already keeps its place. */
    void put(String name, @Nullable Object value) {
        if (many != null) {
            many.put(name, value);
            return;
        }
        int place = find(pairs, 0, used, name);
        if (place >= 0) {
            pairs[place + 1] = value;
        } else if (used == 2 * FEW) {
            many = mapOf(pairs, 0, used);
            many.put(name, value);
        } else {
            if (used == pairs.length) {
                pairs = Arrays.copyOf(pairs, 2 * FEW);
            }
            pairs[used++] = name;
            pairs[used++] = value;
        }
    }

    JsonObject toObject() {
        if (many != null) {
            return new JsonObject(many);
        }
        return used == 0 ? JsonObject.empty() : new JsonObject(Arrays.copyOf(pairs, used));
    }

    /** Returns where a name stands among pairs; -1 if it does not. */
    static int find(@Nullable Object[] pairs, int from, int to, String name) {
        int hash = name.hashCode(); // A string keeps its own, so that comparing two of them is cheap.
        for (int i = from; i < to; i += 2) {
            var other = (String) pairs[i];
            if (other == name || (other != null && other.hashCode() == hash && other.equals(name))) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the fields in a hash table, which keeps their order. */
    static Map<String, @Nullable Object> mapOf(@Nullable Object[] pairs, int from, int to) {
        var map = new LinkedHashMap<String, @Nullable Object>();
        for (int i = from; i < to; i += 2) {
            map.put(name(pairs, i), pairs[i + 1]);
        }
        return map;
    }

    /** Returns the name in a place where a name stands. */
    static String name(@Nullable Object[] pairs, int place) {
        return (String) Objects.requireNonNull(pairs[place]);
    }

    /** Pairs as a map that cannot be changed. */
    static final class View extends AbstractMap<String, @Nullable Object> {
        private final @Nullable Object[] pairs;

        View(@Nullable Object[] pairs) {
            this.pairs = pairs;
        }

        @Override
        public int size() {
            return pairs.length / 2;
        }

        @Override
        public @Nullable Object get(@Nullable Object name) {
            int place = name instanceof String text ? find(pairs, 0, pairs.length, text) : -1;
            return place < 0 ? null : pairs[place + 1];
        }

        @Override
        public boolean containsKey(@Nullable Object name) {
            return name instanceof String text && find(pairs, 0, pairs.length, text) >= 0;
        }

        @Override
        public Set<Entry<String, @Nullable Object>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public int size() {
                    return pairs.length / 2;
                }

                @Override
                public Iterator<Entry<String, @Nullable Object>> iterator() {
                    return new Entries(pairs);
                }
            };
        }
    }

    private static final class Entries implements Iterator<Map.Entry<String, @Nullable Object>> {
        private final @Nullable Object[] pairs;
        private int at;

        Entries(@Nullable Object[] pairs) {
            this.pairs = pairs;
        }

        @Override
        public boolean hasNext() {
            return at < pairs.length;
        }

        @Override
        public Map.Entry<String, @Nullable Object> next() {
            if (at >= pairs.length) {
                throw new NoSuchElementException();
            }
            at += 2;
            return new AbstractMap.SimpleImmutableEntry<>(name(pairs, at - 2), pairs[at - 1]);
        }
    }
}
