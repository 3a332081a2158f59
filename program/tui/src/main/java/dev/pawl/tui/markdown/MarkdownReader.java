package dev.pawl.tui.markdown;

import dev.pawl.api.ui.Theme;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.LinkReferenceDefinition;
import org.commonmark.node.Node;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/** Reads Markdown into its outermost blocks, and draws one of them. */
final class MarkdownReader {
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
                blocks.add(
                        new Block(node, from, text.substring(from, last.getInputIndex() + last.getLength() - before)));
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
