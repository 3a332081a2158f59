package dev.pawl.tools.shell;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A process and all that it started: its descendants, the processes of the session that it leads, those with its mark
 * in the environment, and those with the pipe of its gate open.
 *
 * <p>Descendants alone would miss those whose parent has ended, the session those who left it, the mark those who were
 * started without an environment, and the pipe those who closed it. A process that was seen once is remembered.
 */
final class ProcessTree {
    /** The variable that names the commands that a process belongs to, the innermost last. */
    static final String MARK = "PAWL_COMMAND_ID";

    /** The time that processes which were asked to end may take. */
    static final Duration GRACE = Duration.ofSeconds(2);

    private static final long LOOK_MILLIS = 20;
    private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int MOST_LOOKS = 5;
    private static final int MOST_NAMED = 10;

    private final ProcessHandle root;
    private final boolean leads;
    private final String mark;
    private final @Nullable Path gate;
    private final long since;
    private final Set<ProcessHandle> seen = new LinkedHashSet<>();
    /** Nobody is left who could start another process. */
    private boolean over;

    /**
     * @param leads whether the process leads a session and process group that have its number
     * @param mark the value of {@link #MARK} that all of it inherit
     */
    ProcessTree(ProcessHandle root, boolean leads, String mark) {
        this.root = root;
        this.leads = leads;
        this.mark = mark;
        this.gate = openFile(root.pid(), 0);
        this.since = startedTicks(root.pid());
    }

    /** Another value for each command, behind that of the command which this program itself belongs to. */
    static String newMark(@Nullable String outer) {
        var own = Long.toHexString(ThreadLocalRandom.current().nextLong() | Long.MIN_VALUE);
        return outer == null || outer.isEmpty() ? own : outer + ":" + own;
    }

    /** Asks all to end, and after a while makes them. An interruption meanwhile makes them end at once. */
    void end() {
        end(GRACE);
    }

