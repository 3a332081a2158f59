package dev.pawl.tui.screen;

import java.util.ArrayDeque;

/** With which line the screen began, and when: the last changes of it. */
final class ScreenTops {
    private static final int MOST = 256;

    private final ArrayDeque<Top> tops = new ArrayDeque<>();
    private long sureUntil = Long.MAX_VALUE;

    private record Top(long since, int line) {}

    /** The screen begins with this line from now on. */
    void add(int line) {
        if (tops.isEmpty() || tops.getLast().line != line) {
            tops.add(new Top(System.nanoTime(), line));
        }
        if (tops.size() > MOST) {
            tops.removeFirst();
        }
    }

    /** Until when the terminal surely had the size that was drawn for. */
    void sureUntil(long nanos) {
        sureUntil = nanos;
    }

    /**
     * The line with which the screen began when its size was still sure; what is above it scrolled away whole. All that
     * was noted is forgotten.
     *
     * @param now the line with which it begins now
     */
    int sure(int now) {
        int line = now;
        for (var newest = tops.descendingIterator(); newest.hasNext(); ) {
            var one = newest.next();
            line = Math.min(line, one.line);
            if (one.since <= sureUntil) {
                break;
            }
        }
        sureUntil = Long.MAX_VALUE;
        tops.clear();
        return line;
    }
}
