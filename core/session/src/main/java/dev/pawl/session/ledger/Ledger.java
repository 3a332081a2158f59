package dev.pawl.session.ledger;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records beside the file of a session what it is about to do and has done, until the session itself has the results:
 * each step of a tool call is a line that is written before the next step begins.
 *
 * <p>When a program ends in between, the next one that opens the session reads here what was under way. A session that
 * is not kept has no ledger; then nothing is written.
 */
public final class Ledger {
    private final @Nullable Path folder;
    private final StepLog steps;
    private final BooleanSupplier sealed;
    private final Consumer<String> trouble;
    private final Map<String, CallRecord> past = new HashMap<>();
    /** The calls of this program that the session lacks results of. */
    private final Map<String, CallRecord> underWay = new HashMap<>();

    private boolean damaged;
    private boolean reported;
    private boolean used;
    private boolean lent;

    private Ledger(@Nullable Path folder, StepLog steps, BooleanSupplier sealed, Consumer<String> trouble) {
        this.folder = folder;
        this.steps = steps;
        this.sealed = sealed;
        this.trouble = trouble;
    }

    /** Returns a ledger that keeps nothing. */
    public static Ledger none() {
        return new Ledger(null, new FileSteps(Path.of("")), () -> false, _ -> {});
    }

    /**
     * Returns the ledger of a session, with what the last program left in it. The caller holds the session's lock.
     *
     * @param session the file of the session; null if it is not kept
     * @param steps where steps are kept; null for a file beside the session
     * @param sealed whether another program continues the session: then nothing more is written
     * @param trouble receives what could not be read or written
     */
    public static Ledger of(
            @Nullable Path session, @Nullable StepLog steps, BooleanSupplier sealed, Consumer<String> trouble) {
        if (session == null) {
            return none();
        }
        var folder = folderOf(session);
        var ledger = new Ledger(folder, steps == null ? new FileSteps(folder) : steps, sealed, trouble);
        ledger.read(folder);
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
        if (folder != null && !callIds.isEmpty()) {
            keep(folder, callIds, CallRecord.Step.ASKED, JsonObject.empty());
        }
    }

    /**
     * Writes a step down; it is there when this returns true. What a call does after all were {@linkplain #settled()
     * settled}, because it was aborted and did not end in time, is not kept.
     *
     * @return false if it could not be kept: then a step that has an effect must not be taken
     */
    public synchronized boolean keep(String callId, CallRecord.Step step, JsonObject value) {
        if (folder == null) {
            return true;
        }
        boolean starts = step.compareTo(CallRecord.Step.BEGUN) <= 0;
        if (!starts && !underWay.containsKey(callId) && !past.containsKey(callId)) {
            return true;
        }
        return keep(folder, List.of(callId), step, value);
    }

    private boolean keep(Path folder, Collection<String> callIds, CallRecord.Step step, JsonObject value) {
        if (sealed.getAsBoolean()) {
            return false;
        }
        var lines = callIds.stream()
                .map(id -> Json.write(
                        JsonObject.of("call", id, "step", step.word()).with("value", value)))
                .toList();
        boolean interrupted = Thread.interrupted(); // A file or an engine would not take the lines.
        try {
            steps.add(lines);
            used = true;
            callIds.forEach(
                    id -> underWay.put(id, underWay.getOrDefault(id, past(id)).with(step, value)));
            return true;
        } catch (IOException e) {
            if (!reported && !sealed.getAsBoolean()) {
                reported = true;
                trouble.accept("what tool calls do cannot be kept in " + folder
                        + ", so none is made that changes something: " + e.getMessage());
            }
            return false;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns the folder, for files that a call needs after a crash; null where nothing is kept. */
    public synchronized @Nullable Path folder() {
        if (folder == null) {
            return null;
        }
        try {
            FileSteps.create(folder);
            used = true;
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
        if (!isOwn) {
            remove(folder);
            return;
        }
        try {
            steps.clear();
            if (lent) {
                removeFiles(folder, FileSteps.FILE);
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
            steps.end(damaged);
            damaged = false;
            used = false;
            lent = false;
            if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                removeFiles(folder, null);
                Files.deleteIfExists(folder);
            }
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

    private static List<Path> files(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.toList();
        }
    }

    private void read(Path folder) {
        used = Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
        try {
            var lines = steps.read();
            for (int i = 0; i < lines.size(); i++) {
                read(lines.get(i), i + 1);
            }
            used |= !lines.isEmpty();
        } catch (IOException e) {
            damaged = true;
            trouble.accept("what tool calls did before the program ended cannot be read from " + folder + ": "
                    + e.getMessage());
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
        trouble.accept("line " + number + " of " + folder + "/" + FileSteps.FILE
                + " cannot be read; what calls did that were under way is not known");
    }
}
