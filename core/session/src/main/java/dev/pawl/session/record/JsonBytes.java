package dev.pawl.session.record;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** JSON text as bytes, with nothing lost: half a character, which UTF-8 cannot express, is written as an escape. */
public final class JsonBytes {
    private JsonBytes() {}

    public static byte[] of(String json) {
        try {
            return bytes(json);
        } catch (CharacterCodingException e) {
            return escaped(json).getBytes(StandardCharsets.UTF_8);
        }
    }

    private static byte[] bytes(String json) throws CharacterCodingException {
        ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(json));
        var bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        return bytes;
    }

    private static String escaped(String json) {
        var text = new StringBuilder(json.length() + 16);
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < json.length()
                    && Character.isLowSurrogate(json.charAt(i + 1));
            if (pair) {
                text.append(c).append(json.charAt(++i));
            } else if (Character.isSurrogate(c)) {
                text.append("\\u%04x".formatted((int) c));
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }
}
