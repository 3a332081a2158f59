package dev.pawl.loader.compile;

import dev.pawl.loader.find.Folder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The compiled hooks of earlier starts, one file each, under a name that changes with all that went into them.
 *
 * <p>A file has a mark, the number of its form, the key, a checksum of all that follows, the names of the hooks, and the
 * class files with their names. The key is all that decides what a hook compiles to: its sources, their names, the
 * vocabulary and the Java. It is kept and compared whole, so that the name needs no cryptography, whose setup would cost a
 * start more than everything else here.
 *
 * <p>It is only a memory: whatever is missing or damaged is compiled again, and deleting it costs time and nothing
 * else. Several programs may use it at once, since a file appears whole or not at all.
 */
final class ClassCache {
    /** To be raised whenever the form, or what is done to classes before they are kept, changes. */
    private static final int FORM = 2;

    private static final int MARK = 0x5041574C; // PAWL
    private static final Duration KEPT = Duration.ofDays(30);
    private static final Duration TOUCHED = Duration.ofDays(1);
    private static final String SUFFIX = ".hook";

    private final Path folder;
    private final String environment;
    private final InstantSource clock;

    /** Uses a folder that need not exist, for hooks compiled against the vocabulary with that stamp. */
    ClassCache(Path folder, String apiStamp, InstantSource clock) {
        this.folder = folder;
        this.clock = clock;
        this.environment = String.join("\n", String.valueOf(FORM), System.getProperty("java.vm.version"), apiStamp);
    }

    Path folder() {
        return folder;
    }

    byte[] key(HookSources sources) throws IOException {
        return key(environment + sources.libraryStamp(), sources.files());
    }

    static byte[] key(String environment, List<SourceText> sources) {
        var key = new ByteArrayOutputStream();
        put(key, utf8(environment));
        for (var source : sources) {
            put(key, utf8(source.name()));
            put(key, source.bytes());
        }
        return key.toByteArray();
    }

    /** Returns the file for a key; two keys of the same name are so rare that they may push each other out. */
    private Path file(byte[] key) {
        var one = new CRC32();
        one.update(key);
        var two = new Adler32();
        two.update(key);
        var hex = HexFormat.of();
        return folder.resolve(
                hex.toHexDigits(one.getValue() << 32 | two.getValue()).concat(hex.toHexDigits(key.length)) + SUFFIX);
    }

    /** Returns what was kept under a key; null if nothing was, or nothing that can be used. */
    CompileResult.@Nullable Compiled read(byte[] key) {
        var file = file(key);
        CompileResult.@Nullable Compiled hook;
        try {
            hook = decode(key, Folder.bytes(file));
        } catch (IOException _) {
            return null;
        }
        if (hook != null) {
            keepYoung(file);
        }
        return hook;
    }

    /** Keeps a hook. What went wrong is returned, not thrown, since nothing is lost but time. */
    Optional<IOException> write(byte[] key, CompileResult.Compiled hook) {
        @Nullable Path temporary = null;
        try {
            Files.createDirectories(folder);
            temporary = Files.createTempFile(folder, "", SUFFIX + ".new");
            Files.write(temporary, encode(key, hook));
            Files.move(temporary, file(key), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return Optional.empty();
        } catch (IOException e) {
            deleteQuietly(temporary);
            return Optional.of(e);
        }
    }

    /** Takes out what no start has used for long. Reads the whole folder, so it is for times that are slow anyway. */
    void tidy() {
        var oldest = clock.instant().minus(KEPT);
        try (var files = Files.newDirectoryStream(folder, "*" + SUFFIX + "*")) {
            for (var file : files) {
                if (lastUsed(file).isBefore(oldest)) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException | DirectoryIteratorException _) {
            // Another time will do.
        }
    }

    private void keepYoung(Path file) {
        var now = clock.instant();
        try {
            if (lastUsed(file).isBefore(now.minus(TOUCHED))) {
                Files.setLastModifiedTime(file, FileTime.from(now));
            }
        } catch (IOException _) {
            // Then it is forgotten too early, and compiled again.
        }
    }

    private static Instant lastUsed(Path file) {
        return Instant.ofEpochMilli(file.toFile().lastModified());
    }

    private static void deleteQuietly(@Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException _) {
            // It will be tidied up in a month.
        }
    }

    static byte[] encode(byte[] key, CompileResult.Compiled hook) {
        var content = new ByteArrayOutputStream();
        put(content, hook.hookNames().size());
        hook.hookNames().forEach(name -> put(content, utf8(name)));
        put(content, hook.classes().size());
        hook.classes().forEach((name, bytes) -> {
            put(content, utf8(name));
            put(content, bytes);
        });
        var bytes = ByteBuffer.wrap(content.toByteArray());
        var file = ByteBuffer.allocate(2 * Integer.BYTES + key.length + Long.BYTES + bytes.limit());
        return file.putInt(MARK)
                .putInt(FORM)
                .put(key)
                .putLong(checksum(bytes))
                .put(bytes)
                .array();
    }

    /** Returns the hook in a file that was made for the same key; null if it was not or if anything is wrong with it. */
    static CompileResult.@Nullable Compiled decode(byte[] key, byte[] file) {
        try {
            var in = ByteBuffer.wrap(file);
            if (in.getInt() != MARK || in.getInt() != FORM) {
                return null;
            }
            var itsKey = new byte[key.length];
            in.get(itsKey);
            if (!Arrays.equals(key, itsKey) || in.getLong() != checksum(in)) {
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

    private static void put(ByteArrayOutputStream out, byte[] bytes) {
        put(out, bytes.length);
        out.writeBytes(bytes);
    }

    private static void put(ByteArrayOutputStream out, int number) {
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
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

    /** Returns the checksum of the rest; its position stays. */
    private static long checksum(ByteBuffer rest) {
        var checksum = new CRC32();
        checksum.update(rest.duplicate());
        return checksum.getValue();
    }
}
