package dev.pawl.session;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.EntryNode;
import dev.pawl.session.lock.FileLocking;
import dev.pawl.session.lock.SessionInUse;
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
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Sessions that last as long as the program: they can be left, opened again and forked like those in files. */
public final class MemorySessions implements SessionStore {
    private final SessionOptions options;
    private final Storage storage;
    private final Path folder;
    private final Map<Path, Kept> all = new ConcurrentHashMap<>();

    private static final class Kept {
        private final StoredLog log;
        private boolean open;

        Kept(StoredLog log) {
            this.log = log;
        }

        synchronized boolean take() {
            boolean free = !open;
            open = true;
            return free;
        }

        synchronized void release() {
            open = false;
        }
    }

    public MemorySessions(SessionOptions options) {
        this.options = options;
        this.storage = new Storage(options.durability(), FileLocking.OF_SYSTEM, options.notices(), options.journal());
        // No place on any disk: nothing is ever written there.
        this.folder = Path.of("memory").toAbsolutePath();
    }

    @Override
    public Session begin(Path cwd, @Nullable Path parentSession) {
        var header = header(cwd, parentSession);
        return add(folder.resolve(header.id() + SessionPaths.SUFFIX), header);
    }

    @Override
    public Session inMemory(Path cwd) {
        return new Session(SessionLog.begin(null, header(cwd, null), storage), folder, options);
    }

    @Override
    public Session open(Path session, Path cwdIfNew) throws IOException {
        var name = session.toAbsolutePath().normalize();
        var kept = all.get(name);
        if (kept == null) {
            return add(name, header(cwdIfNew, null));
        }
        if (!kept.take()) {
            throw new SessionInUse(name.toString());
        }
        return opened(name, kept);
    }

    @Override
    public Session openReadOnly(Path session) throws IOException {
        var name = session.toAbsolutePath().normalize();
        var kept = all.get(name);
        if (kept == null) {
            throw new FileNotFoundException("there is no session " + name);
        }
        return new Session(SessionLog.readOnly(name, kept.log, storage), folder, options);
    }

    @Override
    public Session fork(Session source, @Nullable String leafId) throws IOException {
        int leaf = leafId == null ? EntryLog.NONE : source.entryLog().find(leafId);
        if (leafId != null && leaf == EntryLog.NONE) {
            throw new IOException("there is no entry " + leafId + " in session " + source.id());
        }
        var header = header(source.cwd(), source.file());
        var log = new StoredLog(header, new EntryIndex(), new MemoryLines());
        BranchCopy.copy(source.entryLog(), leaf, log, options.random());
        return source.file() == null
                ? new Session(SessionLog.kept(null, log, storage, () -> {}), folder, options)
                : add(folder.resolve(header.id() + SessionPaths.SUFFIX), log);
    }

    private Session add(Path name, Entry.Header header) {
        return add(name, new StoredLog(header, new EntryIndex(), new MemoryLines()));
    }

    private Session add(Path name, StoredLog log) {
        var kept = new Kept(log);
        kept.take();
        all.put(name, kept);
        return opened(name, kept);
    }

    private Session opened(Path name, Kept kept) {
        return new Session(SessionLog.kept(name, kept.log, storage, kept::release), folder, options);
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
}
