package dev.pawl.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads what is meant for a model: all of it, but nothing without end, and text only as text. */
final class BoundedInput {
    private static final int MOST = 64 << 20;
    private static final char BOM = '\uFEFF';

    private BoundedInput() {}

    /** All bytes; refused if there are more than any model takes. */
    static byte[] bytes(InputStream in, String what) {
        try {
            var bytes = in.readNBytes(MOST + 1);
            if (bytes.length > MOST) {
                throw Refusal.because(what + " is larger than " + (MOST >> 20)
                        + " MB, more than any model reads. Give a part of it, or let the agent look into the file.");
            }
            return bytes;
        } catch (IOException e) {
            throw Refusal.because(what + " cannot be read: " + e.getMessage());
        }
    }

    /** The text that the bytes are, without a byte order mark; null if they are none. */
    static @Nullable String text(byte[] bytes) {
        try {
            var text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            if (text.indexOf('\0') >= 0) {
                return null;
            }
            return !text.isEmpty() && text.charAt(0) == BOM ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
