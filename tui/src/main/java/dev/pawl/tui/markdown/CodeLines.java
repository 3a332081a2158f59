package dev.pawl.tui.markdown;

import dev.pawl.api.ui.Theme;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.List;

/** How lines of code stand in Markdown: between two marks, a little to the right. */
final class CodeLines {
    private static final String INDENT = "  ";

    private CodeLines() {}

    static String edge(Theme theme, String language, int room) {
        return Lines.truncate(theme.fg("mdCodeBlockBorder", "```" + Untrusted.line(language)), room);
    }

    static List<String> of(String line, CodeHighlighter highlighter, int room) {
        var styled = highlighter.line(Lines.expand(Untrusted.line(line.replace("\t", "    "))));
        if (room <= INDENT.length() + 1) {
            return Lines.wrap(styled, room);
        }
        return Lines.wrap(styled, room - INDENT.length()).stream()
                .map(part -> INDENT + part)
                .toList();
    }
}
