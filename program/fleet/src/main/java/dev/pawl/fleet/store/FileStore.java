package dev.pawl.fleet.store;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.file.OwnerOnly;
import dev.pawl.fleet.durable.SessionId;
import dev.pawl.start.attach.Refused;
import dev.pawl.start.attach.SessionState.Phase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sessions in the files of a folder, for the workers of one machine: for each session a folder with its log, its
 * document and a lock, and an empty file in {@code active} while it may have something to do.
 *
 * <p>A line is in the log before the document counts it; what is behind the lines that the document counts was
 * being written when a program was killed, and is cut off with the next line.
 */
public final class FileStore implements Store {
    static final String LOG = "session.jsonl";
    static final String STEPS = "steps.jsonl";

    private static final Pattern LINE_END = Pattern.compile("\n");

    /** After these everything so far is on the disk; what comes in between a crash of the machine may take. */
    private static final Set<String> SYNCED = Set.of("create", "send", "release");

    private final Path sessions;
    private final Path active;
    private final InstantSource clock;
    private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();
    private final Map<String, ClaimedFiles> claimed = new ConcurrentHashMap<>();

    public FileStore(Path folder, InstantSource clock) throws IOException {
        this.sessions = folder.resolve("sessions");
        this.active = folder.resolve("active");
        this.clock = clock;
        Files.createDirectories(folder, OwnerOnly.folder(folder));
        Files.createDirectories(sessions, OwnerOnly.folder(sessions));
        Files.createDirectories(active, OwnerOnly.folder(active));
    }

    @Override
    public JsonObject apply(String session, JsonObject operation) throws IOException {
        var folder = folder(session);
        boolean creates = "create".equals(operation.string("op"));
        if (!creates && !Files.isDirectory(folder)) {
            throw new Refused("there is no session " + session + " in the fleet");
        }
        if (creates) {
            Files.createDirectories(folder, OwnerOnly.folder(folder));
        }
        var lock = locks.computeIfAbsent(session, _ -> new ReentrantLock());
        lock.lock();
        try {
            return locked(session, folder, operation);
        } finally {
            lock.unlock();
        }
    }

    /** The files of a session stay open from its claim by this process until its release. */
    private JsonObject locked(String session, Path folder, JsonObject operation) throws IOException {
        var files = claimed.remove(session);
        if (files == null) {
            files = new ClaimedFiles(folder);
        }
        boolean stays = false;
        try {
            JsonObject after;
            try (var _ = files.turn()) {
                after = applied(session, files, operation);
            }
            stays = phase(after) == Phase.RUNNING && (operation.has("token") || "claim".equals(operation.string("op")));
            return after;
        } finally {
            if (stays) {
                claimed.put(session, files);
            } else {
                files.close();
            }
        }
    }

    private JsonObject applied(String session, ClaimedFiles files, JsonObject operation) throws IOException {
        var before = files.document();
        var made = Transition.of(before, operation, clock.millis());
        var after = made.document();
        if (after == null) {
            Files.deleteIfExists(active.resolve(session));
            remove(folder(session));
            return JsonObject.empty();
        }
        if (!made.added().isEmpty()) {
            long end = before == null ? 0 : before.number("bytes", 0);
            after = after.with("bytes", files.append(end, made.added()));
        }
        var steps = made.steps();
        if (steps != null) {
            after = kept(files, steps, after);
        }
        boolean synced = SYNCED.contains(operation.string("op", ""));
        if (synced) {
            files.sync();
        }
        boolean wasReady = before != null && phase(before) == Phase.READY;
        if (phase(after) == Phase.READY && !wasReady) {
            mark(session);
        }
        files.write(after, synced);
        if (phase(after) == Phase.IDLE || phase(after) == Phase.FAILED || phase(after) == Phase.WAITING) {
            Files.deleteIfExists(active.resolve(session));
        }
        return after;
    }

    /**
     * Steps that take the place of others are written where those are not: until the document names the new ones, the old
     * ones count.
     */
    private static JsonObject kept(ClaimedFiles files, Transition.Steps steps, JsonObject document) throws IOException {
        long from = document.number("stepsFrom", 0);
        long end = document.number("stepsEnd", 0);
        if (steps.at() == 0) {
            from = size(steps.lines()) <= from ? 0 : end;
            end = from;
        }
        return document.with("stepsFrom", from).with("stepsEnd", files.keep(end, steps.lines()));
    }

    private static long size(List<String> lines) {
        return String.join("\n", lines).getBytes(StandardCharsets.UTF_8).length + 1L;
    }

