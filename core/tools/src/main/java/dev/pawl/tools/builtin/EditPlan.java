package dev.pawl.tools.builtin;

import dev.pawl.api.tool.ToolInput.Replacement;
import dev.pawl.tools.text.ToolFailure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The result of some replacements in a text: the new text, and which lines of the old one became which.
 *
 * <p>All replacements are found in the text as it is at the beginning. Lines that none of them touches keep their bytes.
 *
 * @param changes the lines that change, from first to last
 */
record EditPlan(String text, List<Change> changes) {
    /** Lines of the old text, from one to before another, and the lines that take their place, each with its LF. */
    record Change(int from, int to, List<String> lines) {}

    /** One replacement at its place. */
    private record Found(int edit, int start, int end, String newText) {}

    static EditPlan of(TextLines old, List<Replacement> edits, String path) throws ToolFailure {
        var content = old.content();
        var several = edits.size() > 1;
        var wanted = new ArrayList<Replacement>();
        var exact = true;
        for (int i = 0; i < edits.size(); i++) {
            var edit = new Replacement(
                    TextLines.normalized(edits.get(i).oldText()),
                    TextLines.normalized(edits.get(i).newText()));
            if (edit.oldText().isEmpty()) {
                throw new ToolFailure(name(i, several) + " is empty; it must be text that stands in " + path);
            }
            exact &= content.contains(edit.oldText());
            wanted.add(edit);
        }
        var fuzzy = FuzzyText.of(content);
        var base = exact ? content : fuzzy;
        var found = new ArrayList<Found>();
        for (int i = 0; i < wanted.size(); i++) {
            found.add(find(wanted.get(i), i, exact, base, fuzzy, path, several));
        }
        found.sort(Comparator.comparingInt(Found::start));
        for (int i = 1; i < found.size(); i++) {
            if (found.get(i - 1).end > found.get(i).start) {
                throw new ToolFailure("edits[" + found.get(i - 1).edit + "] and edits[" + found.get(i).edit
                        + "] overlap in " + path + ". Make one edit of the two");
            }
        }
        return rewrite(old, base, found, path);
    }

    private static Found find(
            Replacement edit, int index, boolean exact, String base, String fuzzy, String path, boolean several)
            throws ToolFailure {
        var old = exact ? edit.oldText() : FuzzyText.of(edit.oldText());
        int start = old.isEmpty() ? -1 : base.indexOf(old);
        if (start < 0) {
            throw new ToolFailure(name(index, several) + " was not found in " + path
                    + ". It must be what stands there, with all its blanks and line breaks; read the file again");
        }
        // Of what looks the same it is not clear which one is meant, even if only one is the same.
        var look = FuzzyText.of(edit.oldText());
        int count = look.isEmpty() ? count(base, old) : count(fuzzy, look);
        if (count > 1) {
            throw new ToolFailure(name(index, several) + " was found " + count + " times in " + path
                    + ". Add some of the text around it, so that it is there only once");
        }
        return new Found(index, start, start + old.length(), edit.newText());
    }

    private static String name(int index, boolean several) {
        return several ? "edits[" + index + "].oldText" : "oldText";
    }

    private static int count(String text, String part) {
        int count = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
            count++;
        }
        return count;
    }

    private static EditPlan rewrite(TextLines old, String base, List<Found> found, String path) throws ToolFailure {
        var drafts = drafts(base, found);
        var changes = new ArrayList<Change>();
        var text = new StringBuilder();
        int line = 0;
        for (int i = 0; i < drafts.size(); i++) {
            var draft = drafts.get(i);
            // Text without a line break at its end runs into the next line, which changes too then.
            while (!draft.text.isEmpty()
                    && draft.text.charAt(draft.text.length() - 1) != '\n'
                    && draft.to < old.count()) {
                if (i + 1 < drafts.size() && drafts.get(i + 1).from == draft.to) {
                    var next = drafts.remove(i + 1);
                    draft.text.append(next.text);
                    draft.to = next.to;
                } else {
                    draft.text.append(old.line(draft.to));
                    draft.to++;
                }
            }
            var replaced = draft.text.toString();
            text.append(old.raw(line, draft.from)).append(old.withLineBreaks(replaced));
            changes.add(new Change(draft.from, draft.to, TextLines.split(replaced)));
            line = draft.to;
        }
        text.append(old.raw(line, old.count()));
        if (text.toString().equals(old.raw(0, old.count()))) {
            throw new ToolFailure("nothing would change in " + path + ": the new text is what stands there already");
        }
        return new EditPlan(text.toString(), changes);
    }

    /** Puts the replacements that touch the same lines together and carries them out. */
    private static List<Draft> drafts(String base, List<Found> found) {
        var drafts = new ArrayList<Draft>();
        int line = 0;
        int lineStart = 0;
        int done = 0;
        Draft draft = null;
        for (var replacement : found) {
            if (draft != null && replacement.start < lineStart) {
                draft.text.append(base, done, replacement.start);
            } else {
                finish(draft, base, done, lineStart);
                while (lineEnd(base, lineStart) <= replacement.start) {
                    lineStart = lineEnd(base, lineStart);
                    line++;
                }
                draft = new Draft(line);
                drafts.add(draft);
                draft.text.append(base, lineStart, replacement.start);
            }
            draft.text.append(replacement.newText);
            done = replacement.end;
            while (lineStart < done) {
                lineStart = lineEnd(base, lineStart);
                line++;
            }
            draft.to = line;
        }
        finish(draft, base, done, lineStart);
        return drafts;
    }

    private static void finish(@org.jspecify.annotations.Nullable Draft draft, String base, int done, int lineStart) {
        if (draft != null) {
            draft.text.append(base, done, lineStart);
        }
    }

    private static int lineEnd(String text, int from) {
        int lineBreak = text.indexOf('\n', from);
        return lineBreak < 0 ? text.length() : lineBreak + 1;
    }

    private static final class Draft {
        final int from;
        final StringBuilder text = new StringBuilder();
        int to;

        Draft(int from) {
            this.from = from;
        }
    }
}
