package dev.pawl.api.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Strings that were read before, so that the same text is the same string. Two threads at most lose one of them. */
final class KnownStrings {
    private final @Nullable Known[] table;

    /** @param size a power of two */
    KnownStrings(int size) {
        table = new @Nullable Known[size];
    }

    /** The string of a part of bytes, each of which is a character of its own, with the hash code it has. */
    @SuppressWarnings("deprecation") // The constructor for such bytes.
    String get(byte[] bytes, int from, int to, int hash) {
        int place = (hash ^ (hash >>> 10)) & (table.length - 1);
        var known = table[place];
        if (known != null && known.hash == hash && known.isSame(bytes, from, to)) {
            return known.string;
        }
        var string = new String(bytes, 0, from, to - from);
        table[place] = new Known(hash, Arrays.copyOfRange(bytes, from, to), string);
        return string;
    }

    private static final class Known {
        final int hash;
        final byte[] bytes;
        final String string;

        Known(int hash, byte[] bytes, String string) {
            this.hash = hash;
            this.bytes = bytes;
            this.string = string;
        }

        /** A loop of its own, because most are short. */
        boolean isSame(byte[] other, int from, int to) {
            if (bytes.length != to - from) {
                return false;
            }
            for (int i = 0; i < bytes.length; i++) {
                if (bytes[i] != other[from + i]) {
                    return false;
                }
            }
            return true;
        }
    }
}
