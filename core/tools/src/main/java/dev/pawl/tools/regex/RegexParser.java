package dev.pawl.tools.regex;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads regular expressions in the dialect of ripgrep: everything that can be found in time linear to the text, so
 * neither looking around nor back.
 */
final class RegexParser {
    private static final int DEPTH = 250;
    private static final int MOST_REPEATS = 1_000;
    private static final String UNCLOSED = "there is no ) for a (";

    private final String pattern;
    private final ClassParser classes;
    private final Map<Long, CharSet> letters = new HashMap<>();
    private int at;
    private int depth;
    private Flags flags;

    /** What holds from a place in the pattern on. */
    private record Flags(boolean anyCase, boolean unicode, boolean verbose) {}

    private RegexParser(String pattern, boolean anyCase) {
        this.pattern = pattern;
        this.flags = new Flags(anyCase, true, false);
        this.classes = new ClassParser(this);
    }

    static Node parse(String pattern, boolean anyCase) throws PatternException {
        var parser = new RegexParser(pattern, anyCase);
        var node = parser.choice();
        if (!parser.done()) {
            throw parser.error("there is no ( for this )");
        }
        return node;
    }

    /** Takes every character as itself. */
    static Node literal(String text, boolean anyCase) throws PatternException {
        var parser = new RegexParser(text, anyCase);
        var parts = new ArrayList<Node>();
        while (!parser.done()) {
            parts.add(parser.letter(parser.take()));
        }
        return new Node.Sequence(parts);
    }

    private Node choice() throws PatternException {
        if (++depth > DEPTH) {
            throw error("brackets are nested too deeply");
        }
        var branches = new ArrayList<Node>();
        do {
            branches.add(sequence());
        } while (takeIf("|"));
        depth--;
        return branches.size() == 1 ? branches.getFirst() : new Node.Choice(branches);
    }

    private Node sequence() throws PatternException {
        var parts = new ArrayList<Node>();
        for (skipBlanks(); !done() && peek() != '|' && peek() != ')'; skipBlanks()) {
            parts.add(repeated(atom()));
        }
        return switch (parts.size()) {
            case 0 -> new Node.Empty();
            case 1 -> parts.getFirst();
            default -> new Node.Sequence(parts);
        };
    }

    private Node repeated(Node part) throws PatternException {
        var node = part;
        for (skipBlanks(); !done(); skipBlanks()) {
            int[] times = times();
            if (times == null) {
                break;
            }
            if (!done() && peek() == '?') {
                at++; // As few as possible: the same lines.
            }
            node = new Node.Repeat(node, times[0], times[1]);
        }
        return node;
    }

    /** How often what is before is repeated; null if this is not a repetition. A lonely brace is a brace. */
    private int @Nullable [] times() throws PatternException {
        return switch (peek()) {
            case '*' -> taken(0, -1);
            case '+' -> taken(1, -1);
            case '?' -> taken(0, 1);
            case '{' -> counted();
            default -> null;
        };
    }

    private int[] taken(int min, int max) {
        at++;
        return new int[] {min, max};
    }

    private int @Nullable [] counted() throws PatternException {
        int close = pattern.indexOf('}', at);
        if (close < 0) {
            return null;
        }
        var inside = pattern.substring(at + 1, close).strip();
        int comma = inside.indexOf(',');
        int min = number(comma < 0 ? inside : inside.substring(0, comma).strip());
        int max = comma < 0 ? min : number(inside.substring(comma + 1).strip());
        boolean open = comma >= 0 && inside.substring(comma + 1).isBlank();
        if (comma == 0 && max >= 0) {
            min = 0;
        }
        if (min < 0 || (max < 0 && !open)) {
            return null;
        }
        if (!open && max < min) {
            throw error("{" + inside + "} ends before it begins");
        }
        if (Math.max(min, max) > MOST_REPEATS) {
            throw error("{" + inside + "} is more than " + MOST_REPEATS + " times");
        }
        at = close + 1;
        return new int[] {min, open ? -1 : max};
    }

