package dev.pawl.tui.screen;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.Screen;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.SafeLine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The part of the screen that grows: finished rows keep their lines, so that a frame costs what changed and not what was
 * ever shown.
 */
public final class Rows {
    private final Screen screen;
    private final List<Entry> entries = new ArrayList<>();
    private final List<Entry> live = new ArrayList<>();
    private final ConcurrentLinkedQueue<Entry> asked = new ConcurrentLinkedQueue<>();
    private int width;
    private int total;
    private int firstChange = Integer.MAX_VALUE;
    private int pinned;

    Rows(Screen screen) {
        this.screen = screen;
    }

    /** Puts a component at the end. */
    public Row add(Component component) {
        return insert(entries.size(), component);
    }

    public Row insert(int index, Component component) {
        var entry = new Entry(component);
        if (index < entries.size()) {
            touch(startOf(entries.get(index)));
        }
        entries.add(index, entry);
        live.add(entry);
        screen.requestRender();
        return entry;
    }

    public int size() {
        return entries.size();
    }

    public List<Row> all() {
        return Collections.unmodifiableList(entries);
    }

    /** Takes all rows away. */
    public void clear() {
        for (var entry : entries) {
            entry.gone = true;
            entry.component.dispose();
        }
        entries.clear();
        live.clear();
        total = 0;
        pinned = 0;
        touch(0);
        screen.requestRender();
    }

    /** Has every row drawn again, because colours changed. */
    public void invalidate() {
        width = 0;
        for (var entry : entries) {
            entry.component.invalidate();
        }
        screen.requestRender();
    }

    /** How many lines there are; right after {@link #update}. */
    int total() {
        return total;
    }

    /** The first line that changed since this was asked last. */
    int takeFirstChange() {
        int first = firstChange;
        firstChange = Integer.MAX_VALUE;
        return first;
    }

    /** Follows a line while rows above it become longer, shorter or fewer. */
    void pin(int line) {
        pinned = line;
    }

    /** Where the line is now that was pinned. */
    int pinned() {
        return pinned;
    }

    /** How many lines at the beginning will not change any more by themselves; right after {@link #update}. */
    int settled() {
        int settled = total;
        for (var entry : live) {
            if (!entry.finished) {
                settled = Math.min(settled, startOf(entry) + entry.settledLines());
            }
        }
        return settled;
    }

    /** Draws what may have changed. */
    void update(int newWidth) {
        if (newWidth != width) {
            width = newWidth;
            for (var entry = asked.poll(); entry != null; entry = asked.poll()) {
                entry.waiting = false;
            }
            total = 0;
            for (var entry : entries) {
                entry.lines = new ArrayList<>();
            }
            for (var entry : List.copyOf(entries)) {
                draw(entry, true);
            }
            touch(0);
            return;
        }
        for (var entry = asked.poll(); entry != null; entry = asked.poll()) {
            entry.waiting = false;
            if (!entry.gone) {
                draw(entry, false);
            }
        }
        for (int i = 0; i < live.size(); i++) {
            draw(live.get(i), false);
        }
        live.removeIf(entry -> entry.finished);
    }

    private void draw(Entry entry, boolean whole) {
        var result = Drawing.draw(entry.component, width);
        var drawn = result.lines();
        int same = 0;
        var kept = entry.lines;
        int before = kept.size();
        if (!whole && entry.drawnOnce && entry.component instanceof Growing growing) {
            same = Math.min(growing.unchangedLines(), Math.min(kept.size(), drawn.size()));
        }
        entry.drawnOnce = true;
        if (result.tooSlow()) {
            entry.component = Drawing.instead(entry.component);
            entry.changed();
        }
        int at = same;
        int firstDifference = -1;
        for (; at < drawn.size(); at++) {
            var raw = drawn.get(at);
            var text = SafeLine.of(raw == null ? "" : raw, width).text();
            if (at >= kept.size()) {
                firstDifference = firstDifference < 0 ? at : firstDifference;
                kept.add(text);
                total++;
            } else if (!kept.get(at).equals(text)) {
                firstDifference = firstDifference < 0 ? at : firstDifference;
                kept.set(at, text);
            }
        }
        if (kept.size() > drawn.size()) {
            firstDifference = firstDifference < 0 ? drawn.size() : firstDifference;
            total -= kept.size() - drawn.size();
            kept.subList(drawn.size(), kept.size()).clear();
        }
        if (firstDifference >= 0 && !whole) {
            int start = startOf(entry);
            touch(start + firstDifference);
            resized(start, firstDifference, before, drawn.size());
        }
    }

    /** The row that begins here differs from a line of it on, and may have another number of lines now. */
    private void resized(int start, int firstDifference, int before, int now) {
        if (start + firstDifference < pinned) {
            pinned = start + before <= pinned ? pinned + now - before : Math.min(pinned, start + now);
        }
    }

