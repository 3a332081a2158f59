package dev.pawl.session.store;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where each entry of a session is in its file, who it is and whose child.
 *
 * <p>Arrays of plain numbers: 33 bytes for an entry, 45 while they grow. An id of eight hex digits, which is what all
 * programs write, is kept as a number; others are kept as they are.
 */
public final class EntryIndex {
    private static final int FIRST_CAPACITY = 256;

    private long[] offsets = new long[FIRST_CAPACITY];
    private int[] lengths = new int[FIRST_CAPACITY];
    private int[] parents = new int[FIRST_CAPACITY];
    private int[] ids = new int[FIRST_CAPACITY];
    private byte[] types = new byte[FIRST_CAPACITY];
    private int size;

    /** Places by id, open addressing; 0 is free, otherwise one more than the place. */
    private int[] table = new int[FIRST_CAPACITY * 2];

    private final Map<Integer, String> oddIds = new HashMap<>();
    private final Map<String, Byte> typeNumbers = new LinkedHashMap<>();
    private final String[] typeNames = new String[128];

    int size() {
        return size;
    }

    long offset(int index) {
        return offsets[index];
    }

    int length(int index) {
        return lengths[index];
    }

    int parent(int index) {
        return parents[index];
    }

    String id(int index) {
        var odd = oddIds.get(index);
        return odd == null ? hex(ids[index]) : odd;
    }

    String type(int index) {
        return typeNames[types[index]];
    }

    /** The last entry with an id, or {@link EntryLog#NONE}. */
    int find(String id) {
        int number = number(id);
        int found = EntryLog.NONE;
        for (int slot = slot(number); table[slot] != 0; slot = (slot + 1) & (table.length - 1)) {
            int index = table[slot] - 1;
            if (ids[index] == number && id(index).equals(id) && index > found) {
                found = index;
            }
        }
        return found;
    }

    /** Adds an entry at the end. A parent that is not there yet counts as none, so there can be no circles. */
    public void add(long offset, int length, String id, @Nullable String parentId, String type) {
        if (size == offsets.length) {
            grow();
        }
        int index = size;
        offsets[index] = offset;
        lengths[index] = length;
        parents[index] = parentId == null ? EntryLog.NONE : find(parentId);
        types[index] = typeNumber(type);
        ids[index] = number(id);
        if (!hex(ids[index]).equals(id)) {
            oddIds.put(index, id);
        }
        size++;
        enter(index);
    }

    private void enter(int index) {
        int slot = slot(ids[index]);
        while (table[slot] != 0) {
            slot = (slot + 1) & (table.length - 1);
        }
        table[slot] = index + 1;
    }

    private void grow() {
        int capacity = size + (size >> 1);
        offsets = Arrays.copyOf(offsets, capacity);
        lengths = Arrays.copyOf(lengths, capacity);
        parents = Arrays.copyOf(parents, capacity);
        ids = Arrays.copyOf(ids, capacity);
        types = Arrays.copyOf(types, capacity);
        if (capacity * 3L / 2 > table.length) {
            table = new int[Integer.highestOneBit(capacity) * 4];
            for (int index = 0; index < size; index++) {
                enter(index);
            }
        }
    }

    private int slot(int number) {
        return ((number * 0x9E3779B9) >>> 7) & (table.length - 1);
    }

    /** Types are few: past 127 different ones in one session, the rest share the last name. */
    private byte typeNumber(String type) {
        var known = typeNumbers.get(type);
        if (known != null) {
            return known;
        }
        byte next = (byte) Math.min(typeNumbers.size(), typeNames.length - 1);
        typeNumbers.put(type, next);
        typeNames[next] = type;
        return next;
    }

    private static int number(String id) {
        if (id.length() == 8) {
            int number = 0;
            for (int i = 0; i < 8; i++) {
                int digit = Character.digit(id.charAt(i), 16);
                if (digit < 0) {
                    return id.hashCode();
                }
                number = (number << 4) | digit;
            }
            return number;
        }
        return id.hashCode();
    }

    private static String hex(int number) {
        var digits = Integer.toHexString(number);
        return "00000000".substring(digits.length()) + digits;
    }
}
