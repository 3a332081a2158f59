package dev.pawl.tui.screen;

import dev.pawl.tui.text.Columns;
import dev.pawl.tui.text.Lines;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * Words that were looked for, which stand out wherever they are in sight.
 *
 * @param words in any case
 * @param style how they stand out
 */
public record FoundWords(String words, UnaryOperator<String> style) {
    /** Marks the words in the lines. */
    void mark(List<String> lines) {
        var wanted = words.toLowerCase(Locale.ROOT);
        for (int i = 0; !wanted.isBlank() && i < lines.size(); i++) {
            lines.set(i, marked(lines.get(i), wanted));
        }
    }

    private String marked(String line, String wanted) {
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
