package dev.pawl.tui.markdown;

import dev.pawl.api.ui.Theme;
import dev.pawl.tui.screen.Growing;
import dev.pawl.tui.text.Lines;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.LinkReferenceDefinition;
import org.commonmark.node.Node;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import org.jspecify.annotations.Nullable;

/**
 * Markdown as one reads it; while it grows, only its last open block is read again.
 *
 * <p>A block that another one follows can no longer change, so its lines are kept. The one exception, a reference that is
 * defined only after it was used, is resolved when the text is set as a whole.
 */
public final class Markdown implements Growing {
    private static final int NARROW = 60;

    private final Theme theme;
    private final Options options;
    private final StringBuilder text = new StringBuilder();
    private final List<String> lines = new ArrayList<>();
    private @Nullable MarkdownReader reader;
    private @Nullable OpenFence fence;
    private int width = -1;
    private int readTo;
    private int closedTo;
    private int closedLines;
    private int unchanged;

    public Markdown(String text, Theme theme, Options options) {
        this.text.append(text);
        this.theme = theme;
        this.options = options;
    }

    /**
     * How Markdown is drawn: room at the sides, a style under all text, the background, whether addresses can be
     * clicked, and what lines of code begin with.
     */
    public record Options(
            int paddingX,
            UnaryOperator<String> style,
            UnaryOperator<String> background,
            boolean hyperlinks,
            String codeIndent) {
        public static final Options DEFAULT =
                new Options(0, UnaryOperator.identity(), UnaryOperator.identity(), false, "  ");
    }

    /** Another text; one that begins like the present one is taken as growth, and space at its end is nothing new. */
    public void setText(String other) {
        int length = text.length();
        if (other.length() < length
                && text.substring(other.length()).isBlank()
                && text.substring(0, other.length()).equals(other)) {
            return;
        }
        if (other.length() >= length && other.startsWith(text.toString())) {
            text.append(other, length, other.length());
        } else {
            text.setLength(0);
            text.append(other);
            width = -1;
        }
    }

    public void append(String more) {
        text.append(more);
    }

    @Override
    public List<String> render(int newWidth) {
        unchanged = lines.size();
        if (newWidth != width) {
            startOver(newWidth);
        }
        if (readTo != text.length()) {
            unchanged = closedLines;
            lines.subList(closedLines, lines.size()).clear();
            read();
            readTo = text.length();
        }
        return Collections.unmodifiableList(lines);
    }

    private void startOver(int newWidth) {
        width = newWidth;
        lines.clear();
        reader = new MarkdownReader(theme, options, contentWidth());
        fence = null;
        readTo = 0;
        closedTo = 0;
        closedLines = 0;
        unchanged = 0;
    }

    private int contentWidth() {
        return Math.max(1, width - 2 * side());
    }

    private int side() {
        return Math.min(options.paddingX, Math.max(0, (width - 1) / 2));
    }

    private void read() {
        var current = reader;
        if (current == null) {
            return;
        }
        if (fence != null && !fence.read(text, this::addClosed, this::addOpen)) {
            closedTo = fence.end();
            fence = null;
        }
        if (fence != null) {
            return;
        }
        var blocks = current.blocks(text.substring(closedTo));
        if (blocks.isEmpty()) {
            return;
        }
        // As long as a line is not complete, it may turn out to belong to the block before it.
        boolean complete = text.indexOf("\n", closedTo + blocks.getLast().from()) >= 0;
        int open = Math.max(0, blocks.size() - (complete ? 1 : 2));
        for (var block : blocks.subList(0, open)) {
            current.close(block);
            addClosed(current.lines(block, !lines.isEmpty()));
        }
        closedTo += blocks.get(open).from();
        var code = OpenFence.at(text, closedTo, new CodeLines(theme, options.codeIndent(), contentWidth()));
        if (code == null) {
            for (var block : blocks.subList(open, blocks.size())) {
                addOpen(current.lines(block, !lines.isEmpty()));
            }
            return;
        }
        read(code);
    }

    private void read(OpenFence code) {
        if (!lines.isEmpty()) {
            addClosed(List.of(""));
        }
        if (code.read(text, this::addClosed, this::addOpen)) {
            fence = code;
        } else {
            closedTo = code.end();
            read();
        }
    }

    private void addClosed(List<String> more) {
        addOpen(more);
        closedLines = lines.size();
    }

    private void addOpen(List<String> more) {
        var margin = " ".repeat(side());
        for (var line : more) {
            // What is nested may need more room than there is.
            var cut = width < NARROW ? Lines.truncate(line, contentWidth(), "") : line;
            lines.add(options.background.apply(Lines.pad(margin + cut, width)));
        }
    }

    @Override
    public int unchangedLines() {
        return unchanged;
    }

    @Override
    public int settledLines() {
        return closedLines;
    }

    @Override
    public void invalidate() {
        width = -1;
    }

    /** Reads Markdown into its outermost blocks, and draws one of them. */
    private static final class MarkdownReader {
        private final Parser parser = Parser.builder()
                .extensions(List.of(TablesExtension.create(), StrikethroughExtension.create()))
                .includeSourceSpans(IncludeSourceSpans.BLOCKS)
                .build();
        private final StringBuilder definitions = new StringBuilder();
        private final MarkdownBlocks drawing;

        MarkdownReader(Theme theme, Markdown.Options options, int width) {
            this.drawing = new MarkdownBlocks(theme, options, width);
        }

        /** A block and where in the text it begins. */
        record Block(Node node, int from, String source) {}

        /** The blocks of a text that follows what was closed; what was defined there still holds. */
        List<Block> blocks(String text) {
            int before = definitions.length();
            var blocks = new ArrayList<Block>();
            for (var node = parser.parse(definitions + text).getFirstChild(); node != null; node = node.getNext()) {
                var spans = node.getSourceSpans();
                if (!spans.isEmpty() && spans.getFirst().getInputIndex() >= before) {
                    var last = spans.getLast();
                    int from = spans.getFirst().getInputIndex() - before;
                    // The head of a table may have been the last line of a paragraph, where indentation means nothing.
                    while (node instanceof TableBlock && Character.isWhitespace(text.charAt(from))) {
                        from++;
                    }
                    blocks.add(new Block(
                            node, from, text.substring(from, last.getInputIndex() + last.getLength() - before)));
                }
            }
            return blocks;
        }

        /** The block will not be read again. */
        void close(Block block) {
            if (block.node instanceof LinkReferenceDefinition) {
                definitions.append(block.source).append("\n\n");
            }
        }

        /** Its lines, after an empty one where something is before it. */
        List<String> lines(Block block, boolean follows) {
            var drawn = drawing.block(block.node);
            if (drawn.isEmpty() || !follows) {
                return drawn;
            }
            var spaced = new ArrayList<String>(drawn.size() + 1);
            spaced.add("");
            spaced.addAll(drawn);
            return spaced;
        }
    }
}
