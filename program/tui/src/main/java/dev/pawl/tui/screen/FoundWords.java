package dev.pawl.tui.screen;

import dev.pawl.tui.text.Columns;
import dev.pawl.tui.text.Lines;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Words that were looked for, which stand out wherever they are in sight.
 *
 * @param words in any case
 * @param style how they stand out
 * @param row the row of the place that is looked at; null for none
 * @param line the line of that place in its row
 * @param here how they stand out there
 */
public record FoundWords(
        String words, UnaryOperator<String> style, @Nullable Row row, int line, UnaryOperator<String> here) {
    /**
     * Marks the words in the lines.
     *
     * @param current which of the lines is the place that is looked at
     */
    void mark(List<String> lines, int current) {
        var wanted = words.toLowerCase(Locale.ROOT);
        for (int i = 0; !wanted.isBlank() && i < lines.size(); i++) {
            lines.set(i, marked(lines.get(i), wanted, i == current ? here : style));
        }
    }

    private static String marked(String line, String wanted, UnaryOperator<String> style) {
        var plain = Lines.plain(line);
        var lower = plain.toLowerCase(Locale.ROOT);
        if (lower.length() != plain.length() || !lower.contains(wanted)) {
            return line;
        }
        var marked = new StringBuilder();
        int done = 0;
        for (int at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length())) {
            int from = Columns.of(plain.substring(0, at));
            var piece = plain.substring(at, at + wanted.length());
            marked.append(Lines.slice(line, done, from)).append(style.apply(piece));
            done = from + Columns.of(piece);
        }
        return marked.append(Lines.slice(line, done, Columns.of(plain))).toString();
    }
}
