package dev.pawl.tui.markdown;

import dev.pawl.api.ui.Theme;
import dev.pawl.tui.text.Address;
import dev.pawl.tui.text.Hyperlink;
import dev.pawl.tui.text.Untrusted;
import java.util.function.UnaryOperator;
import org.commonmark.ext.gfm.strikethrough.Strikethrough;
import org.commonmark.node.Code;
import org.commonmark.node.Emphasis;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;

/** Draws what stands inside a paragraph: words, emphasis, code, links. */
final class MarkdownInlines {
    private static final int DEEPEST = 50;

    private final Theme theme;
    private final boolean hyperlinks;

    MarkdownInlines(Theme theme, boolean hyperlinks) {
        this.theme = theme;
        this.hyperlinks = hyperlinks;
    }

    /** Everything in a node as styled text. */
    String text(Node parent, UnaryOperator<String> style) {
        var out = new StringBuilder();
        append(out, parent, style, 0);
        return out.toString();
    }

    private void append(StringBuilder out, Node parent, UnaryOperator<String> style, int depth) {
        if (depth > DEEPEST) {
            return;
        }
        for (var node = parent.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Text text) {
                var words = new StringBuilder(text.getLiteral());
                // What is one word to a reader may be several nodes.
                while (node.getNext() instanceof Text more) {
                    words.append(more.getLiteral());
                    node = more;
                }
                words(out, Untrusted.line(words.toString()), style, parent instanceof Link);
            } else if (node instanceof Code code) {
                out.append(theme.fg("mdCode", Untrusted.line(code.getLiteral())));
            } else if (node instanceof SoftLineBreak || node instanceof HardLineBreak) {
                out.append('\n');
            } else if (node instanceof StrongEmphasis) {
                append(out, node, text -> theme.bold(style.apply(text)), depth + 1);
            } else if (node instanceof Emphasis) {
                append(out, node, text -> theme.italic(style.apply(text)), depth + 1);
            } else if (node instanceof Strikethrough) {
                append(out, node, text -> theme.strikethrough(style.apply(text)), depth + 1);
            } else if (node instanceof Link link) {
                out.append(link(link.getDestination(), link, depth));
            } else if (node instanceof Image image) {
                out.append(link(image.getDestination(), image, depth));
            } else if (node instanceof HtmlInline html) {
                out.append(theme.fg("dim", Untrusted.line(html.getLiteral())));
            } else {
                append(out, node, style, depth + 1);
            }
        }
    }

    /** Words, in which addresses are links. */
    private void words(StringBuilder out, String text, UnaryOperator<String> style, boolean inLink) {
        int from = 0;
        for (var found = inLink ? null : Address.next(text, 0); found != null; found = Address.next(text, from)) {
            out.append(styled(text.substring(from, found.start()), style));
            var shown = theme.fg("mdLink", theme.underline(found.text()));
            out.append(hyperlinks ? Hyperlink.of(found.text(), shown) : shown);
            from = found.end();
        }
        out.append(styled(text.substring(from), style));
    }

    private static String styled(String text, UnaryOperator<String> style) {
        return text.isEmpty() ? "" : style.apply(text);
    }

    /** A text that can be clicked, or the text with its address behind it. */
    private String link(String destination, Node node, int depth) {
        var address = Untrusted.line(destination);
        var shown = new StringBuilder();
        append(shown, node, text -> theme.fg("mdLink", theme.underline(text)), depth + 1);
        if (shown.isEmpty()) {
            shown.append(theme.fg("mdLink", theme.underline(address)));
        }
        if (hyperlinks) {
            return Hyperlink.of(address, shown.toString());
        }
        var plain = new StringBuilder();
        append(plain, node, UnaryOperator.identity(), depth + 1);
        boolean sameAsText = plain.isEmpty() || address.equals(plain.toString()) || address.equals("mailto:" + plain);
        return sameAsText ? shown.toString() : shown + " " + theme.fg("mdLinkUrl", "(" + address + ")");
    }
}
