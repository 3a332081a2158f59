package dev.pawl.session.store;

import dev.pawl.api.json.Json;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.session.lock.SessionFiles;
import dev.pawl.session.lock.WriteLock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a session and the file they go to.
 *
 * <p>Nothing is written before the first message: then all that was added so far becomes a new file at once.
 */
public final class SessionLog implements AutoCloseable {
    private final @Nullable Path file;
    private final Storage storage;
    private final StoredLog log;
    private final boolean readOnly;
    private boolean written;

    private SessionLog(@Nullable Path file, Storage storage, StoredLog log, boolean written) {
        this(file, storage, log, written, false);
    }

    private SessionLog(@Nullable Path file, Storage storage, StoredLog log, boolean written, boolean readOnly) {
        this.file = file;
        this.storage = storage;
        this.log = log;
        this.written = written;
        this.readOnly = readOnly;
    }

    /** Returns a log that is kept elsewhere, under a name. */
    public static SessionLog kept(Path name, StoredLog log, Storage storage) {
        return new SessionLog(name, storage, log, true, false);
    }

    /** Returns a log that is kept elsewhere, for reading. */
    public static SessionLog readOnly(Path name, StoredLog log, Storage storage) {
        return new SessionLog(name, storage, log, true, true);
    }

    /** Returns a log that will be a file, or (null) stays in memory. */
    public static SessionLog begin(@Nullable Path file, Entry.Header header, Storage storage) {
        return new SessionLog(file, storage, new StoredLog(header, new EntryIndex(), new MemoryLines()), false);
    }

    /** Reads where the entries of a file are. Without a lock the log can only be read. */
    public static SessionLog open(Path file, @Nullable WriteLock lock, Storage storage) throws IOException {
        return scan(file, file, lock, storage);
    }

    /** Reads a copy in place of a file, to be looked at. */
    public static SessionLog openCopy(Path file, Path copy, Storage storage) throws IOException {
        return scan(file, copy, null, storage);
    }

    private static SessionLog scan(Path file, Path content, @Nullable WriteLock lock, Storage storage)
            throws IOException {
        var index = new EntryIndex();
        var open =
                lock == null ? SessionFile.openToRead(content) : SessionFile.openToWrite(content, storage.durability());
        try {
            var scanner = new LineScanner(open.channel(), index);
            long end = scanner.scan();
            var header = scanner.header();
            if (header == null || !(Entry.from(header) instanceof Entry.Header known)) {
                throw new LineScanner.NotASession();
            }
            var lines = FileLines.of(open, lock, storage, end, scanner.torn());
            return new SessionLog(file, storage, new StoredLog(known, index, lines), true);
        } catch (IOException | RuntimeException e) {
            open.close();
            throw e;
        }
    }

    public StoredLog entries() {
        return log;
    }

    @Nullable
    public Path file() {
        return log.lines() instanceof FileLines lines && lines.isWritable() ? lines.path() : file;
    }

    /** Returns whether it is, or will be, in a file; otherwise the name of its file is only a name. */
    public boolean isOnDisk() {
        return file != null && (!written || log.lines() instanceof FileLines);
    }

    public boolean written() {
        return written;
    }

    /** Adds an entry; if that fails, neither file nor memory has it. */
    public void append(Entry entry) throws IOException {
        if (readOnly) {
            throw new IOException("session " + file + " was opened to be read only: fork it to go on");
        }
        if (file == null || written || !isConversation(entry)) {
            log.append(entry, written ? storage.journal() : Journal.NONE);
        } else {
            write(file, entry);
        }
    }

    /** Writes what there is although there is no message: for copies that are complete from the beginning. */
    public void writeNow() throws IOException {
        if (file != null && !written) {
            write(file, null);
        }
    }

    public void sync() throws IOException {
        log.lines().sync();
    }

    @Override
    public void close() throws IOException {
        log.lines().close();
    }

    /** Closes the file, but keeps the lock. */
    public void closeFile() throws IOException {
        if (log.lines() instanceof FileLines lines) {
            lines.closeFile();
        }
    }

    /** Header, all entries so far and perhaps one more, in one go. */
    private void write(Path target, @Nullable Entry last) throws IOException {
        SessionFiles.createFolderOf(target);
        var lock = WriteLock.take(target, storage.locking());
        try {
            var all = new ArrayList<byte[]>();
            for (int i = 0; i < log.size(); i++) {
                all.add(log.line(i));
            }
            if (last != null) {
                all.add(Json.writeUtf8(last.toJson()));
            }
            var places = new EntryIndex();
            var bytes = place(all, last, places);
            log.moveTo(FileLines.create(target, lock, storage, bytes), places);
            if (last != null) {
                log.remember(last);
            }
            written = true;
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private byte[] place(List<byte[]> lines, @Nullable Entry last, EntryIndex places) {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(Json.writeUtf8(log.header().toJson()));
        bytes.write('\n');
        for (int i = 0; i < lines.size(); i++) {
            var line = lines.get(i);
            if (i < log.size()) {
                var parent = log.parent(i);
                places.add(
                        bytes.size(),
                        line.length,
                        log.id(i),
                        parent == EntryLog.NONE ? null : log.id(parent),
                        log.type(i));
            } else if (last != null) {
                places.add(bytes.size(), line.length, last.id(), last.parentId(), last.type());
            }
            bytes.writeBytes(line);
            bytes.write('\n');
        }
        return bytes.toByteArray();
    }

    private static boolean isConversation(Entry entry) {
        return entry instanceof Entry.MessageEntry(_, var message, _)
                && (message instanceof Message.User || message instanceof Message.Assistant);
    }
}
