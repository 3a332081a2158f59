package dev.pawl.tools.shell;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the system reports about a process.
 *
 * @param state a letter; space if nothing is known
 * @param started clock ticks since the machine started; -1 if nothing is known
 */
record ProcessStat(char state, long session, long started) {
    static final Path PROC = Path.of("/proc");
    /** Elsewhere those whose parent has ended are out of sight, and only a signal to the group reaches them. */
    static final boolean SEES_ALL = Files.isDirectory(PROC);

    static ProcessStat of(long pid) {
        if (!SEES_ALL) {
            return new ProcessStat(' ', -1, -1);
        }
        try {
            var stat = new String(Files.readAllBytes(PROC.resolve(pid + "/stat")), StandardCharsets.ISO_8859_1);
            // The second field is a name in brackets that may hold anything.
            var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return new ProcessStat(fields[0].charAt(0), Long.parseLong(fields[3]), Long.parseLong(fields[19]));
        } catch (IOException | RuntimeException e) {
            return new ProcessStat('X', -1, -1); // It has ended meanwhile.
        }
    }

    /** Whether it has ended, even if its exit code was never read: in containers often no process reads it. */
    boolean isDead() {
        return state == 'Z' || state == 'X';
    }
}
