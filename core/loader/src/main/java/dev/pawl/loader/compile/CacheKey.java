package dev.pawl.loader.compile;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/**
 * All that decides what a hook compiles to: its sources, their names, the vocabulary and the Java.
 *
 * <p>It is kept whole and compared whole, so that the name needs no cryptography: setting that up would cost a start more
 * than everything else here.
 */
final class CacheKey {
    private final byte[] content;

    private CacheKey(byte[] content) {
        this.content = content;
    }

    static CacheKey of(String environment, List<SourceText> sources) {
        var texts = new byte[1 + 2 * sources.size()][];
        texts[0] = environment.getBytes(StandardCharsets.UTF_8);
        int size = texts[0].length;
        for (int i = 0; i < sources.size(); i++) {
            texts[2 * i + 1] = sources.get(i).name().getBytes(StandardCharsets.UTF_8);
            texts[2 * i + 2] = sources.get(i).bytes();
            size += texts[2 * i + 1].length + texts[2 * i + 2].length;
        }
        var content = ByteBuffer.allocate(size + Integer.BYTES * texts.length);
        for (var text : texts) {
            content.putInt(text.length).put(text);
        }
        return new CacheKey(content.array());
    }

    /** A name for a file; two keys of the same name are so rare that they may push each other out. */
    String name() {
        var one = new CRC32();
        one.update(content);
        var two = new Adler32();
        two.update(content);
        var hex = HexFormat.of();
        return hex.toHexDigits(one.getValue() << 32 | two.getValue()).concat(hex.toHexDigits(content.length));
    }

    int size() {
        return content.length;
    }

    void writeTo(ByteBuffer out) {
        out.put(content);
    }

    /** Whether the next bytes are this key; they are taken either way. */
    boolean isNext(ByteBuffer in) {
        var itsContent = new byte[content.length];
        in.get(itsContent);
        return Arrays.equals(content, itsContent);
    }
}
