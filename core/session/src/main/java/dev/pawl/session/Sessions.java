package dev.pawl.session;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.EntryNode;
import dev.pawl.session.lock.FileIdentity;
import dev.pawl.session.lock.FileLocking;
import dev.pawl.session.lock.SessionFiles;
import dev.pawl.session.lock.WriteLock;
import dev.pawl.session.record.Migration;
import dev.pawl.session.record.SessionIds;
import dev.pawl.session.store.EntryLog;
import dev.pawl.session.store.LineScanner;
import dev.pawl.session.store.SessionLog;
import dev.pawl.session.store.SessionPaths;
import dev.pawl.session.store.Storage;
import dev.pawl.session.tree.BranchCopy;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Begins, opens and copies sessions. */
public final class Sessions implements SessionStore {
    static final int VERSION = 3;

    private final SessionPaths paths;
    private final SessionOptions options;
    private final Storage storage;

    public Sessions(SessionPaths paths, SessionOptions options) {
        this(paths, options, FileLocking.OF_SYSTEM);
    }

    public Sessions(SessionPaths paths, SessionOptions options, FileLocking locking) {
        this.paths = paths;
        this.options = options;
        this.storage = new Storage(options.durability(), locking, options.notices(), options.journal());
    }

    /** Returns a new session of a project. Its file is created with the first message. */
    @Override
    public Session begin(Path cwd, @Nullable Path parentSession) {
        return begin(header(cwd, parentSession, newId()), cwd);
    }

    /** Returns a new session under an id that a user chose. */
    public Session begin(Path cwd, @Nullable Path parentSession, String id) {
        return begin(header(cwd, parentSession, SessionIds.checked(id)), cwd);
    }

    private Session begin(Entry.Header header, Path cwd) {
        return at(paths.file(cwd, header.timestamp(), header.id()), header);
    }

    @Override
    public Session inMemory(Path cwd) {
        return new Session(SessionLog.begin(null, header(cwd, null, newId()), storage), paths.folder(cwd), options);
    }

