package dev.pawl.loader.compile;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The form in which one compiled hook is stored on disk: a mark, the form's number, the key, a checksum of all that
 * follows, the names of the hooks, and the class files with their names.
 */
final class CacheEntry {
    /** To be raised whenever the form, or what is done to classes before they are kept, changes. */
    static final int FORM = 2;

    private static final int MARK = 0x5041574C; // PAWL

    private CacheEntry() {}

    static byte[] encode(CacheKey key, CompileResult.Compiled hook) {
        int size = 2 * Integer.BYTES + key.size() + Long.BYTES + 2 * Integer.BYTES;
        for (var name : hook.hookNames()) {
            size += Integer.BYTES + utf8(name).length;
        }
        for (var file : hook.classes().entrySet()) {
            size += 2 * Integer.BYTES + utf8(file.getKey()).length + file.getValue().length;
        }
        var out = ByteBuffer.allocate(size);
        out.putInt(MARK).putInt(FORM);
        key.writeTo(out);
        int checksum = out.position();
        out.putLong(0).putInt(hook.hookNames().size());
        hook.hookNames().forEach(name -> put(out, utf8(name)));
        out.putInt(hook.classes().size());
        hook.classes().forEach((name, bytes) -> {
            put(out, utf8(name));
            put(out, bytes);
        });
        out.putLong(checksum, checksumFrom(out.array(), checksum + Long.BYTES));
        return out.array();
    }

    /** The hook in a file that was made for the same key; null if it was not or if anything is wrong with it. */
    static CompileResult.@Nullable Compiled decode(CacheKey key, byte[] file) {
        try {
            var in = ByteBuffer.wrap(file);
            if (in.getInt() != MARK || in.getInt() != FORM) {
                return null;
            }
            if (!key.isNext(in) || in.getLong() != checksumFrom(file, in.position())) {
                return null;
            }
            var names = new ArrayList<String>();
            for (int i = count(in); i > 0; i--) {
                names.add(new String(bytes(in), StandardCharsets.UTF_8));
            }
            var classes = new LinkedHashMap<String, byte[]>();
            for (int i = count(in); i > 0; i--) {
                classes.put(new String(bytes(in), StandardCharsets.UTF_8), bytes(in));
            }
            return new CompileResult.Compiled(List.copyOf(names), classes);
        } catch (BufferUnderflowException _) {
            return null;
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void put(ByteBuffer out, byte[] bytes) {
        out.putInt(bytes.length).put(bytes);
    }

    private static int count(ByteBuffer in) {
        int count = in.getInt();
        if (count < 0 || count > in.remaining()) {
            throw new BufferUnderflowException();
        }
        return count;
    }

    private static byte[] bytes(ByteBuffer in) {
        var bytes = new byte[count(in)];
        in.get(bytes);
        return bytes;
    }

    private static long checksumFrom(byte[] file, int start) {
        var checksum = new CRC32();
        checksum.update(file, start, file.length - start);
        return checksum.getValue();
    }
}
