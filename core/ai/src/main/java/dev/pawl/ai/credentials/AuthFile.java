package dev.pawl.ai.credentials;

import dev.pawl.ai.catalogue.ModelProblem;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonMistake;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.FailureText;
import dev.pawl.base.LockFolder;
import dev.pawl.base.RegularFile;
import dev.pawl.base.file.Leftovers;
import dev.pawl.base.file.OwnerOnly;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The keys and sign-ins that are kept: auth.json, readable by its owner only, shared with other programs.
 *
 * <p>It is changed under a lock and as a whole, so a reader sees it before or after a change; entries that are not
 * understood stay as they are. A change by another program is noticed at the next look.
 */
public final class AuthFile {
    /** As pi has it. */
    static final Duration STALE = Duration.ofSeconds(30);

    private static final Duration PATIENCE = STALE.plusSeconds(5);
    private static final int LARGEST = 16 << 20;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    /** The content of the file at one time. */
    public record Snapshot(
            JsonObject entries,
            List<ModelProblem> problems,
            @Nullable FileTime changed,
            long size) {
        /** Without the keys. */
        @Override
        public String toString() {
            return "auth.json with " + entries.names();
        }
    }

    private static final Snapshot NOTHING = new Snapshot(JsonObject.empty(), List.of(), null, -1);

    /** Turns a provider's entry (null if there is none) into the one to keep, or null to remove it. */
    public interface Change {
        @Nullable
        JsonObject apply(@Nullable JsonObject entry) throws IOException, InterruptedException;
    }

    private final Path file;
    private final boolean posix;
    private final ReentrantLock reading = new ReentrantLock();
    private @Nullable Snapshot last;

    public AuthFile(Path file) {
        this.file = file.toAbsolutePath().normalize();
        this.posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    Path path() {
        return file;
    }

    /** Returns the file as it is now. Where it cannot be read there are no entries, but a problem. */
    public Snapshot snapshot() {
        reading.lock();
        try {
            var seen = last;
            if (seen == null || !isCurrent(seen)) {
                seen = look();
                last = seen;
            }
            return seen;
        } finally {
            reading.unlock();
        }
    }

    @Nullable
    JsonObject entry(String provider) {
        return snapshot().entries().get(provider) instanceof JsonObject entry ? entry : null;
    }

    /** Changes one entry and returns what is kept now. Others are kept out meanwhile, so the change should be quick. */
    @Nullable
    public JsonObject change(String provider, Change change) throws IOException, InterruptedException {
        prepareFolder();
        try (var _ = LockFolder.take(file, STALE, PATIENCE)) {
            JsonObject entries;
            try {
                entries = parse();
            } catch (JsonMistake e) {
                throw new IOException("Nothing was saved: " + file + ", line " + e.line() + ", column " + e.column()
                        + ": not JSON, " + e.problem() + ". Mend the file or delete it, then try again.");
            }
            var before = entries.get(provider) instanceof JsonObject entry ? entry : null;
            var after = change.apply(before);
            if (after == null ? entries.has(provider) : !after.equals(before)) {
                write(after == null ? entries.without(provider) : entries.with(provider, after));
            }
            return after;
        }
    }

    private boolean isCurrent(Snapshot seen) {
        try {
            var changed = Files.getLastModifiedTime(file);
            return changed.equals(seen.changed()) && Files.size(file) == seen.size();
        } catch (IOException e) {
            return seen == NOTHING;
        }
    }

    private Snapshot look() {
        try {
            var changed = Files.getLastModifiedTime(file);
            long size = Files.size(file);
            var repaired = repairPermissions();
            try {
                return snapshot(parse(), repaired, changed, size);
            } catch (JsonMistake e) {
                return lookAgain(repaired, changed, size);
            }
        } catch (NoSuchFileException e) {
            return NOTHING;
        } catch (IOException e) {
            return broken(
                    file.toString(),
                    "cannot be read (" + FailureText.reason(e)
                            + "), so the keys in it are not used. Check who owns it.",
                    null,
                    -1);
        }
    }

    /** Another program may be writing it in place: under the lock it is whole. */
    private Snapshot lookAgain(List<ModelProblem> repaired, FileTime changed, long size) throws IOException {
        try (var _ = LockFolder.take(file, STALE, PATIENCE)) {
            return snapshot(parse(), repaired, Files.getLastModifiedTime(file), Files.size(file));
        } catch (JsonMistake e) {
            return broken(
                    file + ", line " + e.line() + ", column " + e.column(),
                    "not JSON, " + e.problem() + ". Until it is mended the keys in it are not used.",
                    changed,
                    size);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return broken(file.toString(), "was being written by another program.", null, -1);
        }
    }

    private Snapshot snapshot(JsonObject entries, List<ModelProblem> repaired, FileTime changed, long size) {
        var problems = new ArrayList<>(repaired);
        for (var provider : entries.names()) {
            var flaw = flaw(entries.get(provider));
            if (flaw != null) {
                problems.add(new ModelProblem(file + ": " + provider, flaw + " It is kept, but not used."));
            }
        }
        return new Snapshot(entries, List.copyOf(problems), changed, size);
    }

    private static @Nullable String flaw(@Nullable Object value) {
        if (!(value instanceof JsonObject entry)) {
            return "must be an object, {\"type\": \"api_key\", \"key\": \"…\"}.";
        }
        return switch (entry.string("type", "")) {
            case "api_key" ->
                entry.string("key") == null && entry.object("env").isEmpty() ? "has no text in the field key." : null;
            case "oauth" -> entry.string("access") == null ? "has no text in the field access." : null;
            default -> "has a type other than \"api_key\" and \"oauth\".";
        };
    }

    private static Snapshot broken(String where, String message, @Nullable FileTime changed, long size) {
        return new Snapshot(JsonObject.empty(), List.of(new ModelProblem(where, message)), changed, size);
    }

    private JsonObject parse() throws IOException {
        try {
            var text = new String(RegularFile.read(file, LARGEST), StandardCharsets.UTF_8);
            return text.isBlank() ? JsonObject.empty() : JsonObject.parseWithComments(text);
        } catch (NoSuchFileException e) {
            return JsonObject.empty();
        }
    }

    private List<ModelProblem> repairPermissions() throws IOException {
        if (!posix || OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file))) {
            return List.of();
        }
        try {
            Files.setPosixFilePermissions(file, OWNER_ONLY);
            return List.of();
        } catch (IOException e) {
            return List.of(new ModelProblem(
                    file.toString(),
                    "others can read the keys in it, and that cannot be changed. Run chmod 600 on it."));
        }
    }

    private void prepareFolder() throws IOException {
        var folder = file.getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            Files.createDirectories(folder, OwnerOnly.folder(folder));
        }
    }

    private void write(JsonObject entries) throws IOException {
        // A link stays a link: what it leads to is replaced.
        var target = Files.exists(file) ? file.toRealPath() : file;
        Leftovers.remove(target);
        var fresh = target.resolveSibling(target.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try {
            Files.createFile(fresh, OwnerOnly.file(fresh));
            // No channel: that would be closed by an interruption in the middle of the write.
            try (var out = new FileOutputStream(fresh.toFile())) {
                out.write((Json.writeIndented(entries) + "\n").getBytes(StandardCharsets.UTF_8));
                out.getFD().sync();
            }
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
