package dev.pawl.durable.store;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
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

    private DocumentFile() {}

    static @Nullable JsonObject read(Path folder) throws IOException {
        var file = folder.resolve("state.jsonl");
        try {
            var text = new String(RegularFile.read(file, Integer.MAX_VALUE), StandardCharsets.UTF_8);
            return JsonObject.parse(lastLine(text));
        } catch (NoSuchFileException _) {
            return null;
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " cannot be read, so its session stays as it is: " + e.getMessage(), e);
        }
    }

    /** The last line that is not empty and has an end. */
    private static String lastLine(String text) {
        int end = text.lastIndexOf('\n');
        while (end > 0 && text.charAt(end - 1) == '\n') {
            end--;
        }
        return end <= 0 ? text : text.substring(text.lastIndexOf('\n', end - 1) + 1, end);
    }

    /** @param synced whether the document is on the disk when this returns */
    static void write(Path folder, JsonObject document, boolean synced) throws IOException {
        var bytes = ByteBuffer.wrap(("\n" + document + "\n").getBytes(StandardCharsets.UTF_8));
        var file = folder.resolve("state.jsonl");
        if (Files.exists(file)) {
            try (var channel = FileStore.open(file, StandardOpenOption.APPEND)) {
                if (channel.size() + bytes.remaining() <= LONG) {
                    write(channel, bytes, synced);
                    return;
                }
            }
        }
        var next = folder.resolve("state.next");
        try (var channel = FileStore.open(next, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            write(channel, bytes, synced);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
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