    private static int number(String digits) {
        if (digits.isEmpty() || digits.length() > 6) {
            return digits.isEmpty() ? -1 : Integer.MAX_VALUE;
        }
        int number = 0;
        for (int i = 0; i < digits.length(); i++) {
            if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
                return -1;
            }
            number = 10 * number + digits.charAt(i) - '0';
        }
        return number;
    }

    private Node atom() throws PatternException {
        int c = take();
        return switch (c) {
            case '(' -> group();
            case '[' -> new Node.Chars(classes.parse());
            case '.' -> new Node.Chars(CharSet.ANY);
            case '^' -> new Node.At(Node.Place.LINE_START);
            case '$' -> new Node.At(Node.Place.LINE_END);
            case '*', '+', '?' ->
                throw error("there is nothing before " + (char) c + " to repeat; write \\" + (char) c
                        + " for the character");
            case '\\' -> escape();
            default -> letter(c);
        };
    }

    Node letter(int c) throws PatternException {
        if (c == '\n') {
            throw error("a line break is in no line; search for the lines one by one");
        }
        boolean folds = flags.anyCase;
        return new Node.Chars(letters.computeIfAbsent(
                ((long) c << 1) | (folds ? 1 : 0), _ -> folds ? CharSet.of(c).ignoringCase() : CharSet.of(c)));
    }

    /** The set with both cases where case does not matter. It must happen before a set is turned into its opposite. */
    CharSet folded(CharSet set) {
        return flags.anyCase ? set.ignoringCase() : set;
    }

    private Node group() throws PatternException {
        var outer = flags;
        if (takeIf("?")) {
            if (startsWith("=") || startsWith("!") || startsWith("<=") || startsWith("<!")) {
                throw error("looking ahead and behind is not supported; search for more and filter, or use bash");
            }
            if (startsWith("P<") || startsWith("<")) {
                if (takeUntil(">") == null) {
                    throw error("the name of the group has no >");
                }
            } else {
                var read = readFlags();
                flags = read;
                if (take() == ')') {
                    return new Node.Empty(); // They hold up to the end of the group that this is in.
                }
            }
        }
        var inner = choice();
        if (!takeIf(")")) {
            throw error(UNCLOSED);
        }
        flags = outer;
        return inner;
    }

    /** Reads flags up to the colon or bracket behind them. */
    private Flags readFlags() throws PatternException {
        var read = flags;
        for (boolean on = true; !done() && peek() != ':' && peek() != ')'; ) {
            int flag = take();
            // format:off
            switch (flag) {
                case '-' -> on = false;
                case 'i' -> read = new Flags(on, read.unicode, read.verbose);
                case 'u' -> read = new Flags(read.anyCase, on, read.verbose);
                case 'x' -> read = new Flags(read.anyCase, read.unicode, on);
                case 'm', 's', 'U', 'R' -> { } // They make no difference to which lines are found.
                default  -> throw error("(?" + Character.toString(flag) + " is not known");
            }
            // format:on
        }
        if (done()) {
            throw error(UNCLOSED);
        }
        return read;
    }

    private Node escape() throws PatternException {
        if (done()) {
            throw error("there is nothing after the \\; write \\\\ for the character");
        }
        int c = peek();
        // format:off
        Node place = switch (c) {
            case 'A' -> new Node.At(Node.Place.LINE_START);
            case 'z' -> new Node.At(Node.Place.LINE_END);
            case 'b' -> new Node.At(Node.Place.WORD_EDGE);
            case 'B' -> new Node.At(Node.Place.NO_WORD_EDGE);
            case '<' -> new Node.At(Node.Place.WORD_START);
            case '>' -> new Node.At(Node.Place.WORD_END);
            default  -> null;
        };
        // format:on
        if (place != null) {
            at++;
            return place;
        }
        var set = classes.escapedSet();
        return set != null ? new Node.Chars(set) : letter(classes.escapedCharacter());
    }

    boolean unicode() {
        return flags.unicode;
    }

    boolean verbose() {
        return flags.verbose;
    }

    /** In verbose patterns blanks have no meaning, nor has what follows a #. */
    private void skipBlanks() {
        while (flags.verbose && !done()) {
            if (Classes.isSpace(peek())) {
                at++;
            } else if (peek() == '#') {
                int end = pattern.indexOf('\n', at);
                at = end < 0 ? pattern.length() : end;
            } else {
                break;
            }
        }
    }

    boolean done() {
        return at >= pattern.length();
    }

    int peek() {
        return pattern.codePointAt(at);
    }

    int take() {
        int c = peek();
        at += Character.charCount(c);
        return c;
    }

    boolean startsWith(String text) {
        return pattern.startsWith(text, at);
    }

    boolean takeIf(String text) {
        if (startsWith(text)) {
            at += text.length();
            return true;
        }
        return false;
    }

    /** The text up to a mark, which is passed; null if the mark does not come. */
    @Nullable
    String takeUntil(String mark) {
        int end = pattern.indexOf(mark, at);
        if (end < 0) {
            return null;
        }
        var text = pattern.substring(at, end);
        at = end + mark.length();
        return text;
    }

    /** The text between two marks of which the first is here; nothing is read. */
    @Nullable
    String between(String open, String close) {
        int end = startsWith(open) ? pattern.indexOf(close, at + open.length()) : -1;
        return end < 0 ? null : pattern.substring(at + open.length(), end);
    }

    PatternException error(String problem) {
        return new PatternException(
                "pattern " + pattern + ": " + problem + " (at character " + (Math.min(at, pattern.length()) + 1) + ")");
    }
}