    /** Puts a session at the end of those that may have something to do: the time of its file is its place. */
    private void mark(String session) throws IOException {
        var file = active.resolve(session);
        open(file, StandardOpenOption.WRITE).close();
        Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
    }

    private static Phase phase(JsonObject document) {
        return Phase.of(document.string("phase", "idle"));
    }

    /** Writes lines into a log, from a place on; returns where they end. */
    static long append(FileChannel log, long end, List<String> lines) throws IOException {
        log.truncate(end);
        return write(log, end, lines);
    }

    static long write(FileChannel log, long from, List<String> lines) throws IOException {
        var text = String.join("\n", lines) + "\n";
        log.position(from);
        var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            log.write(bytes);
        }
        return log.position();
    }

    static FileChannel open(Path file, StandardOpenOption... options) throws IOException {
        var all = new java.util.HashSet<java.nio.file.OpenOption>(Set.of(options));
        all.add(StandardOpenOption.CREATE);
        return FileChannel.open(file, all, OwnerOnly.file(file));
    }

    @Override
    public @Nullable JsonObject document(String session) throws IOException {
        return DocumentFile.read(folder(session));
    }

    @Override
    public List<JsonObject> documents() throws IOException {
        var all = new ArrayList<JsonObject>();
        for (var name : names(sessions)) {
            var document = DocumentFile.read(sessions.resolve(name));
            if (document != null) {
                all.add(document);
            }
        }
        return all;
    }

    @Override
    public List<String> lines(String session, int from) throws IOException {
        var folder = folder(session);
        var document = DocumentFile.read(folder);
        if (document == null) {
            throw new Refused("there is no session " + session + " in the fleet");
        }
        try (var in = Files.newInputStream(folder.resolve(LOG))) {
            var bytes = in.readNBytes(Math.toIntExact(document.number("bytes", 0)));
            var all = LINE_END.splitAsStream(new String(bytes, StandardCharsets.UTF_8))
                    .limit(document.integer("lines", 0))
                    .toList();
            return all.subList(Math.min(from, all.size()), all.size());
        }
    }

    @Override
    public List<String> steps(String session) throws IOException {
        var folder = folder(session);
        var document = DocumentFile.read(folder);
        if (document == null || document.integer("steps", 0) == 0) {
            return List.of();
        }
        long from = document.number("stepsFrom", 0);
        try (var in = Files.newInputStream(folder.resolve(STEPS))) {
            in.skipNBytes(from);
            var bytes = in.readNBytes(Math.toIntExact(document.number("stepsEnd", 0) - from));
            return LINE_END.splitAsStream(new String(bytes, StandardCharsets.UTF_8))
                    .toList();
        }
    }

    @Override
    public List<String> claimable(Set<String> places, int most) throws IOException {
        var found = new ArrayList<String>();
        long now = clock.millis();
        for (var marked : marked()) {
            if (found.size() >= most) {
                break;
            }
            var document = DocumentFile.read(sessions.resolve(marked.name()));
            if (document != null
                    && places.contains(document.string("place"))
                    && Transition.isClaimable(document, now)) {
                found.add(marked.name());
            }
        }
        return found;
    }

    /** A session that may have something to do, and since when. */
    private record Marked(String name, FileTime since) {}

    /** The longest waiting first: where hundreds wait, only the documents of the first ones are read. */
    private List<Marked> marked() throws IOException {
        var all = new ArrayList<Marked>();
        for (var name : names(active)) {
            try {
                all.add(new Marked(name, Files.getLastModifiedTime(active.resolve(name))));
            } catch (NoSuchFileException _) {
                // It has nothing to do any more.
            }
        }
        all.sort(Comparator.comparing(Marked::since));
        return all;
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static void remove(Path folder) throws IOException {
        for (var name : names(folder)) {
            if (!name.equals("lock")) {
                Files.deleteIfExists(folder.resolve(name));
            }
        }
        Files.deleteIfExists(folder.resolve("lock"));
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException _) {
            // Another process created it again in between.
        }
    }

    private Path folder(String session) throws Refused {
        return sessions.resolve(SessionId.checked(session));
    }

    @Override
    public void awaitChange(Duration atMost) throws InterruptedException {
        // Other processes write, too; polling costs less than notifications.
        Thread.sleep(Math.min(atMost.toMillis(), 100));
    }

    @Override
    public void close() throws IOException {
        for (var files : claimed.values()) {
            files.close();
        }
    }
}
