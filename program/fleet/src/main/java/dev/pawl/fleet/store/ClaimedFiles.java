package dev.pawl.fleet.store;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.file.FileTurn;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The files of a session that this process works on, which stay open while it does: to open them for each of its steps
 * would cost more than the step.
 *
 * <p>Other processes write the document too. As versions are added at its end, or the file is replaced, a document is
 * known to be the last one as long as the file is the same and as long as it was.
 */
final class ClaimedFiles implements AutoCloseable {
    private final Path folder;
    private final FileTurn.StayingOpen lock;
    private @Nullable FileChannel log;
    private @Nullable FileChannel steps;
    private @Nullable JsonObject known;
    private @Nullable State state;

    /** The file of the document after the last version that was read or written here. */
    private record State(FileChannel channel, @Nullable Object key, long size) {}

    ClaimedFiles(Path folder) {
        this.folder = folder;
        this.lock = new FileTurn.StayingOpen(
                folder.resolve("lock"), file -> FileStore.open(file, StandardOpenOption.WRITE));
    }

    /** Until it is closed, nobody else changes the session. */
    FileTurn turn() throws IOException {
        return lock.take();
    }

    /** The document; null if there is no such session. */
    @Nullable
    JsonObject document() throws IOException {
        if (!isKnown()) {
            known = DocumentFile.read(folder);
            opened();
        }
        return known;
    }

    private boolean isKnown() throws IOException {
        var last = state;
        if (last == null) {
            return false;
        }
        var now = attributes();
        return now != null && now.size() == last.size && Objects.equals(now.fileKey(), last.key);
    }

    private @Nullable BasicFileAttributes attributes() throws IOException {
        try {
            return Files.readAttributes(DocumentFile.in(folder), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException _) {
            return null;
        }
    }

    /** While it is open no other file gets its key. */
    private void opened() throws IOException {
        var last = state;
        if (last != null) {
            last.channel.close();
        }
        var now = attributes();
        state = now == null
                ? null
                : new State(
                        FileStore.open(DocumentFile.in(folder), StandardOpenOption.APPEND), now.fileKey(), now.size());
    }

    /** @param synced whether the document is on the disk when this returns */
    void write(JsonObject document, boolean synced) throws IOException {
        var last = state;
        known = null;
        if (last != null && DocumentFile.append(last.channel, document, synced)) {
            state = new State(last.channel, last.key, last.channel.size());
        } else {
            DocumentFile.replace(folder, document, synced);
            opened();
        }
        known = document;
    }

    /** Writes lines where those end that count; returns where they end now. */
    long append(long end, List<String> lines) throws IOException {
        return FileStore.append(log(), end, lines);
    }

    /** Writes steps of tool calls from a place on; returns where they end. */
    long keep(long from, List<String> lines) throws IOException {
        var open = steps;
        if (open == null) {
            open = FileStore.open(folder.resolve(FileStore.STEPS), StandardOpenOption.WRITE);
            steps = open;
        }
        return FileStore.write(open, from, lines);
    }

    /** Everything that was appended is on the disk. */
    void sync() throws IOException {
        log().force(false);
    }

    private FileChannel log() throws IOException {
        var open = log;
        if (open == null) {
            open = FileStore.open(folder.resolve(FileStore.LOG), StandardOpenOption.WRITE);
            log = open;
        }
        return open;
    }

    @Override
    public void close() throws IOException {
        try (lock;
                var _ = log;
                var _ = steps) {
            if (state != null) {
                state.channel.close();
            }
        }
    }
}
