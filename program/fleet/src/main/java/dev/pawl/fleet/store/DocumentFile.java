package dev.pawl.fleet.store;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The document of a session, as the last whole line of a file.
 *
 * <p>A version is added at the end, because replacing a file makes the file system write it to the disk at once, which is most of
 * what a step would cost. A version begins and ends with a line break: one that was not written to its end is not read. A file that
 * has become long is replaced.
 */
final class DocumentFile {
    private static final int LONG = 32 * 1024;

    /** The bytes at the end that are read first; a document is usually shorter. */
    private static final int TAIL = 2 * 1024;

    private DocumentFile() {}

    static @Nullable JsonObject read(Path folder) throws IOException {
        var file = in(folder);
        try (var channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            return JsonObject.parse(lastLine(channel));
        } catch (NoSuchFileException _) {
            return null;
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " cannot be read, so its session stays as it is: " + e.getMessage(), e);
        }
    }

    /** The last line that is not empty and has an end; of a long file only the end is read. */
    private static String lastLine(FileChannel channel) throws IOException {
        long size = channel.size();
        for (long length = TAIL; ; length *= 4) {
            var tail = tail(channel, size, (int) Math.min(size, length));
            int end = tail.length;
            while (end > 0 && tail[end - 1] != '\n') {
                end--;
            }
            while (end > 0 && tail[end - 1] == '\n') {
                end--;
            }
            int start = end;
            while (start > 0 && tail[start - 1] != '\n') {
                start--;
            }
            if (start > 0 || length >= size) {
                return new String(tail, start, end - start, StandardCharsets.UTF_8);
            }
        }
    }

    private static byte[] tail(FileChannel channel, long size, int length) throws IOException {
        var bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining() && channel.read(bytes, size - bytes.remaining()) > 0) {
            // Until it is full, or another process has made the file shorter.
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    static Path in(Path folder) {
        return folder.resolve("state.jsonl");
    }

    /**
     * Adds a version at the end of a file, unless it is long already.
     *
     * @param synced whether the document is on the disk when this returns
     */
    static boolean append(FileChannel channel, JsonObject document, boolean synced) throws IOException {
        var bytes = bytes(document);
        if (channel.size() + bytes.remaining() > LONG) {
            return false;
        }
        write(channel, bytes, synced);
        return true;
    }

    /** Begins another file, with this version alone. */
    static void replace(Path folder, JsonObject document, boolean synced) throws IOException {
        var next = folder.resolve("state.next");
        try (var channel = FileStore.open(next, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            write(channel, bytes(document), synced);
        }
        Files.move(next, in(folder), StandardCopyOption.ATOMIC_MOVE);
    }

    private static ByteBuffer bytes(JsonObject document) {
        return ByteBuffer.wrap(("\n" + document + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void write(FileChannel channel, ByteBuffer bytes, boolean synced) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        if (synced) {
            channel.force(false);
        }
    }
}
