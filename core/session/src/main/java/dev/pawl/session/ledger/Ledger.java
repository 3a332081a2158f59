package dev.pawl.session.ledger;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import dev.pawl.session.lock.SessionFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a session is about to do and has done, beside its file, until the session itself has the results: each step of a
 * tool call is a line that is written before the next step begins.
 *
 * <p>When a program ends in between, the next one that opens the session reads here what was under way. A session that
 * is not kept has no ledger; then nothing is written.
 */
public final class Ledger {
    private static final String FILE = "ledger";
    private static final int LARGEST = 256 << 20;

    private final @Nullable Path folder;
    private final BooleanSupplier sealed;
    private final Consumer<String> trouble;
    private final Map<String, CallRecord> past = new HashMap<>();
    /** The calls of this program that the session lacks results of. */
    private final Map<String, CallRecord> underWay = new HashMap<>();

    private boolean damaged;
    private boolean failed;
    private boolean used;
    private boolean lent;
    private @Nullable RandomAccessFile out;

    private Ledger(@Nullable Path folder, BooleanSupplier sealed, Consumer<String> trouble) {
        this.folder = folder;
        this.sealed = sealed;
        this.trouble = trouble;
    }

    /** Returns a ledger that keeps nothing. */
    public static Ledger none() {
        return new Ledger(null, () -> false, _ -> {});
    }

    /**
     * Returns the ledger of a session, with what the last program left in it. The caller holds the session's lock.
     *
     * @param session the file of the session; null if it is not kept
     * @param sealed whether another program continues the session: then nothing more is written
     * @param trouble receives what could not be read or written
     */
    public static Ledger of(@Nullable Path session, BooleanSupplier sealed, Consumer<String> trouble) {
        if (session == null) {
            return none();
        }
        var ledger = new Ledger(folderOf(session), sealed, trouble);
        ledger.read();
        return ledger;
    }

    /** Returns the folder of a session's ledger. */
    public static Path folderOf(Path session) {
        return beside(session, ".effects");
    }

    /** Returns the path beside a session's file that has another ending. */
    static Path beside(Path session, String ending) {
        var name = String.valueOf(session.getFileName());
        var plain = name.endsWith(".jsonl") ? name.substring(0, name.length() - ".jsonl".length()) : name;
        return session.resolveSibling(plain + ending);
    }

    /** Returns whether steps are kept at all. */
    public boolean isKept() {
        return folder != null;
    }

    /** Returns whether another program continues the session. */
    public boolean isSealed() {
        return sealed.getAsBoolean();
    }

    /**
     * Returns the highest number among calls of the program before that a call made: their ids are its own, a slash and a
     * number.
     */
    public synchronized int highestNested(String callId) {
        int highest = 0;
        for (var id : past.keySet()) {
            var number = id.startsWith(callId + "/") ? id.substring(callId.length() + 1) : "";
            highest = number.matches("\\d{1,9}") ? Math.max(highest, Integer.parseInt(number)) : highest;
        }
        return highest;
    }

    /** Returns whether calls were under way when the last program ended. */
    public synchronized boolean hasPast() {
        return !past.isEmpty() || damaged;
    }

    /** Returns whether lines in it cannot be read, so that a call may have done more than is known. */
    public synchronized boolean isDamaged() {
        return damaged;
    }

    /** Returns what is known of a call from the program before. */
    public synchronized CallRecord past(String callId) {
        return past.isEmpty() ? CallRecord.NOTHING : past.getOrDefault(callId, CallRecord.NOTHING);
    }

    /** Writes down which calls an answer asks for, before the session has the answer: from then on each has a line. */
    public synchronized void asked(Collection<String> callIds) {
        callIds.forEach(id -> keep(id, CallRecord.Step.ASKED, JsonObject.empty()));
    }

