package dev.pawl.tools.shell;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Finds processes by a mark in their environment. The environments of other users' programs cannot be read, and that of
 * a process which is just becoming another program is empty for a moment: such a process is looked at again.
 */
final class MarkedProcesses {
    private static final int MOST_LOOKS = 20;
    private static final long BETWEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private enum Found {
        MARK,
        NO_MARK,
        /** No environment, or none yet. */
        NOTHING
    }

    private MarkedProcesses() {}

    /** Returns the numbers of those among the given processes that have a mark. */
    static Set<Long> among(Collection<Long> processes, String text) {
        var mark = text.getBytes(StandardCharsets.ISO_8859_1);
        var marked = new HashSet<Long>();
        var undecided = new ArrayList<Long>();
        for (var pid : processes) {
            var found = look(pid, mark);
            if (found == Found.MARK) {
                marked.add(pid);
            } else if (found == Found.NOTHING && mayGetOne(pid)) {
                undecided.add(pid);
            }
        }
        for (int look = 0; !undecided.isEmpty() && look < MOST_LOOKS; look++) {
            LockSupport.parkNanos(BETWEEN_NANOS);
            undecided.removeIf(pid -> {
                var found = look(pid, mark);
                if (found == Found.MARK) {
                    marked.add(pid);
                }
                return found != Found.NOTHING;
            });
        }
        return marked;
    }

    private static Found look(long pid, byte[] mark) {
        try {
            var environment = Files.readAllBytes(ProcessStat.PROC.resolve(pid + "/environ"));
            if (environment.length == 0) {
                return Found.NOTHING;
            }
            return contains(environment, mark) ? Found.MARK : Found.NO_MARK;
        } catch (IOException | RuntimeException e) {
            return Found.NO_MARK;
        }
    }

    /** Those that have ended and threads of the system do not. */
    private static boolean mayGetOne(long pid) {
        return !ProcessStat.of(pid).isDead() && Files.isReadable(ProcessStat.PROC.resolve(pid + "/exe"));
    }

    private static boolean contains(byte[] text, byte[] part) {
        for (int at = 0; at + part.length <= text.length; at++) {
            if (Arrays.equals(text, at, at + part.length, part, 0, part.length)) {
                return true;
            }
        }
        return false;
    }
}
