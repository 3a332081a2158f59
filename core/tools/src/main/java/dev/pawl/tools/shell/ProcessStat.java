package dev.pawl.tools.shell;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The status of a process as the system reports it.
 *
 * @param state a letter; space if nothing is known
 * @param started clock ticks since the machine started; -1 if nothing is known
 */
record ProcessStat(char state, long parent, long session, long started) {
    static final Path PROC = Path.of("/proc");
    /** Elsewhere those whose parent has ended are out of sight, and only a signal to the group reaches them. */
    static final boolean SEES_ALL = Files.isDirectory(PROC);

    private static final int LONGEST = 1024;

    static ProcessStat of(long pid) {
        if (!SEES_ALL) {
            return new ProcessStat(' ', -1, -1, -1);
        }
        // Read by hand, because an interruption waits until this was done for every process of the machine.
        try (var file = new FileInputStream("/proc/" + pid + "/stat")) {
            var text = new byte[LONGEST];
            int length = file.read(text);
            int at = length - 1;
            // The second field is a name in brackets that may hold anything.
            while (text[at] != ')') {
                at--;
            }
            var fields = new long[20];
            for (int i = at + 4, field = 1; i < length && field < fields.length; i++) {
                if (text[i] == ' ') {
                    field++;
                } else if (text[i] != '-') {
                    fields[field] = 10 * fields[field] + text[i] - '0';
                }
            }
            return new ProcessStat((char) text[at + 2], fields[1], fields[3], fields[19]);
        } catch (IOException | RuntimeException e) {
            return new ProcessStat('X', -1, -1, -1); // It has ended meanwhile.
        }
    }

    /** Returns all processes that have not ended, by their numbers: one look at the system, however many are asked for. */
    static Map<Long, ProcessStat> all() {
        var all = new HashMap<Long, ProcessStat>();
        var names = new File("/proc").list((_, name) -> Character.isDigit(name.charAt(0)));
        for (var name : names == null ? new String[0] : names) {
            long pid = Long.parseLong(name);
            var stat = of(pid);
            if (!stat.isDead()) {
                all.put(pid, stat);
            }
        }
        return all;
    }

    /** Returns whether it has ended, even if its exit code was never read: in containers often no process reads it. */
    boolean isDead() {
        return state == 'Z' || state == 'X';
    }
}
