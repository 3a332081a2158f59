package dev.pawl.tui.component;

import dev.pawl.tui.text.Clusters;
import java.util.ArrayList;
import java.util.List;

/** Which words of a line are others in the line that took its place. */
final class WordDifference {
    private static final String STAND_OUT = "\u001b[7m";
    private static final String STAND_BACK = "\u001b[27m";

    /** Lines of more words than this are not compared word by word. */
    private static final int MOST = 400;

    private static final int ALIKE = 1;

    private final List<String> before;
    private final List<String> after;
    private final boolean[] stays;
    private final boolean[] stayed;
    private int common;

    private WordDifference(String removed, String added) {
        before = words(removed);
        after = words(added);
        stays = new boolean[before.size()];
        stayed = new boolean[after.size()];
        compare();
    }

    /** Both lines, with what differs standing out; as they are if they have hardly anything in common. */
    static Pair of(String removed, String added) {
        var words = new WordDifference(removed, added);
        return words.common <= ALIKE
                ? new Pair(removed, added)
                : new Pair(marked(words.before, words.stays), marked(words.after, words.stayed));
    }

    /** A line that went, and the one that came for it. */
    record Pair(String removed, String added) {}

    private void compare() {
        int start = 0;
        while (start < before.size()
                && start < after.size()
                && before.get(start).equals(after.get(start))) {
            keep(start, start++);
        }
        int end = 0;
        while (before.size() - end > start
                && after.size() - end > start
                && before.get(before.size() - 1 - end).equals(after.get(after.size() - 1 - end))) {
            end++;
            keep(before.size() - end, after.size() - end);
        }
        int rows = before.size() - end - start;
        int columns = after.size() - end - start;
        if (rows > 0 && columns > 0 && rows <= MOST && columns <= MOST) {
            middle(start, rows, columns);
        }
    }

    /** The longest run of words that both have in the same order. */
    private void middle(int start, int rows, int columns) {
        var longest = new int[rows + 1][columns + 1];
        for (int i = rows - 1; i >= 0; i--) {
            for (int k = columns - 1; k >= 0; k--) {
                longest[i][k] = before.get(start + i).equals(after.get(start + k))
                        ? longest[i + 1][k + 1] + before.get(start + i).strip().length()
                        : Math.max(longest[i + 1][k], longest[i][k + 1]);
            }
        }
        int i = 0;
        int k = 0;
        while (i < rows && k < columns) {
            if (before.get(start + i).equals(after.get(start + k))) {
                keep(start + i++, start + k++);
            } else if (longest[i + 1][k] >= longest[i][k + 1]) {
                i++;
            } else {
                k++;
            }
        }
    }

    private void keep(int inBefore, int inAfter) {
        stays[inBefore] = true;
        stayed[inAfter] = true;
        common += before.get(inBefore).length();
    }

    private static String marked(List<String> words, boolean[] same) {
        var out = new StringBuilder();
        boolean marked = false;
        for (int i = 0; i < words.size(); i++) {
            if (marked == same[i]) {
                out.append(marked ? STAND_BACK : STAND_OUT);
                marked = !marked;
            }
            out.append(words.get(i));
        }
        return out.append(marked ? STAND_BACK : "").toString();
    }

    /** Words, spaces between them, and each other character by itself. */
    private static List<String> words(String line) {
        var words = new ArrayList<String>();
        int from = 0;
        int kind = -1;
        for (int i = 0; i < line.length(); ) {
            int next = Clusters.next(line, i);
            int point = line.codePointAt(i);
            int now = Character.isLetterOrDigit(point) || point == '_' ? 1 : Character.isWhitespace(point) ? 2 : 0;
            if (i > from && (now != kind || now == 0)) {
                words.add(line.substring(from, i));
                from = i;
            }
            kind = now;
            i = next;
        }
        if (from < line.length()) {
            words.add(line.substring(from));
        }
        return words;
    }
}
