package dev.pawl.tools.builtin;

import com.github.difflib.algorithm.myers.MyersDiffWithLinearSpace;
import com.github.difflib.patch.DeltaType;
import java.util.ArrayList;
import java.util.List;

/**
 * The difference that an edit makes, for users and for programs.
 *
 * @param diff the changed lines with their numbers and some lines around them
 * @param patch the same as a unified diff
 * @param firstChangedLine where the first change is in the new text, counted from 1
 */
record EditDiff(String diff, String patch, int firstChangedLine) {
    private static final int CONTEXT = 4;
    private static final int COMPARED = 4_000;
    private static final String NO_BREAK = "\n\\ No newline at end of file";

    private enum Kind {
        SAME(' '),
        GONE('-'),
        NEW('+');

        final char sign;

        Kind(char sign) {
            this.sign = sign;
        }
    }

    /** A line with its numbers in the old and the new text, counted from 1. */
    private record Line(Kind kind, String text, int oldNumber, int newNumber) {}

    static EditDiff of(TextLines old, EditPlan plan, String path) {
        var hunks = hunks(old, plan);
        int grown = 0;
        for (var change : plan.changes()) {
            grown += change.lines().size() - (change.to() - change.from());
        }
        int width = Integer.toString(Math.max(old.count(), old.count() + grown)).length();
        var diff = new StringBuilder();
        var patch = new StringBuilder("--- " + path + "\n+++ " + path + "\n");
        int first = 0;
        int shown = 0;
        for (var hunk : hunks) {
            if (hunk.getFirst().oldNumber > shown + 1) {
                skipped(diff, width);
            }
            for (var line : hunk) {
                if (first == 0 && line.kind != Kind.SAME) {
                    first = line.newNumber;
                }
                int number = line.kind == Kind.NEW ? line.newNumber : line.oldNumber;
                var digits = Integer.toString(number);
                diff.append(line.kind.sign)
                        .append(" ".repeat(width - digits.length()))
                        .append(digits)
                        .append(' ')
                        .append(withoutBreak(line.text))
                        .append('\n');
            }
            unified(hunk, patch);
            var last = hunk.getLast();
            shown = last.kind == Kind.NEW ? last.oldNumber - 1 : last.oldNumber;
        }
        if (shown < old.count()) {
            skipped(diff, width);
        }
        return new EditDiff(withoutBreak(diff.toString()), patch.toString(), first);
    }

    private static void skipped(StringBuilder diff, int width) {
        diff.append(' ').append(" ".repeat(width)).append(" …\n");
    }

    private static void unified(List<Line> hunk, StringBuilder patch) {
        int oldLines = 0;
        int newLines = 0;
        for (var line : hunk) {
            oldLines += line.kind == Kind.NEW ? 0 : 1;
            newLines += line.kind == Kind.GONE ? 0 : 1;
        }
        var first = hunk.getFirst();
        patch.append("@@ -").append(oldLines == 0 ? first.oldNumber - 1 : first.oldNumber);
        patch.append(',').append(oldLines);
        patch.append(" +").append(newLines == 0 ? first.newNumber - 1 : first.newNumber);
        patch.append(',').append(newLines).append(" @@\n");
        for (var line : hunk) {
            patch.append(line.kind.sign).append(withoutBreak(line.text));
            patch.append(line.text.endsWith("\n") ? "\n" : NO_BREAK + "\n");
        }
    }

    private static String withoutBreak(String line) {
        return line.endsWith("\n") ? line.substring(0, line.length() - 1) : line;
    }

    /** Returns the changed lines with those around them, in one piece where they touch. */
    private static List<List<Line>> hunks(TextLines old, EditPlan plan) {
        var hunks = new ArrayList<List<Line>>();
        List<Line> hunk = new ArrayList<>();
        int next = 0; // the first old line that is in no hunk yet
        int shift = 0;
        for (var change : plan.changes()) {
            for (var delta : deltas(old, change)) {
                if (!hunk.isEmpty() && delta.from - next > 2 * CONTEXT) {
                    same(old, next, next + CONTEXT, shift, hunk);
                    hunks.add(hunk);
                    hunk = new ArrayList<>();
                }
                int from = hunk.isEmpty() ? Math.max(next, delta.from - CONTEXT) : next;
                same(old, from, delta.from, shift, hunk);
                for (int i = delta.from; i < delta.to; i++) {
                    hunk.add(new Line(Kind.GONE, old.line(i), i + 1, delta.from + shift + 1));
                }
                for (int i = 0; i < delta.lines.size(); i++) {
                    hunk.add(new Line(Kind.NEW, delta.lines.get(i), delta.to + 1, delta.from + shift + i + 1));
                }
                shift += delta.lines.size() - (delta.to - delta.from);
                next = delta.to;
            }
        }
        if (!hunk.isEmpty()) {
            same(old, next, Math.min(old.count(), next + CONTEXT), shift, hunk);
            hunks.add(hunk);
        }
        return hunks;
    }

    private static void same(TextLines old, int from, int to, int shift, List<Line> hunk) {
        for (int i = from; i < to; i++) {
            hunk.add(new Line(Kind.SAME, old.line(i), i + 1, i + shift + 1));
        }
    }

    private record Delta(int from, int to, List<String> lines) {}

    /** Looks inside a change for lines that stay, unless it is so large that such detail is useless. */
    private static List<Delta> deltas(TextLines old, EditPlan.Change change) {
        var before = old.lines(change.from(), change.to());
        if (before.size() + change.lines().size() > COMPARED) {
            return List.of(new Delta(change.from(), change.to(), change.lines()));
        }
        var deltas = new ArrayList<Delta>();
        int revisedStart = 0;
        int revisedEnd = -1;
        for (var part : new MyersDiffWithLinearSpace<String>().computeDiff(before, change.lines(), null)) {
            if (part.deltaType == DeltaType.EQUAL) {
                continue;
            }
            int from = change.from() + part.startOriginal;
            // What goes and what comes at the same place are two parts for the library.
            if (part.startRevised == revisedEnd && deltas.getLast().to == from) {
                from = deltas.removeLast().from;
            } else {
                revisedStart = part.startRevised;
            }
            revisedEnd = part.endRevised;
            deltas.add(new Delta(
                    from, change.from() + part.endOriginal, change.lines().subList(revisedStart, revisedEnd)));
        }
        return deltas;
    }
}
