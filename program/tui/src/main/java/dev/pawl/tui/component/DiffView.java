package dev.pawl.tui.component;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.Theme;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.List;

/** The changes of a file, line by line; within a line that was replaced, the part that differs stands out. */
public final class DiffView implements Component {
    private final String diff;
    private final Theme theme;
    private List<String> lines = List.of();
    private int width = -1;

    /** The diff as tools write it: lines that begin with +, - or a space, then a number and the text. */
    public DiffView(String diff, Theme theme) {
        this.diff = diff;
        this.theme = theme;
    }

    @Override
    public List<String> render(int newWidth) {
        if (newWidth != width) {
            width = newWidth;
            lines = draw();
        }
        return lines;
    }

    private List<String> draw() {
        var source = Lines.split(Untrusted.text(diff.replace("\t", "    ")));
        var drawn = new ArrayList<String>();
        for (int i = 0; i < source.size(); ) {
            int out = run(source, i, "-");
            int in = run(source, i + out, "+");
            if (out > 0 && out == in) {
                drawPairs(source.subList(i, i + out), source.subList(i + out, i + out + in), drawn);
                i += out + in;
            } else {
                int end = Math.max(i + 1, i + out + in);
                for (; i < end; i++) {
                    add(token(source.get(i)), source.get(i), drawn);
                }
            }
        }
        return drawn;
    }

    /** How many lines from here on begin with a sign. */
    private static int run(List<String> source, int from, String sign) {
        int end = from;
        while (end < source.size() && source.get(end).startsWith(sign)) {
            end++;
        }
        return end - from;
    }

    private static String token(String line) {
        if (line.startsWith("+")) {
            return "toolDiffAdded";
        }
        return line.startsWith("-") ? "toolDiffRemoved" : "toolDiffContext";
    }

    /** As many lines in as out: each took the place of one. */
    private void drawPairs(List<String> removed, List<String> added, List<String> drawn) {
        var into = new ArrayList<String>();
        for (int i = 0; i < removed.size(); i++) {
            int from = textStart(removed.get(i));
            int fromAdded = textStart(added.get(i));
            var words = WordDifference.of(
                    removed.get(i).substring(from), added.get(i).substring(fromAdded));
            add("toolDiffRemoved", removed.get(i).substring(0, from) + words.removed(), drawn);
            into.add(added.get(i).substring(0, fromAdded) + words.added());
        }
        into.forEach(line -> add("toolDiffAdded", line, drawn));
    }

    /** Behind the sign and the number. */
    private static int textStart(String line) {
        int i = 1;
        while (i < line.length() && line.charAt(i) == ' ') {
            i++;
        }
        while (i < line.length() && Character.isDigit(line.charAt(i))) {
            i++;
        }
        return i < line.length() ? i + 1 : i;
    }

    private void add(String token, String line, List<String> drawn) {
        for (var part : Lines.wrap(line, Math.max(1, width))) {
            drawn.add(theme.fg(token, part));
        }
    }

    @Override
    public void invalidate() {
        width = -1;
    }
}
