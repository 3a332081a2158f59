package dev.pawl.tui.markdown;

import dev.pawl.api.ui.Theme;
import dev.pawl.tui.text.Columns;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.LinkReferenceDefinition;
import org.commonmark.node.ListBlock;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.ThematicBreak;

/** Draws blocks of Markdown: paragraphs, headings, lists, quotes, code, tables. */
final class MarkdownBlocks {
    /** Deeper nesting is not readable, and endless nesting must end. */
    private static final int DEEPEST = 20;

    private final Theme theme;
    private final Markdown.Options options;
    private final MarkdownInlines inlines;
    private final int width;

    MarkdownBlocks(Theme theme, Markdown.Options options, int width) {
        this.theme = theme;
        this.options = options;
        this.inlines = new MarkdownInlines(theme, options.hyperlinks());
        this.width = width;
    }

    List<String> block(Node node) {
        return block(node, width, options.style(), 0);
    }

    private List<String> block(Node node, int room, UnaryOperator<String> style, int depth) {
        int columns = Math.max(1, room);
        if (depth > DEEPEST) {
            return List.of(theme.fg("dim", "…"));
        }
        if (node instanceof Heading heading) {
            return heading(heading, columns);
        }
        if (node instanceof FencedCodeBlock code) {
            return code(code.getLiteral(), code.getInfo() == null ? "" : code.getInfo(), columns);
        }
        if (node instanceof IndentedCodeBlock code) {
            return code(code.getLiteral(), "", columns);
        }
        if (node instanceof ListBlock list) {
            return list(list, columns, style, depth);
        }
        if (node instanceof BlockQuote) {
            return quote(node, columns, depth);
        }
        if (node instanceof ThematicBreak) {
            return List.of(theme.fg("mdHr", "─".repeat(Math.min(columns, 80))));
        }
        if (node instanceof TableBlock table) {
            return new MarkdownTable(theme, inlines, style).draw(table, columns);
        }
        if (node instanceof HtmlBlock html) {
            return Lines.wrap(theme.fg("dim", Untrusted.text(html.getLiteral())), columns);
        }
        if (node instanceof LinkReferenceDefinition) {
            return List.of();
        }
        return Lines.wrap(inlines.text(node, style), columns);
    }

    private List<String> heading(Heading heading, int room) {
        int level = heading.getLevel();
        UnaryOperator<String> style = text -> {
            var bold = theme.fg("mdHeading", theme.bold(text));
            return level == 1 ? theme.underline(bold) : bold;
        };
        var mark = level > 2 ? style.apply("#".repeat(level) + " ") : "";
        return Lines.wrap(mark + inlines.text(heading, style), room);
    }

    private List<String> code(String code, String language, int room) {
        return new CodeLines(theme, options.codeIndent(), room).block(code, language);
    }

    private List<String> quote(Node quote, int room, int depth) {
        UnaryOperator<String> style = text -> theme.fg("mdQuote", theme.italic(text));
        var lines = new ArrayList<String>();
        for (var line : children(quote, room - 2, style, depth, true)) {
            lines.add(theme.fg("mdQuoteBorder", "│ ") + line);
        }
        return lines;
    }

    private List<String> children(Node parent, int room, UnaryOperator<String> style, int depth, boolean spaced) {
        var lines = new ArrayList<String>();
        for (var child = parent.getFirstChild(); child != null; child = child.getNext()) {
            if (spaced && !lines.isEmpty()) {
                lines.add("");
            }
            lines.addAll(block(child, room, style, depth + 1));
        }
        return lines;
    }

    private List<String> list(ListBlock list, int room, UnaryOperator<String> style, int depth) {
        var lines = new ArrayList<String>();
        int number = list instanceof OrderedList ordered && ordered.getMarkerStartNumber() != null
                ? ordered.getMarkerStartNumber()
                : 1;
        for (var item = list.getFirstChild(); item != null; item = item.getNext()) {
            var mark = list instanceof BulletList ? "- " : number++ + ". ";
            int indent = Math.min(Columns.of(mark), Math.max(0, room - 1));
            if (!list.isTight() && !lines.isEmpty()) {
                lines.add("");
            }
            boolean first = true;
            for (var line : children(item, room - indent, style, depth, !list.isTight())) {
                lines.add((first ? theme.fg("mdListBullet", Lines.fit(mark, indent)) : " ".repeat(indent)) + line);
                first = false;
            }
            if (first) {
                lines.add(theme.fg("mdListBullet", mark));
            }
        }
        return lines;
    }
}
