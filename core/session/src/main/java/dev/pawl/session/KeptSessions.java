package dev.pawl.session;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.EntryNode;
import dev.pawl.session.lock.FileLocking;
import dev.pawl.session.record.SessionIds;
import dev.pawl.session.store.EntryIndex;
import dev.pawl.session.store.EntryLog;
import dev.pawl.session.store.MemoryLines;
import dev.pawl.session.store.SessionLog;
import dev.pawl.session.store.SessionPaths;
import dev.pawl.session.store.Storage;
import dev.pawl.session.store.StoredLog;
import dev.pawl.session.tree.BranchCopy;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sessions whose lines are kept by a {@link SessionLines}: in a database, or in memory. They are there from their beginning, can be left,
 * opened again and forked like those in files, and are read into memory while they are open.
 *
 * <p>Steps of tool calls are not kept for a crash, as they are beside a session's file.
 */
public final class KeptSessions implements SessionStore {
    private final SessionLines lines;
    private final SessionOptions options;
    private final Storage storage;
    private final Path folder;

    public KeptSessions(SessionLines lines, SessionOptions options) {
        this.lines = lines;
        this.options = options;
        this.storage = new Storage(options.durability(), FileLocking.OF_SYSTEM, options.notices(), options.journal());
        // No place on any disk: nothing is ever written there.
        this.folder = Path.of("sessions").toAbsolutePath();
    }

    /** Returns sessions that last as long as the program. */
    public static KeptSessions inMemory(SessionOptions options) {
        return new KeptSessions(new MemorySessionLines(), options);
    }

    /** Returns the name by which {@link #open} knows the session of an id. */
    public Path named(String id) {
        return folder.resolve(SessionIds.checked(id) + SessionPaths.SUFFIX);
    }

    @Override
    public Session begin(Path cwd, @Nullable Path parentSession) throws IOException {
        var header = header(cwd, parentSession);
        var writer = lines.lock(header.id());
        try {
            return opened(named(header.id()), begun(header, writer));
        } catch (IOException | RuntimeException e) {
            writer.close();
            throw e;
        }
    }

    @Override
    public Session inMemory(Path cwd) {
        return new Session(SessionLog.begin(null, header(cwd, null), storage), folder, options);
    }

    @Override
    public Session open(Path session, Path cwdIfNew) throws IOException {
        var name = session.toAbsolutePath().normalize();
        var writer = lines.lock(id(name));
        try {
            var read = lines.read(id(name));
            return opened(name, read.isEmpty() ? begun(header(cwdIfNew, null), writer) : log(name, read, writer));
        } catch (IOException | RuntimeException e) {
            writer.close();
            throw e;
        }
    }

    @Override
    public Session openReadOnly(Path session) throws IOException {
        var name = session.toAbsolutePath().normalize();
        var read = lines.read(id(name));
        if (read.isEmpty()) {
            throw new FileNotFoundException("there is no session " + id(name));
        }
        return new Session(SessionLog.readOnly(name, log(name, read, null), storage), folder, options);
    }

    @Override
    public Session fork(Session source, @Nullable String leafId) throws IOException {
        int leaf = leafId == null ? EntryLog.NONE : source.entryLog().find(leafId);
        if (leafId != null && leaf == EntryLog.NONE) {
            throw new IOException("there is no entry " + leafId + " in session " + source.id());
        }
        var header = header(source.cwd(), source.file());
        if (source.file() == null) {
            var log = SessionLog.begin(null, header, storage);
            BranchCopy.copy(source.entryLog(), leaf, log.entries(), options.random());
            return new Session(log, folder, options);
        }
        var name = named(header.id());
        var writer = lines.lock(header.id());
        try {
            var log = begun(header, writer);
            BranchCopy.copy(source.entryLog(), leaf, log, options.random());
            return opened(name, log);
        } catch (IOException | RuntimeException e) {
            writer.close();
            throw e;
        }
    }

    private static StoredLog begun(Entry.Header header, SessionLines.Writer writer) throws IOException {
        writer.append(Json.writeUtf8(header.toJson()));
        return new StoredLog(header, new EntryIndex(), new Open(List.of(), writer));
    }

    private Session opened(Path name, StoredLog log) {
        return new Session(SessionLog.kept(name, log, storage), folder, options);
    }

    /** The entries of a session; without a writer they are only read. */
    private static StoredLog log(Path name, List<byte[]> read, SessionLines.@Nullable Writer writer)
            throws IOException {
        if (!(Entry.from(parsed(name, read, 0)) instanceof Entry.Header header
                && header.version() == Sessions.VERSION)) {
            throw new IOException("session " + id(name) + " does not begin with the header of a session of version "
                    + Sessions.VERSION + "; it was left as it is");
        }
        var index = new EntryIndex();
        for (int i = 1; i < read.size(); i++) {
            var json = parsed(name, read, i);
            index.add(
                    i - 1L,
                    read.get(i).length,
                    json.string("id", ""),
                    json.string("parentId"),
                    json.string("type", ""));
        }
        return new StoredLog(header, index, new Open(read.subList(1, read.size()), writer));
    }

    private static JsonObject parsed(Path name, List<byte[]> read, int at) throws IOException {
        try {
            return JsonObject.parse(new String(read.get(at), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "line " + (at + 1) + " of session " + id(name) + " is no entry: " + e.getMessage()
                            + ". The session was left as it is",
                    e);
        }
    }

    private static String id(Path name) {
        var file = String.valueOf(name.getFileName());
        return SessionIds.checked(
                file.endsWith(SessionPaths.SUFFIX)
                        ? file.substring(0, file.length() - SessionPaths.SUFFIX.length())
                        : file);
    }

    private Entry.Header header(Path cwd, @Nullable Path parentSession) {
        var id = SessionIds.sessionId(options.clock(), options.random());
        return new Entry.Header(
                new EntryNode(id, null, options.now()),
                Sessions.VERSION,
                SessionPaths.absolute(cwd),
                parentSession == null ? null : parentSession.toString(),
                JsonObject.empty());
    }

    /** The lines of an open session: read from memory, added to memory after they are kept. */
    private static final class Open extends MemoryLines {
        private final SessionLines.@Nullable Writer writer;

        Open(List<byte[]> read, SessionLines.@Nullable Writer writer) {
            super(read);
            this.writer = writer;
        }

        @Override
        public long append(byte[] line) throws IOException {
            if (writer == null) {
                throw new IOException("the session was opened to be read only: fork it to go on");
            }
            writer.append(line);
            return super.append(line);
        }

        @Override
        public void close() throws IOException {
            if (writer != null) {
                writer.close();
            }
        }
    }
}