    /**
     * Writes a step down; it is there when this returns. What a call does after all were {@linkplain #settled()
     * settled}, because it was aborted and did not end in time, is not kept.
     */
    public synchronized void keep(String callId, CallRecord.Step step, JsonObject value) {
        if (folder == null || failed || sealed.getAsBoolean()) {
            return;
        }
        boolean starts = step.compareTo(CallRecord.Step.BEGUN) <= 0;
        if (!starts && !underWay.containsKey(callId) && !past.containsKey(callId)) {
            return;
        }
        underWay.put(callId, underWay.getOrDefault(callId, past(callId)).with(step, value));
        try {
            var line = Json.write(
                            JsonObject.of("call", callId, "step", step.word()).with("value", value)) + "\n";
            open(folder).write(line.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            failed = true;
            trouble.accept("what tool calls do cannot be kept in " + folder + ", so a crash may lose their results: "
                    + e.getMessage());
        }
    }

    /** Returns the folder, for files that a call needs after a crash; null where nothing is kept. */
    public synchronized @Nullable Path folder() {
        if (folder == null || failed) {
            return null;
        }
        try {
            create(folder);
            lent = true;
            return folder;
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * The session has the results of all calls: nothing of them is needed any more. The file stays, empty, for the next
     * calls of the run: to make one for each would cost as much as a small call.
     */
    public synchronized void settled() {
        boolean isOwn = past.isEmpty() && !damaged;
        past.clear();
        underWay.clear();
        if (folder == null || sealed.getAsBoolean() || (!used && !damaged)) {
            return;
        }
        var open = out;
        if (!isOwn || open == null) {
            remove(folder);
            return;
        }
        try {
            open.setLength(0);
            if (lent) {
                removeFiles(folder, FILE);
                lent = false;
            }
        } catch (IOException e) {
            cannotRemove(folder, e);
        }
    }

    /**
     * A run is over: unless something of its calls is still needed, nothing stays beside the session. Calls of a run that
     * broke, because the session could not be written, are like those of a program that ended.
     */
    public synchronized void finished() {
        past.putAll(underWay);
        underWay.clear();
        if (folder != null && used && !hasPast() && !sealed.getAsBoolean()) {
            remove(folder);
        }
    }

    private void remove(Path folder) {
        try {
            closeFile();
            if (damaged) {
                Files.move(
                        folder.resolve(FILE),
                        folder.resolve("damaged-" + System.currentTimeMillis()),
                        StandardCopyOption.ATOMIC_MOVE);
                damaged = false;
            }
            removeFiles(folder, null);
            Files.deleteIfExists(folder);
            used = false;
            lent = false;
        } catch (DirectoryNotEmptyException _) {
            // Something stays that a user may want to look at.
        } catch (IOException e) {
            cannotRemove(folder, e);
        }
    }

    /** Removes what calls left there, but not what a user may want to look at, nor the file of this name. */
    private static void removeFiles(Path folder, @Nullable String kept) throws IOException {
        for (var file : files(folder)) {
            var name = String.valueOf(file.getFileName());
            if (!name.startsWith("damaged-") && !name.equals(kept)) {
                Files.deleteIfExists(file);
            }
        }
    }

    private void cannotRemove(Path folder, IOException e) {
        trouble.accept("files of tool calls that are over cannot be removed from " + folder + ": " + e.getMessage());
    }

    private void closeFile() throws IOException {
        if (out != null) {
            out.close();
            out = null;
        }
    }

    private RandomAccessFile open(Path folder) throws IOException {
        var open = out;
        if (open == null) {
            create(folder);
            var file = folder.resolve(FILE);
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                SessionFiles.create(file);
            }
            // Not a channel: an abort would close it.
            open = new RandomAccessFile(file.toFile(), "rw");
            cutOff(open);
            open.seek(open.length());
            out = open;
        }
        return open;
    }

    /** Cuts off a line that the last program did not write to its end, so that the next one is a line of its own. */
    private static void cutOff(RandomAccessFile file) throws IOException {
        long end = file.length();
        while (end > 0) {
            file.seek(end - 1);
            if (file.read() == '\n') {
                break;
            }
            end--;
        }
        file.setLength(end);
    }

    private void create(Path folder) throws IOException {
        if (!used) {
            SessionFiles.createFolder(folder);
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException(folder + " is a link");
            }
            used = true;
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.toList();
        }
    }

    private void read() {
        if (folder == null || !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        used = true;
        byte[] bytes;
        try {
            var file = folder.resolve(FILE);
            if (Files.isSymbolicLink(file)) {
                throw new IOException(file + " is a link");
            }
            bytes = RegularFile.read(file, LARGEST);
        } catch (NoSuchFileException _) {
            return;
        } catch (IOException e) {
            damaged = true;
            trouble.accept("what tool calls did before the program ended cannot be read from " + folder + ": "
                    + e.getMessage());
            return;
        }
        var lines = new String(bytes, StandardCharsets.UTF_8).split("\n", -1);
        // What is behind the last line break was not written to its end: that step did not take place.
        for (int i = 0; i < lines.length - 1; i++) {
            read(lines[i], i + 1);
        }
    }

    private void read(String line, int number) {
        try {
            var json = JsonObject.parse(line);
            var call = json.string("call");
            var step = CallRecord.Step.of(json.string("step", ""));
            if (call != null && step != null) {
                past.merge(
                        call,
                        CallRecord.NOTHING.with(step, json.object("value")),
                        (old, _) -> old.with(step, json.object("value")));
                return;
            }
        } catch (IllegalArgumentException e) {
            // As below.
        }
        damaged = true;
        trouble.accept("line " + number + " of " + folder + "/" + FILE
                + " cannot be read; what calls did that were under way is not known");
    }
}
