package dev.pawl.tui.component;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.Theme;
import dev.pawl.tui.text.Clusters;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.List;

/** What changed in a file, line by line; within a line that was replaced, the part that differs stands out. */
public final class DiffView implements Component {
    private static final String STAND_OUT = "\u001b[7m";
    private static final String STAND_BACK = "\u001b[27m";

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
        for (int i = 0; i < source.size(); i++) {
            var line = source.get(i);
            if (line.startsWith("-") && isPair(source, i)) {
                drawPair(line, source.get(i + 1), drawn);
                i++;
            } else {
                add(token(line), line, drawn);
            }
        }
        return drawn;
    }

    /** One line out and one in, between lines that stay. */
    private static boolean isPair(List<String> source, int at) {
        boolean alone = at == 0 || !source.get(at - 1).startsWith("-");
        return alone
                && at + 1 < source.size()
                && source.get(at + 1).startsWith("+")
                && (at + 2 == source.size() || !source.get(at + 2).startsWith("+"));
    }

    private static String token(String line) {
        if (line.startsWith("+")) {
            return "toolDiffAdded";
        }
        return line.startsWith("-") ? "toolDiffRemoved" : "toolDiffContext";
    }

    private void drawPair(String removed, String added, List<String> drawn) {
        int from = textStart(removed);
        int fromAdded = textStart(added);
        int same = 0;
        while (from + same < removed.length()
                && fromAdded + same < added.length()
                && removed.charAt(from + same) == added.charAt(fromAdded + same)) {
            same++;
        }
        int sameEnd = 0;
        while (from + same < removed.length() - sameEnd
                && fromAdded + same < added.length() - sameEnd
                && removed.charAt(removed.length() - 1 - sameEnd) == added.charAt(added.length() - 1 - sameEnd)) {
            sameEnd++;
        }
        boolean alike = same + sameEnd > 2;
        add("toolDiffRemoved", alike ? marked(removed, from + same, removed.length() - sameEnd) : removed, drawn);
        add("toolDiffAdded", alike ? marked(added, fromAdded + same, added.length() - sameEnd) : added, drawn);
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

    private static String marked(String line, int from, int to) {
        int start = Math.min(from, line.length());
        while (start > 0 && start < line.length() && !isBound(line, start)) {
            start--;
        }
        int end = Math.max(start, to);
        while (end < line.length() && !isBound(line, end)) {
            end++;
        }
        return start == end
                ? line
                : line.substring(0, start) + STAND_OUT + line.substring(start, end) + STAND_BACK + line.substring(end);
    }

    /** Characters that are several are not cut in two. */
    private static boolean isBound(String line, int at) {
        return line.charAt(at) < 0x300 || Clusters.next(line, Clusters.previous(line, at)) <= at;
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
