package dev.pawl.tui.markdown;

import dev.pawl.api.ui.Theme;
import dev.pawl.tui.text.Columns;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.List;

/** How lines of code stand in Markdown: between two marks, a little to the right. */
record CodeLines(Theme theme, String indent, int room) {
    String edge(String language) {
        return Lines.truncate(theme.fg("mdCodeBlockBorder", "```" + Untrusted.line(language)), room);
    }

    /** A whole block. */
    List<String> block(String code, String language) {
        var lines = new ArrayList<String>();
        var highlighter = highlighter(language);
        lines.add(edge(language));
        if (!code.isEmpty()) {
            for (var line : Lines.split(code.endsWith("\n") ? code.substring(0, code.length() - 1) : code)) {
                lines.addAll(of(line, highlighter));
            }
        }
        lines.add(edge(""));
        return lines;
    }

    CodeHighlighter highlighter(String language) {
        return new CodeHighlighter(language, theme);
    }

    List<String> of(String line, CodeHighlighter highlighter) {
        var styled = highlighter.line(Lines.expand(Untrusted.line(line.replace("\t", "    "))));
        int margin = Columns.of(indent);
        if (room <= margin + 1) {
            return Lines.wrap(styled, room);
        }
        return Lines.wrap(styled, room - margin).stream()
                .map(part -> indent + part)
                .toList();
    }
}