    /** Opens the session of a file to continue it. A file that is not there, or empty, is a new session's. */
    @Override
    public Session open(Path file, Path cwdIfNew) throws IOException {
        if (FileIdentity.of(file) == null || Files.size(file) == 0) {
            return at(file, header(cwdIfNew, null, newId()));
        }
        var lock = WriteLock.take(file, storage.locking());
        try {
            var log = openAs(file, lock);
            return new Session(log, folder(file), options);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** Opens the session of a file for reading. The file stays as it is, even if it is of an older version. */
    @Override
    public Session openReadOnly(Path file) throws IOException {
        var log = scanned(file, null);
        if (Migration.needed(log.entries().header().toJson())) {
            log.close();
            log = migratedCopy(file);
        }
        return new Session(log, folder(file), options);
    }

    private SessionLog migratedCopy(Path file) throws IOException {
        var copy = Files.createTempFile("session", ".jsonl");
        try {
            copy(file, copy);
            Migration.run(copy, options.random());
            return SessionLog.openCopy(file, copy, storage);
        } finally {
            Files.delete(copy);
        }
    }

    @Override
    public Session fork(Session source, @Nullable String leafId) throws IOException {
        var from = source.file();
        if (from != null && !source.written() && leafId != null) {
            throw new IOException("this session is not in a file yet: send a message first, then fork it");
        }
        var header = header(source.cwd(), from, newId());
        var log = SessionLog.begin(
                from == null ? null : paths.file(source.cwd(), header.timestamp(), header.id()), header, storage);
        int leaf = leafId == null ? EntryLog.NONE : source.entryLog().find(leafId);
        if (leafId != null && leaf == EntryLog.NONE) {
            throw new IOException("there is no entry " + leafId + " in session " + source.id());
        }
        BranchCopy.copy(source.entryLog(), leaf, log.entries(), options.random());
        if (hasConversation(log.entries())) {
            log.writeNow();
        }
        return new Session(log, source.sessionDir(), options);
    }

    /** Returns a new session of a project with all entries of a file, whichever branch they are on. */
    public Session forkAll(Path source, Path cwd) throws IOException {
        return copyAll(source, cwd, newId());
    }

    /** Returns a new session of a project with all entries of a file, under an id that a user chose. */
    public Session forkAll(Path source, Path cwd, String id) throws IOException {
        return copyAll(source, cwd, SessionIds.checked(id));
    }

    private Session copyAll(Path source, Path cwd, String id) throws IOException {
        try (var from = openReadOnly(source)) {
            var header = header(cwd, source.toAbsolutePath(), id);
            var log = SessionLog.begin(paths.file(cwd, header.timestamp(), header.id()), header, storage);
            var entries = from.entryLog();
            for (int i = 0; i < entries.size(); i++) {
                int parent = entries.parent(i);
                log.entries()
                        .append(
                                entries.line(i),
                                entries.id(i),
                                parent == EntryLog.NONE ? null : entries.id(parent),
                                entries.type(i));
            }
            log.writeNow();
            return new Session(log, paths.folder(cwd), options);
        }
    }

    /**
     * Copies a session file into the folder of a project and returns where it is; a name that is taken gets a number.
     */
    public Path adopt(Path file, Path cwd) throws IOException {
        scanned(file, null).close();
        var folder = SessionFiles.createFolder(paths.folder(cwd));
        var name = file.getFileName().toString();
        var base = name.endsWith(".jsonl") ? name.substring(0, name.length() - ".jsonl".length()) : name;
        for (int i = 0; ; i++) {
            var target = folder.resolve(base + (i == 0 ? "" : "-" + i) + ".jsonl");
            try {
                SessionFiles.create(target);
            } catch (FileAlreadyExistsException e) {
                continue; // The next number, then.
            }
            try {
                copy(file, target);
                return target;
            } catch (IOException e) {
                Files.deleteIfExists(target);
                throw e;
            }
        }
    }

    /** Copies a file into one that is there already, and private. */
    private static void copy(Path file, Path existing) throws IOException {
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
                var out = Files.newOutputStream(existing, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            in.transferTo(out);
        }
    }

    /** Writes the active branch of a session to a file of its own, with the same id. */
    public void export(Session source, Path target) throws IOException {
        var old = source.header();
        var header = new Entry.Header(
                new EntryNode(old.id(), null, options.now()), VERSION, old.cwd(), old.parentSession(), old.extra());
        try (var log = SessionLog.begin(target, header, storage)) {
            BranchCopy.copy(source.entryLog(), source.leafIndex(), log.entries(), options.random());
            log.writeNow();
        }
    }

    private SessionLog openAs(Path file, WriteLock lock) throws IOException {
        var log = scanned(file, lock);
        if (!Migration.needed(log.entries().header().toJson())) {
            return log;
        }
        log.closeFile();
        Migration.run(file, options.random());
        return scanned(file, lock);
    }

    private SessionLog scanned(Path file, @Nullable WriteLock lock) throws IOException {
        try {
            return SessionLog.open(file, lock, storage);
        } catch (LineScanner.NotASession e) {
            throw new IOException(file + " is not a session (" + e.getMessage() + "); it was left as it is", e);
        }
    }

    private Session at(Path file, Entry.Header header) {
        return new Session(SessionLog.begin(file, header, storage), folder(file), options);
    }

    private static Path folder(Path file) {
        var folder = file.toAbsolutePath().getParent();
        return folder == null ? file.toAbsolutePath() : folder;
    }

    private String newId() {
        return SessionIds.sessionId(options.clock(), options.random());
    }

    private Entry.Header header(Path cwd, @Nullable Path parentSession, String id) {
        return new Entry.Header(
                new EntryNode(id, null, options.now()),
                VERSION,
                SessionPaths.absolute(cwd),
                parentSession == null ? null : parentSession.toString(),
                JsonObject.empty());
    }

    private static boolean hasConversation(EntryLog log) {
        for (int i = 0; i < log.size(); i++) {
            if (log.type(i).equals("message")) {
                return true;
            }
        }
        return false;
    }
}
