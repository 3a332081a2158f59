package dev.pawl.tools;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A process and all that it started: its descendants, and where it leads a session of its own, everybody in that.
 *
 * <p>Descendants alone would miss those whose parent has ended; the group alone those who left it.
 *
 * @param leads whether the process leads a session and process group that have its number
 */
record ProcessTree(Process root, boolean leads) {
    private static final Path PROC = Path.of("/proc");
    /** Elsewhere those whose parent has ended are out of sight, and only a signal to the group reaches them. */
    private static final boolean SEES_ALL = Files.isDirectory(PROC);

    private static final long GRACE_MILLIS = 2_000;
    private static final long LOOK_MILLIS = 20;

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
        // Whoever was just being born at the first look is there at the second.
        for (int look = 0; look < 3; look++) {
            var members = members();
            if (!anyAlive(members) && (SEES_ALL || look > 0)) {
                return;
            }
            signal("KILL", members);
        }
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

    /** One signal for the whole group reaches also those who are being born. */
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
            if (member.isAlive() && !Stat.of(member.pid()).isDead()) {
                return true;
            }
        }
        return false;
    }

    private Set<ProcessHandle> members() {
        var members = new LinkedHashSet<ProcessHandle>();
        if (root.isAlive()) {
            members.add(root.toHandle());
            root.descendants().forEach(members::add);
        }
        if (leads) {
            for (var member : session(root.pid())) {
                members.add(member);
                member.descendants().forEach(members::add);
            }
        }
        return members;
    }

    /** Everybody in a session; nobody where the system has no {@code /proc} to look into. */
    private static List<ProcessHandle> session(long id) {
        var members = new ArrayList<ProcessHandle>();
        if (!SEES_ALL) {
            return members;
        }
        ProcessHandle.allProcesses().forEach(process -> {
            var stat = Stat.of(process.pid());
            if (stat.session == id && !stat.isDead()) {
                members.add(process);
            }
        });
        return members;
    }

    /**
     * What the system tells of a process.
     *
     * @param state a letter; space if nothing is told
     */
    private record Stat(char state, long session) {
        /** The second field is a name in brackets that may hold anything. */
        static Stat of(long pid) {
            if (!SEES_ALL) {
                return new Stat(' ', -1);
            }
            try {
                var stat = new String(Files.readAllBytes(PROC.resolve(pid + "/stat")), StandardCharsets.ISO_8859_1);
                var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
                return new Stat(fields[0].charAt(0), Long.parseLong(fields[3]));
            } catch (IOException | RuntimeException e) {
                return new Stat('X', -1); // It has ended meanwhile.
            }
        }

        /** Whether it has ended, even if nobody has asked for its exit code: in containers often nobody ever does. */
        boolean isDead() {
            return state == 'Z' || state == 'X';
        }
    }
}
