package dev.pawl.durable.store;

import dev.pawl.api.json.JsonObject;
import dev.pawl.durable.Refused;
import dev.pawl.durable.SessionId;
import dev.pawl.durable.SessionState.Phase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
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
 * <p>A line is in the log before the document counts it; what stands behind the lines that the document counts was
 * being written when a program was killed, and is cut off with the next line.
 */
public final class FileStore implements Store {
    private static final Pattern LINE_END = Pattern.compile("\n");

    /** After these everything so far is on the disk; what comes in between a crash of the machine may take. */
    private static final Set<String> SYNCED = Set.of("create", "send", "release");

    private static final FileAttribute<?>[] PRIVATE_FOLDER = {
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
    };
    private static final FileAttribute<?>[] PRIVATE_FILE = {
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
    };

    private final Path sessions;
    private final Path active;
    private final InstantSource clock;
    private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();

    public FileStore(Path folder, InstantSource clock) throws IOException {
        this.sessions = folder.resolve("sessions");
        this.active = folder.resolve("active");
        this.clock = clock;
        Files.createDirectories(folder, PRIVATE_FOLDER);
        Files.createDirectories(sessions, PRIVATE_FOLDER);
        Files.createDirectories(active, PRIVATE_FOLDER);
    }

    @Override
    public JsonObject apply(String session, JsonObject operation) throws IOException {
        var folder = folder(session);
        boolean creates = "create".equals(operation.string("op"));
        if (!creates && !Files.isDirectory(folder)) {
            throw new Refused("there is no session " + session + " in the fleet");
        }
        if (creates) {
            Files.createDirectories(folder, PRIVATE_FOLDER);
        }
        var lock = locks.computeIfAbsent(session, _ -> new ReentrantLock());
        lock.lock();
        try (var file = open(folder.resolve("lock"), StandardOpenOption.WRITE);
                var _ = file.lock()) {
            return applied(session, folder, operation);
        } finally {
            lock.unlock();
        }
    }

    private JsonObject applied(String session, Path folder, JsonObject operation) throws IOException {
        var before = DocumentFile.read(folder);
        var made = Transition.of(before, operation, clock.millis());
        var after = made.document();
        if (after == null) {
            Files.deleteIfExists(active.resolve(session));
            remove(folder);
            return JsonObject.empty();
        }
        if (!made.added().isEmpty()) {
            long end = before == null ? 0 : before.number("bytes", 0);
            after = after.with("bytes", append(folder.resolve("session.jsonl"), end, made.added()));
        }
        boolean synced = SYNCED.contains(operation.string("op", ""));
        if (synced) {
            sync(folder.resolve("session.jsonl"));
        }
        if (phase(after) != Phase.IDLE && phase(after) != Phase.FAILED && phase(after) != Phase.WAITING) {
            mark(session);
        }
        DocumentFile.write(folder, after, synced);
        if (phase(after) == Phase.IDLE || phase(after) == Phase.FAILED || phase(after) == Phase.WAITING) {
            Files.deleteIfExists(active.resolve(session));
        }
        return after;
    }

    private void mark(String session) throws IOException {
        open(active.resolve(session), StandardOpenOption.WRITE).close();
    }

    private static Phase phase(JsonObject document) {
        return Phase.of(document.string("phase", "idle"));
    }

    private static long append(Path log, long end, List<String> lines) throws IOException {
        var text = String.join("\n", lines) + "\n";
        try (var channel = open(log, StandardOpenOption.WRITE)) {
            channel.truncate(end);
            channel.position(end);
            var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            return channel.position();
        }
    }

    private static void sync(Path file) throws IOException {
        try (var channel = open(file, StandardOpenOption.WRITE)) {
            channel.force(false);
        }
    }

    static FileChannel open(Path file, StandardOpenOption... options) throws IOException {
        var all = new java.util.HashSet<java.nio.file.OpenOption>(Set.of(options));
        all.add(StandardOpenOption.CREATE);
        return FileChannel.open(file, all, PRIVATE_FILE);
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
        try (var in = Files.newInputStream(folder.resolve("session.jsonl"))) {
            var bytes = in.readNBytes(Math.toIntExact(document.number("bytes", 0)));
            var all = LINE_END.splitAsStream(new String(bytes, StandardCharsets.UTF_8))
                    .limit(document.integer("lines", 0))
                    .toList();
            return all.subList(Math.min(from, all.size()), all.size());
        }
    }

    @Override
    public List<String> claimable(Set<String> places, int most) throws IOException {
        var found = new ArrayList<JsonObject>();
        long now = clock.millis();
        for (var name : names(active)) {
            var document = DocumentFile.read(sessions.resolve(name));
            if (document != null
                    && places.contains(document.string("place"))
                    && MemoryStore.isClaimable(document, now)) {
                found.add(document);
            }
        }
        return found.stream()
                .sorted(Comparator.comparingLong(session -> session.number("changed", 0)))
                .limit(most)
                .map(session -> session.string("id", ""))
                .toList();
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
    public void close() {}
}