    void end(Duration grace) {
        askToEnd();
        var interrupted = false;
        try {
            awaitEnd(grace);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        kill();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Those who were asked to end.
     *
     * @param none whether there was nobody left to be asked
     * @param beyond the names of those that cannot be asked, such as programs of another user; empty if there are none
     */
    record Asked(boolean none, String beyond) {}

    /** Asks all to end, and waits for nothing. */
    Asked askToEnd() {
        var members = members();
        boolean none = members.isEmpty();
        members.removeIf(ProcessHandle::destroy);
        if (!ProcessStat.SEES_ALL && leads) {
            signalGroup("TERM");
        }
        return new Asked(none, names(members));
    }

    /** Waits until all that were seen have ended; false if some have not by then. */
    boolean awaitEnd(Duration most) throws InterruptedException {
        var members = seen();
        long deadline = System.nanoTime() + most.toNanos();
        for (long pause = 1; anyAlive(members); pause = Math.min(2 * pause, LOOK_MILLIS)) {
            if (System.nanoTime() >= deadline) {
                return false;
            }
            Thread.sleep(pause);
        }
        return true;
    }

    /** Ends all at once; false if something could not be ended. */
    boolean kill() {
        // A process that was just being started at the first look is there at the second.
        for (int look = 0; look < 3; look++) {
            var members = members();
            if (members.isEmpty() && (ProcessStat.SEES_ALL || look > 0)) {
                return true;
            }
            if (leads && (look > 0 || !ProcessStat.SEES_ALL)) {
                await(signalGroup("KILL"));
            }
            // Programs of another user cannot be sent a signal.
            members.removeIf(member -> !member.destroyForcibly());
            awaitDeath(members);
        }
        return !isAlive();
    }

    /** Ends all processes whose environment holds a mark, wherever they were started. */
    static void killMarked(String mark) {
        long since = startedTicks(ProcessHandle.current().pid());
        for (int look = 0; ProcessStat.SEES_ALL && look < MOST_LOOKS; look++) {
            var all = ProcessStat.all();
            all.values().removeIf(stat -> stat.started() < since);
            var marked = new LinkedHashSet<ProcessHandle>();
            MarkedProcesses.among(all.keySet(), mark)
                    .forEach(pid -> handle(pid, all).ifPresent(marked::add));
            if (marked.isEmpty() && look > 0) {
                return;
            }
            marked.removeIf(process -> !process.destroyForcibly());
            awaitDeath(marked);
        }
    }

    /** The system ends a process that was killed only when it gets to run, which may take a while on a busy machine. */
    private static void awaitDeath(Set<ProcessHandle> killed) {
        var deadline = System.nanoTime() + GRACE.toNanos();
        while (anyAlive(killed) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(SHORT_NANOS);
        }
    }

    /** When a process started, in clock ticks since the machine started; -1 if it is not known. */
    static long startedTicks(long pid) {
        return ProcessStat.of(pid).started();
    }

    /** Returns whether something of it is still alive. */
    boolean isAlive() {
        return anyAlive(members());
    }

    /** Returns the names of those that are alive, because they could not be ended; empty if there are none. */
    String left() {
        return names(members());
    }

    private static String names(Set<ProcessHandle> members) {
        var names = new ArrayList<String>();
        for (var member : members) {
            if (isAlive(member)) {
                var name =
                        member.info().command().map(file -> " " + Path.of(file).getFileName());
                names.add(member.pid() + name.orElse(""));
            }
        }
        var first = String.join(", ", names.subList(0, Math.min(names.size(), MOST_NAMED)));
        return names.size() <= MOST_NAMED ? first : first + " and " + (names.size() - MOST_NAMED) + " more";
    }

    /** One signal for the whole group reaches also processes that are just being created. */
    private @Nullable Process signalGroup(String name) {
        try {
            return new ProcessBuilder("/bin/sh", "-c", "kill -s " + name + " -- -" + root.pid())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectInput(new File("/dev/null"))
                    .start();
        } catch (IOException e) {
            return null; // Without a shell the members are ended one by one.
        }
    }

    private static void await(@Nullable Process process) {
        var interrupted = false;
        while (process != null) {
            try {
                process.waitFor(GRACE.toNanos(), TimeUnit.NANOSECONDS);
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean anyAlive(Set<ProcessHandle> members) {
        for (var member : members) {
            if (isAlive(member)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAlive(ProcessHandle member) {
        return member.isAlive() && !ProcessStat.of(member.pid()).isDead();
    }

    private synchronized Set<ProcessHandle> seen() {
        return new LinkedHashSet<>(seen);
    }

    /** Returns all that are alive of those seen now and before. */
    private synchronized Set<ProcessHandle> members() {
        if (over) {
            return new LinkedHashSet<>();
        }
        // The number of one that has ended may be another's by now.
        seen.removeIf(member -> !isAlive(member));
        if (root.isAlive()) {
            seen.add(root);
        }
        if (ProcessStat.SEES_ALL) {
            lookAround();
        } else {
            List.copyOf(seen).forEach(member -> member.descendants().forEach(seen::add));
        }
        seen.removeIf(member -> !isAlive(member));
        over = ProcessStat.SEES_ALL && seen.isEmpty();
        return new LinkedHashSet<>(seen);
    }

    /** Adds to those seen who belongs to them, by one look at all processes. */
    private void lookAround() {
        var all = ProcessStat.all();
        var found = new LinkedHashSet<Long>();
        seen.forEach(member -> found.add(member.pid()));
        var others = new ArrayList<Long>();
        all.forEach((pid, stat) -> {
            if (leads && stat.session() == root.pid()) {
                found.add(pid);
            } else if (stat.started() >= since) { // No older one can have been started by the command.
                others.add(pid);
            }
        });
        others.removeAll(found);
        found.addAll(MarkedProcesses.among(others, mark));
        if (gate != null) {
            others.stream()
                    .filter(pid -> gate.equals(openFile(pid, Shell.GATE_COPY)))
                    .forEach(found::add);
        }
        addDescendants(found, all);
        found.forEach(pid -> handle(pid, all).ifPresent(seen::add));
    }

    private static void addDescendants(Set<Long> found, Map<Long, ProcessStat> all) {
        var children = new HashMap<Long, List<Long>>();
        all.forEach((pid, stat) ->
                children.computeIfAbsent(stat.parent(), _ -> new ArrayList<>()).add(pid));
        var next = new ArrayDeque<>(found);
        for (var pid = next.poll(); pid != null; pid = next.poll()) {
            for (var child : children.getOrDefault(pid, List.of())) {
                if (found.add(child)) {
                    next.add(child);
                }
            }
        }
    }

    /** Returns the process that was seen under a number; none if it has ended, and another one may have its number. */
    private static Optional<ProcessHandle> handle(long pid, Map<Long, ProcessStat> all) {
        var stat = all.get(pid);
        return stat == null ? Optional.empty() : ProcessHandle.of(pid).filter(_ -> startedTicks(pid) == stat.started());
    }

    /** Returns what a process has open under a number; null if that is nothing, or not known. */
    private static @Nullable Path openFile(long pid, int number) {
        try {
            return ProcessStat.SEES_ALL
                    ? Files.readSymbolicLink(ProcessStat.PROC.resolve(pid + "/fd/" + number))
                    : null;
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }
}
