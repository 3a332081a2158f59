package dev.pawl.tools.shell;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
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

    private static final Path PROC = Path.of("/proc");
    /** Elsewhere those whose parent has ended are out of sight, and only a signal to the group reaches them. */
    private static final boolean SEES_ALL = Files.isDirectory(PROC);

    private static final long GRACE_MILLIS = 2_000;
    private static final long LOOK_MILLIS = 20;
    private static final int MOST_NAMED = 10;

    private final ProcessHandle root;
    private final boolean leads;
    private final byte[] mark;
    private final @Nullable Path gate;
    private final Set<ProcessHandle> seen = new LinkedHashSet<>();

    /**
     * @param leads whether the process leads a session and process group that have its number
     * @param mark the value of {@link #MARK} that all of it inherit
     */
    ProcessTree(ProcessHandle root, boolean leads, String mark) {
        this.root = root;
        this.leads = leads;
        this.mark = mark.getBytes(StandardCharsets.ISO_8859_1);
        this.gate = openFile(root.pid(), 0);
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
            if (!anyAlive(members) && (SEES_ALL || look > 0)) {
                return;
            }
            signal("KILL", members);
        }
    }

    /** Ends all processes whose environment holds a mark, wherever they were started. */
    static void killMarked(String family) {
        var mark = family.getBytes(StandardCharsets.ISO_8859_1);
        if (SEES_ALL) {
            for (int look = 0; look < 2; look++) {
                ProcessHandle.allProcesses()
                        .filter(process -> isMarked(process.pid(), mark))
                        .forEach(ProcessHandle::destroyForcibly);
            }
        }
    }

    /** When a process started, in clock ticks since the machine started; -1 if it is not known. */
    static long startedTicks(long pid) {
        return Stat.of(pid).started;
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

    private void signal(String name, Set<ProcessHandle> members) {
        if (leads && (!SEES_ALL || !members.isEmpty())) {
            signalGroup(name);
        }
        for (var member : members) {
            if (name.equals("KILL")) {
                member.destroyForcibly();
            } else {
                member.destroy();
            }
        }
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
        return member.isAlive() && !Stat.of(member.pid()).isDead();
    }

    /** All that are alive of those seen now and before. */
    private synchronized Set<ProcessHandle> members() {
        if (root.isAlive()) {
            add(root);
        }
        List.copyOf(seen).forEach(this::add);
        if (SEES_ALL) {
            ProcessHandle.allProcesses().forEach(process -> {
                if (!seen.contains(process) && belongs(process.pid())) {
                    add(process);
                }
            });
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
            var stat = Stat.of(pid);
            if (stat.session == root.pid() && !stat.isDead()) {
                return true;
            }
        }
        return isMarked(pid) || (gate != null && gate.equals(openFile(pid, Shell.GATE_COPY)));
    }

    /** What a process has open under a number; null if that is nothing, or not known. */
    private static @Nullable Path openFile(long pid, int number) {
        try {
            return SEES_ALL ? Files.readSymbolicLink(PROC.resolve(pid + "/fd/" + number)) : null;
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    /** Whether its environment holds the mark. Of other users' programs that cannot be seen. */
    private boolean isMarked(long pid) {
        return isMarked(pid, mark);
    }

    private static boolean isMarked(long pid, byte[] mark) {
        try {
            return indexOf(Files.readAllBytes(PROC.resolve(pid + "/environ")), mark) >= 0;
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    private static int indexOf(byte[] text, byte[] part) {
        for (int at = 0; at + part.length <= text.length; at++) {
            if (Arrays.equals(text, at, at + part.length, part, 0, part.length)) {
                return at;
            }
        }
        return -1;
    }

    /**
     * What the system reports about a process.
     *
     * @param state a letter; space if nothing is known
     * @param started clock ticks since the machine started; -1 if nothing is known
     */
    private record Stat(char state, long session, long started) {
        /** The second field is a name in brackets that may hold anything. */
        static Stat of(long pid) {
            if (!SEES_ALL) {
                return new Stat(' ', -1, -1);
            }
            try {
                var stat = new String(Files.readAllBytes(PROC.resolve(pid + "/stat")), StandardCharsets.ISO_8859_1);
                var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
                return new Stat(fields[0].charAt(0), Long.parseLong(fields[3]), Long.parseLong(fields[19]));
            } catch (IOException | RuntimeException e) {
                return new Stat('X', -1, -1); // It has ended meanwhile.
            }
        }

        /** Whether it has ended, even if its exit code was never read: in containers often no process reads it. */
        boolean isDead() {
            return state == 'Z' || state == 'X';
        }
    }
}
