package dev.pawl.acceptance.beside;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What could be seen of a run, line by line: of what kind a line is, in which phase it came, and what it says. */
record Seen(List<Line> lines) {
    /** The kinds of lines. */
    enum Kind {
        /** A command that can be used. */
        COMMAND,
        /** A tool that the model is offered. */
        TOOL,
        /** A line of the system prompt. */
        PROMPT,
        /** A field of a request, or a message of its conversation. */
        REQUEST,
        /** A record that a client receives. */
        RECORD,
        /** The result of a tool. */
        RESULT,
        /** What an extension shows or asks. */
        UI,
        /** What an extension wrote down itself; the order counts. */
        LOG,
        /** What failed. */
        ERROR,
        /** An entry of a session. */
        ENTRY,
        /** A file that is there in the end. */
        FILE
    }

    /** One line. */
    record Line(Kind kind, String phase, String text) {
        @Override
        public String toString() {
            return kind.name().toLowerCase(java.util.Locale.ROOT) + (phase.isEmpty() ? "" : ", " + phase) + ": " + text;
        }
    }

    /**
     * Returns what an extension made different: lines that the same program does not have without it, and those it has lost. Of
     * a prompt or a tool that was taken away only that it was, for its words are the program's own.
     */
    Seen beyond(Seen alone) {
        var changes = new ArrayList<Line>();
        boolean shortened = false;
        for (var gone : without(alone.lines, lines)) {
            switch (gone.kind) {
                case PROMPT -> shortened = true;
                case TOOL ->
                    changes.add(new Line(gone.kind, gone.phase, "- " + gone.text.split(" ", 2)[0]));
                default -> changes.add(new Line(gone.kind, gone.phase, "- " + gone.text));
            }
        }
        if (shortened) {
            changes.add(new Line(Kind.PROMPT, "", "- words of the program's own"));
        }
        for (var more : without(lines, alone.lines)) {
            changes.add(new Line(more.kind, more.phase, "+ " + more.text));
        }
        return new Seen(changes);
    }

    /** Returns what only one of two runs has, and whether an extension wrote its log in another order. */
    static List<String> differences(Seen pi, Seen pawl) {
        var differences = new ArrayList<String>();
        var onlyPawl = new ArrayList<>(without(pawl.lines, pi.lines));
        for (var line : without(pi.lines, pawl.lines)) {
            // The same failure with a sentence of Pawl's around it is one difference.
            var reason = line.text.substring(line.text.indexOf(": ") + 1);
            var reworded = onlyPawl.stream()
                    .filter(other -> line.kind == Kind.ERROR && other.kind == Kind.ERROR)
                    .filter(other -> other.phase.equals(line.phase) && other.text.endsWith(reason))
                    .findFirst();
            if (reworded.isPresent()) {
                onlyPawl.remove(reworded.get());
                differences.add("other words: pi " + line + ", Pawl " + reworded.get().text);
            } else {
                differences.add("only pi: " + line);
            }
        }
        onlyPawl.forEach(line -> differences.add("only Pawl: " + line));
        var theirs = pi.log();
        var ours = pawl.log();
        if (differences.stream().noneMatch(each -> each.contains(": log")) && !theirs.equals(ours)) {
            int at = 0;
            while (theirs.get(at).equals(ours.get(at))) {
                at++;
            }
            differences.add("other order: pi " + theirs.get(at) + ", Pawl " + ours.get(at));
        }
        return differences;
    }

    private List<Line> log() {
        return lines.stream().filter(line -> line.kind == Kind.LOG).toList();
    }

    /** The lines of the first list that the second has not, or not as often. */
    private static List<Line> without(List<Line> lines, List<Line> others) {
        Map<Line, Integer> there = new HashMap<>();
        others.forEach(line -> there.merge(line, 1, Integer::sum));
        return lines.stream()
                .filter(line -> there.merge(line, -1, Integer::sum) < 0)
                .toList();
    }
}
