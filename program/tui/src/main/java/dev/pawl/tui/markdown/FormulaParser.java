package dev.pawl.tui.markdown;

import java.util.Set;
import org.commonmark.node.Text;
import org.commonmark.parser.beta.InlineContentParser;
import org.commonmark.parser.beta.InlineContentParserFactory;
import org.commonmark.parser.beta.InlineParserState;
import org.commonmark.parser.beta.ParsedInline;

/** Finds formulas between {@code \(} and {@code \)}, and between {@code \[} and {@code \]}; other brackets are escapes. */
final class FormulaParser implements InlineContentParser {
    /** A formula is not longer; so a bracket that nothing closes costs little. */
    private static final int LONGEST = 2_000;

    static final InlineContentParserFactory FACTORY = new InlineContentParserFactory() {
        @Override
        public Set<Character> getTriggerCharacters() {
            return Set.of('\\');
        }

        @Override
        public InlineContentParser create() {
            return new FormulaParser();
        }
    };

    @Override
    public ParsedInline tryParse(InlineParserState state) {
        var scanner = state.scanner();
        var start = scanner.position();
        scanner.next();
        char open = scanner.peek();
        if (open != '(' && open != '[') {
            return ParsedInline.none();
        }
        char close = open == '(' ? ')' : ']';
        scanner.next();
        var inner = scanner.position();
        for (int i = 0; i < LONGEST && scanner.hasNext(); i++) {
            var end = scanner.position();
            if (!scanner.next('\\')) {
                scanner.next();
            } else if (scanner.next(close)) {
                var written = scanner.getSource(inner, end).getContent();
                if (!Formula.isFormula(written)) {
                    return ParsedInline.none();
                }
                var plain = Formula.of(written.strip().replace('\n', ' '));
                return ParsedInline.of(
                        new Text(
                                plain == null
                                        ? scanner.getSource(start, scanner.position())
                                                .getContent()
                                        : plain),
                        scanner.position());
            }
        }
        return ParsedInline.none();
    }
}
