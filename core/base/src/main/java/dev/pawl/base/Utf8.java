package dev.pawl.base;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import org.jspecify.annotations.Nullable;

/** Finds the boundaries of characters in UTF-8. */
public final class Utf8 {
    private Utf8() {}

    /** Returns the first place from {@code i} on where a character begins. */
    public static int nextStart(byte[] bytes, int i) {
        int start = i;
        while (start < bytes.length && (bytes[start] & 0xC0) == 0x80) {
            start++;
        }
        return start;
    }

    /** Returns where the last complete character ends: short of {@code length} if the rest of one is still to come. */
    public static int completeEnd(byte[] bytes, int length) {
        for (int i = length - 1; i >= Math.max(0, length - 3); i--) {
            int lead = bytes[i] & 0xFF;
            if (lead < 0x80) {
                return length;
            }
            if (lead >= 0xC0) {
                int size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
                return i + size > length ? i : length;
            }
        }
        return length;
    }

    /** Returns the text, or null if the bytes are not UTF-8. */
    public static @Nullable String strict(byte[] bytes) {
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
