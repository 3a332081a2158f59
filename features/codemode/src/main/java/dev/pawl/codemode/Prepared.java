package dev.pawl.codemode;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * What an engine has in its memory when the driver has run in it: each script begins with a copy. To make it takes fifty
 * times as long as to copy it, so the build makes it, and the program only where it finds none.
 */
final class Prepared {
    private static final String RESOURCE = "driver.memory";
    private static final String START = "globalThis[Symbol.for('start')]();";
    private static final String NEXT = "globalThis[Symbol.for('next')]();";
    private static final long ROOM = 32L << 20;

    /** Made by the first script. */
    private static final class Holder {
        private static final Prepared ONE = read();
    }

    private final byte[] content;
    private final int start;
    private final int next;

    private Prepared(byte[] content, int start, int next) {
        this.content = content;
        this.start = start;
        this.next = next;
    }

    static Prepared get() {
        return Holder.ONE;
    }

    /** Returns an engine for one script. */
    QuickJs engine(QuickJs.Host host, QuickJs.World world, long memory) {
        return QuickJs.with(content, host, world, memory);
    }

    /** The module that begins the script. */
    int start() {
        return start;
    }

    /** The module that hands the script the end of a call. */
    int next() {
        return next;
    }

    /** Writes the resource, at build time. */
    public static void main(String[] file) throws IOException {
        try (var out = new BufferedOutputStream(Files.newOutputStream(Path.of(file[0])))) {
            var driver = driver();
            make(driver).write(driver, out);
        }
    }

    private static Prepared make(byte[] driver) {
        QuickJs.Host nobody = (operation, _) -> {
            throw new IllegalStateException("the driver asks for " + operation + " before there is a script");
        };
        var engine = QuickJs.empty(nobody, new QuickJs.World(() -> 0, 0), ROOM);
        engine.run(engine.compile(new String(driver, StandardCharsets.UTF_8)));
        int start = engine.compile(START);
        int next = engine.compile(NEXT);
        return new Prepared(engine.content(), start, next);
    }

    private void write(byte[] driver, OutputStream to) throws IOException {
        try (var out = new DataOutputStream(new GZIPOutputStream(to))) {
            out.writeLong(sum(driver));
            out.writeInt(start);
            out.writeInt(next);
            out.writeInt(content.length);
            out.write(content);
        }
    }

    private static Prepared read() {
        try {
            var driver = driver();
            try (var file = Prepared.class.getResourceAsStream(RESOURCE)) {
                var made = file == null ? null : read(driver, file);
                return made == null ? make(driver) : made;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Null if it was made from another driver. */
    private static @Nullable Prepared read(byte[] driver, InputStream file) throws IOException {
        try (var in = new DataInputStream(new GZIPInputStream(new ByteArrayInputStream(file.readAllBytes())))) {
            if (in.readLong() != sum(driver)) {
                return null;
            }
            int start = in.readInt();
            int next = in.readInt();
            return new Prepared(in.readNBytes(in.readInt()), start, next);
        }
    }

    private static long sum(byte[] driver) {
        var sum = new CRC32();
        sum.update(driver);
        return sum.getValue();
    }

    private static byte[] driver() throws IOException {
        try (var in = Objects.requireNonNull(Prepared.class.getResourceAsStream("driver.js"), "driver.js")) {
            return in.readAllBytes();
        }
    }
}
