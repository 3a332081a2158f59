package dev.pawl.tools.shell;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
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

    private static final long GRACE_MILLIS = 2_000;
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
        var members = members();
        signal("TERM", members);
        var interrupted = false;
        try {
            var deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(GRACE_MILLIS);
            while (anyAlive(members) && System.nanoTime() < deadline) {
                Thread.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        kill();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends all at once. */
    void kill() {
        // A process that was just being started at the first look is there at the second.
        for (int look = 0; look < 3; look++) {
            var members = members();
            if (!anyAlive(members) && (ProcessStat.SEES_ALL || look > 0)) {
                return;
            }
            awaitDeath(signal("KILL", members));
        }
    }

    /** Ends all processes whose environment holds a mark, wherever they were started. */
    static void killMarked(String mark) {
        long since = startedTicks(ProcessHandle.current().pid());
        for (int look = 0; ProcessStat.SEES_ALL && look < MOST_LOOKS; look++) {
            var marked = MarkedProcesses.all(mark, since);
            if (marked.isEmpty() && look > 0) {
                return;
            }
            marked.removeIf(process -> !process.destroyForcibly());
            awaitDeath(marked);
        }
    }

    /** The system ends a process that was killed only when it gets to run, which may take a while on a busy machine. */
    private static void awaitDeath(Set<ProcessHandle> killed) {
        var deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(GRACE_MILLIS);
        while (anyAlive(killed) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(SHORT_NANOS);
        }
    }

    /** When a process started, in clock ticks since the machine started; -1 if it is not known. */
    static long startedTicks(long pid) {
        return ProcessStat.of(pid).started();
    }

    /** Whether something of it is still alive. */
    boolean isAlive() {
        return anyAlive(members());
    }

    /** Those that could not be ended, such as programs of another user; empty if there are none. */
    String left() {
        var left = new ArrayList<String>();
        for (var member : members()) {
            if (isAlive(member)) {
                var name =
                        member.info().command().map(file -> " " + Path.of(file).getFileName());
                left.add(member.pid() + name.orElse(""));
            }
        }
        var named = String.join(", ", left.subList(0, Math.min(left.size(), MOST_NAMED)));
        return left.size() <= MOST_NAMED ? named : named + " and " + (left.size() - MOST_NAMED) + " more";
    }

    /** Returns those that could be sent the signal: programs of another user cannot. */
    private Set<ProcessHandle> signal(String name, Set<ProcessHandle> members) {
        if (leads && (!ProcessStat.SEES_ALL || !members.isEmpty())) {
            signalGroup(name);
        }
        var sent = new LinkedHashSet<ProcessHandle>();
        for (var member : members) {
            if (name.equals("KILL") ? member.destroyForcibly() : member.destroy()) {
                sent.add(member);
            }
        }
        return sent;
    }

    /** One signal for the whole group reaches also processes that are just being created. */
    private void signalGroup(String name) {
        try {
            var kill = new ProcessBuilder("/bin/sh", "-c", "kill -s " + name + " -- -" + root.pid())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectInput(new File("/dev/null"))
                    .start();
            awaitUninterruptibly(kill);
        } catch (IOException e) {
            // Without a shell the members are ended one by one.
        }
    }

    private static void awaitUninterruptibly(Process process) {
        var interrupted = false;
        while (true) {
            try {
                process.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS);
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

    /** All that are alive of those seen now and before. */
    private synchronized Set<ProcessHandle> members() {
        if (root.isAlive()) {
            add(root);
        }
        List.copyOf(seen).forEach(this::add);
        if (ProcessStat.SEES_ALL) {
            ProcessHandle.allProcesses().forEach(process -> {
                if (!seen.contains(process) && belongs(process.pid())) {
                    add(process);
                }
            });
            MarkedProcesses.all(mark, since).forEach(this::add);
        }
        seen.removeIf(member -> !isAlive(member));
        return new LinkedHashSet<>(seen);
    }

    private void add(ProcessHandle member) {
        seen.add(member);
        member.descendants().forEach(seen::add);
    }

    private boolean belongs(long pid) {
        if (leads) {
            var stat = ProcessStat.of(pid);
            if (stat.session() == root.pid() && !stat.isDead()) {
                return true;
            }
        }
        return gate != null && gate.equals(openFile(pid, Shell.GATE_COPY));
    }

    /** What a process has open under a number; null if that is nothing, or not known. */
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
