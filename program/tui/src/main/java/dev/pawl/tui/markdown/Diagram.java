package dev.pawl.tui.markdown;

import dev.pawl.tui.text.Columns;
import dev.pawl.tui.text.Untrusted;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Draws diagrams that are written in Mermaid as text, those that can be: flowcharts and sequences. */
final class Diagram {
    private static final int MOST_LINES = 200;
    private static final int LONGEST_LINE = 500;

    private Diagram() {}

    static boolean isOne(String language) {
        return language.strip().toLowerCase(Locale.ROOT).equals("mermaid");
    }

    /** The lines of a diagram; null if it is of another kind, contains something not supported, or is too wide. */
    static @Nullable List<String> draw(String source, int room) {
        var lines = source.lines()
                .map(line -> Untrusted.line(line).strip())
                .filter(line -> !line.isEmpty() && !line.startsWith("%%"))
                .toList();
        if (lines.isEmpty()
                || lines.size() > MOST_LINES
                || lines.stream().anyMatch(line -> line.length() > LONGEST_LINE)) {
            return null;
        }
        var head = lines.getFirst().split("\\s+", 2)[0];
        var rest = lines.subList(1, lines.size());
        var drawn = switch (head) {
            case "graph", "flowchart" -> Flowchart.draw(rest);
            case "sequenceDiagram" -> SequenceDiagram.draw(rest);
            default -> null;
        };
        return drawn == null || drawn.isEmpty() || drawn.stream().anyMatch(line -> Columns.of(line) > room)
                ? null
                : drawn;
    }
}
