package dev.pawl.tui.screen;

import dev.pawl.api.ui.Component;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Components one below the other. */
public class Container implements Growing, Clickable {
    private final List<Component> children = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private List<Integer> ends = List.of();
    private int lastWidth = -1;
    private int unchanged;

    public Container(Component... children) {
        Collections.addAll(this.children, children);
    }

    public void add(Component child) {
        children.add(child);
    }

    public void remove(Component child) {
        children.removeIf(each -> Drawing.standsFor(each, child));
    }

    public void clear() {
        children.clear();
    }

    @Override
    public List<String> render(int width) {
        boolean same = width == lastWidth;
        lastWidth = width;
        unchanged = 0;
        var drawnEnds = new ArrayList<Integer>();
        int at = 0;
        for (int index = 0; index < children.size(); index++) {
            var child = children.get(index);
            var result = Drawing.draw(child, width);
            var drawn = result.lines();
            if (result.tooSlow()) {
                children.set(index, Drawing.instead(child));
            }
            int skip = 0;
            if (same && unchanged == at && child instanceof Growing growing) {
                skip = Math.min(growing.unchangedLines(), Math.min(drawn.size(), lines.size() - at));
                skip = skip > 0 && lines.get(at + skip - 1) == drawn.get(skip - 1) ? skip : 0;
                unchanged += skip;
            }
            for (int i = skip; i < drawn.size(); i++) {
                put(at + i, drawn.get(i), same);
            }
            at += drawn.size();
            drawnEnds.add(at);
        }
        ends = drawnEnds;
        lines.subList(at, lines.size()).clear();
        return Collections.unmodifiableList(lines);
    }

    private void put(int at, String line, boolean same) {
        if (at == lines.size()) {
            lines.add(line);
        } else {
            if (same && unchanged == at && line == lines.get(at)) {
                unchanged++;
            }
            lines.set(at, line);
        }
    }

    /** Returns how many lines the other components took in the last drawing that ended. */
    public int linesBeside(Component child) {
        int sum = 0;
        int start = 0;
        for (int i = 0; i < Math.min(ends.size(), children.size()); i++) {
            sum += children.get(i) == child ? 0 : ends.get(i) - start;
            start = ends.get(i);
        }
        return sum;
    }

    @Override
    public boolean click(int line, int column) {
        int start = 0;
        for (int i = 0; i < Math.min(ends.size(), children.size()); i++) {
            int end = ends.get(i);
            if (line >= start && line < end) {
                return children.get(i) instanceof Clickable child && child.click(line - start, column);
            }
            start = end;
        }
        return false;
    }

    @Override
    public int unchangedLines() {
        return unchanged;
    }

    /** What is above a part that grows is taken for settled. */
    @Override
    public int settledLines() {
        int start = 0;
        for (int i = 0; i < Math.min(ends.size(), children.size()); i++) {
            if (children.get(i) instanceof Growing growing) {
                return start + growing.settledLines();
            }
            start = ends.get(i);
        }
        return 0;
    }

    @Override
    public void invalidate() {
        lastWidth = -1;
        children.forEach(Drawing::invalidate);
    }

    @Override
    public void dispose() {
        children.forEach(Component::dispose);
    }
}