    private void touch(int line) {
        firstChange = Math.min(firstChange, line);
    }

    /** Rows that change stand near the end, so that is where counting begins. */
    private int startOf(Entry wanted) {
        int start = total;
        for (int i = entries.size() - 1; i >= 0; i--) {
            var entry = entries.get(i);
            start -= entry.lines.size();
            if (entry == wanted) {
                return start;
            }
        }
        return 0;
    }

    /** Copies the lines from one to another, counted from the first of all. */
    void copy(int from, int to, List<String> out) {
        int end = total;
        int index = entries.size();
        while (index > 0 && end > from) {
            end -= entries.get(--index).lines.size();
        }
        int start = end;
        for (; index < entries.size() && start < to; index++) {
            var lines = entries.get(index).lines;
            int first = Math.max(0, from - start);
            int last = Math.min(lines.size(), to - start);
            for (int i = first; i < last; i++) {
                out.add(lines.get(i));
            }
            start += lines.size();
        }
    }

    /** The last lines, at most so many, without pictures. */
    public List<String> last(int most) {
        var lines = new ArrayList<String>();
        copy(Math.max(0, total - most), total, lines);
        lines.replaceAll(line -> line.contains(Images.MARK) ? line.substring(0, line.indexOf(Images.MARK)) : line);
        return lines;
    }

    /** One of the lines; empty if there is none of that number. */
    String line(int line) {
        var out = new ArrayList<String>(1);
        copy(line, line + 1, out);
        return out.isEmpty() ? "" : out.getFirst();
    }

    /** The row of a line, the line counted from its first, and how many it has. */
    record Hit(@Nullable Row row, int line, int lines) {}

    Hit hit(int line) {
        int end = total;
        for (int i = entries.size() - 1; i >= 0 && line < total; i--) {
            var entry = entries.get(i);
            int start = end - entry.lines.size();
            if (line >= start) {
                return new Hit(entry, line - start, entry.lines.size());
            }
            end = start;
        }
        return new Hit(null, 0, 0);
    }

    /** A place in the text, which it keeps when lines are broken again: a row, or the end, and the letters of it before. */
    record Place(@Nullable Row row, int letters) {}

    /** The place where a line begins, or the row that it belongs to. */
    Place place(int line) {
        int end = total;
        for (int i = entries.size() - 1; i >= 0 && line < total; i--) {
            var entry = entries.get(i);
            int start = end - entry.lines.size();
            if (line >= start) {
                int letters = 0;
                for (int k = start; k < line; k++) {
                    letters += letters(entry.lines.get(k - start));
                }
                return new Place(entry, letters);
            }
            end = start;
        }
        return new Place(null, 0);
    }

    /** The line in which a place is now; -1 if it is none of the rows'. */
    int lineOf(Place place) {
        if (!(place.row instanceof Entry entry) || entry.gone) {
            return -1;
        }
        int at = 0;
        int letters = 0;
        while (at + 1 < entry.lines.size() && letters + letters(entry.lines.get(at)) <= place.letters) {
            letters += letters(entry.lines.get(at++));
        }
        return startOf(entry) + (place.letters == 0 ? 0 : at);
    }

    private static int letters(String line) {
        return (int)
                Lines.plain(line).chars().filter(Character::isLetterOrDigit).count();
    }

    /** The line where a row begins, for those who scroll to it. */
    int lineOf(Row row) {
        return row instanceof Entry entry ? startOf(entry) : 0;
    }

    private final class Entry implements Row {
        private Component component;
        private List<String> lines = new ArrayList<>();
        private boolean finished;
        private boolean gone;
        private boolean drawnOnce;
        private volatile boolean waiting;

        Entry(Component component) {
            this.component = component;
        }

        int settledLines() {
            return component instanceof Growing growing ? Math.min(growing.settledLines(), lines.size()) : 0;
        }

        @Override
        public Component component() {
            return component;
        }

        @Override
        public void replace(Component other) {
            var old = component;
            component = other;
            drawnOnce = false;
            changed();
            old.dispose();
        }

        @Override
        public void changed() {
            if (!waiting) {
                waiting = true;
                asked.add(this);
            }
            screen.requestRender();
        }

        @Override
        public void finish() {
            finished = true;
            screen.requestRender();
        }

        @Override
        public void remove() {
            if (!gone) {
                int start = startOf(this);
                touch(start);
                resized(start, 0, lines.size(), 0);
                gone = true;
                total -= lines.size();
                entries.remove(this);
                live.remove(this);
                component.dispose();
                screen.requestRender();
            }
        }

        @Override
        public int columns() {
            return screen.columns();
        }

        @Override
        public int rows() {
            return screen.rows();
        }

        @Override
        public void requestRender() {
            changed();
        }
    }
}
