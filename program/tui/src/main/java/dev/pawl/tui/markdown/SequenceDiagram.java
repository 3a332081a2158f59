package dev.pawl.tui.markdown;

import dev.pawl.tui.text.Columns;
import dev.pawl.tui.text.Lines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A sequence of messages between participants, each of whom has a line downwards. */
final class SequenceDiagram {
    private static final int GAP = 4;
    private static final Pattern PARTICIPANT = Pattern.compile("(?:participant|actor)\\s+(\\S+)(?:\\s+as\\s+(.+))?");
    private static final Pattern MESSAGE =
            Pattern.compile("([^-+<>:]+?)\\s*(--?>>?|--?[x)])\\s*[+-]?\\s*([^-+<>:]+?)\\s*:\\s*(.*)");
    private static final Pattern NOTE = Pattern.compile("[Nn]ote\\s+.*?:\\s*(.*)");
    private static final Pattern BLOCK = Pattern.compile("(loop|alt|else|opt|par|and|critical|break|rect)\\b\\s*(.*)");
    private static final Pattern SKIPPED =
            Pattern.compile("(?:activate|deactivate|autonumber|title|create|destroy)\\b.*|end");

    private final Map<String, String> names = new LinkedHashMap<>();
    private final List<Line> steps = new ArrayList<>();
    private int[] columns = {};

    /** Something that happens: a message, or words about what follows. */
    private record Line(@Nullable String from, @Nullable String to, String text, boolean dotted) {}

    private SequenceDiagram() {}

    /** Null if a line contains something that is not supported. */
    static @Nullable List<String> draw(List<String> source) {
        var diagram = new SequenceDiagram();
        for (var line : source) {
            if (!diagram.read(line)) {
                return null;
            }
        }
        return diagram.names.isEmpty() ? null : diagram.drawn();
    }

    private boolean read(String line) {
        var participant = PARTICIPANT.matcher(line);
        if (participant.matches()) {
            var shown = participant.group(2);
            names.put(participant.group(1), shown == null ? participant.group(1) : shown.strip());
            return true;
        }
        if (SKIPPED.matcher(line).matches()) {
            return true;
        }
        var note = NOTE.matcher(line);
        if (note.matches()) {
            steps.add(new Line(null, null, note.group(1), false));
            return true;
        }
        var block = BLOCK.matcher(line);
        if (block.matches()) {
            steps.add(new Line(null, null, "[" + (block.group(1) + " " + block.group(2)).strip() + "]", false));
            return true;
        }
        var message = MESSAGE.matcher(line);
        if (!message.matches()) {
            return false;
        }
        names.putIfAbsent(message.group(1), message.group(1));
        names.putIfAbsent(message.group(3), message.group(3));
        steps.add(new Line(
                message.group(1),
                message.group(3),
                message.group(4),
                message.group(2).startsWith("--")));
        return true;
    }

    private List<String> drawn() {
        place();
        var lines = new ArrayList<String>();
        var head = new StringBuilder();
        int i = 0;
        for (var name : names.values()) {
            int start = Math.max(0, columns[i++] - Columns.of(name) / 2);
            head.append(" ".repeat(Math.max(0, start - Columns.of(head.toString()))))
                    .append(name);
        }
        lines.add(head.toString());
        for (var step : steps) {
            add(step, lines);
        }
        lines.add(lifelines());
        return lines;
    }

    /** Each line downwards has room for the names beside it and for the messages that cross the gap. */
    private void place() {
        var ids = List.copyOf(names.keySet());
        columns = new int[ids.size()];
        for (int i = 0; i < ids.size(); i++) {
            int width = Columns.of(names.getOrDefault(ids.get(i), ""));
            columns[i] = i == 0
                    ? width / 2
                    : columns[i - 1] + Columns.of(names.getOrDefault(ids.get(i - 1), "")) / 2 + GAP + (width + 1) / 2;
            for (var step : steps) {
                int from = step.from == null ? -1 : ids.indexOf(step.from);
                int to = step.to == null ? -1 : ids.indexOf(step.to);
                if (from >= 0 && Math.max(from, to) == i && from != to) {
                    columns[i] = Math.max(columns[i], columns[Math.min(from, to)] + Columns.of(step.text) + 5);
                }
            }
        }
    }

    private String lifelines() {
        var line = new StringBuilder();
        for (int column : columns) {
            line.append(" ".repeat(column - line.length())).append('│');
        }
        return line.toString();
    }

    private void add(Line step, List<String> lines) {
        var ids = List.copyOf(names.keySet());
        if (step.from == null || step.to == null) {
            lines.add(over(lifelines(), columns[0] + 2, step.text));
            return;
        }
        int from = columns[ids.indexOf(step.from)];
        int to = columns[ids.indexOf(step.to)];
        if (from == to) {
            lines.add(over(lifelines(), from + 1, "─┐ " + step.text));
            lines.add(over(lifelines(), from + 1, "◀┘"));
            return;
        }
        int left = Math.min(from, to);
        int right = Math.max(from, to);
        lines.add(over(lifelines(), left + 2, step.text));
        var shaft = (step.dotted ? "╌" : "─").repeat(right - left - 2);
        lines.add(over(lifelines(), left + 1, to > from ? shaft + "▶" : "◀" + shaft));
    }

    /** A text laid over a line from a column on. */
    private static String over(String line, int column, String text) {
        int end = column + Columns.of(text);
        return (Lines.pad(Lines.slice(line, 0, column), column) + text + Lines.slice(line, end, Columns.of(line)))
                .stripTrailing();
    }
}
