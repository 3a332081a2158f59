package dev.pawl.tools.regex;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The character classes that have a name. */
final class Classes {
    private Classes() {}

    static boolean isWord(int c) {
        if (c < 0x80) {
            return isAsciiWord(c);
        }
        return Character.isAlphabetic(c)
                || switch (Character.getType(c)) {
                    case Character.NON_SPACING_MARK,
                            Character.ENCLOSING_MARK,
                            Character.COMBINING_SPACING_MARK,
                            Character.DECIMAL_DIGIT_NUMBER,
                            Character.CONNECTOR_PUNCTUATION -> true;
                    default -> c == 0x200C || c == 0x200D;
                };
    }

    static boolean isAsciiWord(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    }

    static boolean isSpace(int c) {
        return isAsciiSpace(c)
                || c == 0x85
                || c == 0xA0
                || c == 0x1680
                || (c >= 0x2000 && c <= 0x200A)
                || c == 0x2028
                || c == 0x2029
                || c == 0x202F
                || c == 0x205F
                || c == 0x3000;
    }

    private static boolean isAsciiSpace(int c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    /** What {@code \d}, {@code \s} and {@code \w} stand for, given the letter. */
    static CharSet shorthand(char letter, boolean unicode) {
        // format:off
        return switch (letter) {
            case 'd' -> unicode ? CharSet.of(Character::isDigit) : CharSet.range('0', '9');
            case 's' -> CharSet.of(unicode ? Classes::isSpace : Classes::isAsciiSpace);
            default  -> CharSet.of(unicode ? Classes::isWord : Classes::isAsciiWord);
        };
        // format:on
    }

    /** The classes of ASCII that are written {@code [:alpha:]}; null for a name there is not. */
    static @Nullable CharSet posix(String name) {
        // format:off
        return switch (name) {
            case "alnum"  -> CharSet.of(c -> isAsciiWord(c) && c != '_');
            case "alpha"  -> CharSet.of(c -> (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
            case "ascii"  -> CharSet.range(0, 0x7F);
            case "blank"  -> CharSet.of(c -> c == ' ' || c == '\t');
            case "cntrl"  -> CharSet.of(c -> c < 0x20 || c == 0x7F);
            case "digit"  -> CharSet.range('0', '9');
            case "graph"  -> CharSet.range('!', '~');
            case "lower"  -> CharSet.range('a', 'z');
            case "print"  -> CharSet.range(' ', '~');
            case "punct"  -> CharSet.of(c -> c > ' ' && c < 0x7F && (c == '_' || !isAsciiWord(c)));
            case "space"  -> CharSet.of(Classes::isAsciiSpace);
            case "upper"  -> CharSet.range('A', 'Z');
            case "word"   -> CharSet.of(Classes::isAsciiWord);
            case "xdigit" -> CharSet.of(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')
                    || (c >= 'A' && c <= 'F'));
            default       -> null;
        };
        // format:on
    }

    /** The property of Unicode with a name: a general category, a script, or one of a few others. */
    static @Nullable CharSet property(String written) {
        int equals = written.indexOf('=');
        var kind = equals < 0 ? "" : key(written.substring(0, equals));
        var name = key(written.substring(equals + 1));
        if (kind.isEmpty() || kind.equals("gc") || kind.equals("generalcategory")) {
            var category = category(name);
            if (category != null) {
                return category;
            }
        }
        if (kind.isEmpty() || kind.equals("sc") || kind.equals("script")) {
            var script = script(written.substring(equals + 1));
            if (script != null) {
                return script;
            }
        }
        // format:off
        return !kind.isEmpty() ? null : switch (name) {
            case "any"                            -> CharSet.of(c -> true);
            case "ascii"                          -> CharSet.range(0, 0x7F);
            case "alphabetic", "alpha"            -> CharSet.of(Character::isAlphabetic);
            case "uppercase", "upper"             -> CharSet.of(Character::isUpperCase);
            case "lowercase", "lower"             -> CharSet.of(Character::isLowerCase);
            case "whitespace", "wspace", "space"  -> CharSet.of(Classes::isSpace);
            case "ideographic", "ideo"            -> CharSet.of(Character::isIdeographic);
            case "emoji"                          -> CharSet.of(Character::isEmoji);
            default                               -> null;
        };
        // format:on
    }

    private static @Nullable CharSet script(String name) {
        try {
            var script = Character.UnicodeScript.forName(name);
            return CharSet.of(c -> Character.UnicodeScript.of(c) == script);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static @Nullable CharSet category(String name) {
        // format:off
        return switch (name) {
            case "l", "letter"                      -> types(Character.UPPERCASE_LETTER, Character.LOWERCASE_LETTER,
                    Character.TITLECASE_LETTER, Character.MODIFIER_LETTER, Character.OTHER_LETTER);
            case "lc", "casedletter"                -> types(Character.UPPERCASE_LETTER, Character.LOWERCASE_LETTER,
                    Character.TITLECASE_LETTER);
            case "lu", "uppercaseletter"            -> types(Character.UPPERCASE_LETTER);
            case "ll", "lowercaseletter"            -> types(Character.LOWERCASE_LETTER);
            case "lt", "titlecaseletter"            -> types(Character.TITLECASE_LETTER);
            case "lm", "modifierletter"             -> types(Character.MODIFIER_LETTER);
            case "lo", "otherletter"                -> types(Character.OTHER_LETTER);
            case "m", "mark"                        -> types(Character.NON_SPACING_MARK, Character.ENCLOSING_MARK,
                    Character.COMBINING_SPACING_MARK);
            case "mn", "nonspacingmark"             -> types(Character.NON_SPACING_MARK);
            case "me", "enclosingmark"              -> types(Character.ENCLOSING_MARK);
            case "mc", "spacingmark"                -> types(Character.COMBINING_SPACING_MARK);
            case "n", "number"                      -> types(Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER,
                    Character.OTHER_NUMBER);
            case "nd", "decimalnumber", "digit"     -> types(Character.DECIMAL_DIGIT_NUMBER);
            case "nl", "letternumber"               -> types(Character.LETTER_NUMBER);
            case "no", "othernumber"                -> types(Character.OTHER_NUMBER);
            case "p", "punctuation", "punct"        -> types(Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION, Character.START_PUNCTUATION, Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION, Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION);
            case "pc", "connectorpunctuation"       -> types(Character.CONNECTOR_PUNCTUATION);
            case "pd", "dashpunctuation"            -> types(Character.DASH_PUNCTUATION);
            case "ps", "openpunctuation"            -> types(Character.START_PUNCTUATION);
            case "pe", "closepunctuation"           -> types(Character.END_PUNCTUATION);
            case "pi", "initialpunctuation"         -> types(Character.INITIAL_QUOTE_PUNCTUATION);
            case "pf", "finalpunctuation"           -> types(Character.FINAL_QUOTE_PUNCTUATION);
            case "po", "otherpunctuation"           -> types(Character.OTHER_PUNCTUATION);
            case "s", "symbol"                      -> types(Character.MATH_SYMBOL, Character.CURRENCY_SYMBOL,
                    Character.MODIFIER_SYMBOL, Character.OTHER_SYMBOL);
            case "sm", "mathsymbol"                 -> types(Character.MATH_SYMBOL);
            case "sc", "currencysymbol"             -> types(Character.CURRENCY_SYMBOL);
            case "sk", "modifiersymbol"             -> types(Character.MODIFIER_SYMBOL);
            case "so", "othersymbol"                -> types(Character.OTHER_SYMBOL);
            case "z", "separator"                   -> types(Character.SPACE_SEPARATOR, Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR);
            case "zs", "spaceseparator"             -> types(Character.SPACE_SEPARATOR);
            case "zl", "lineseparator"              -> types(Character.LINE_SEPARATOR);
            case "zp", "paragraphseparator"         -> types(Character.PARAGRAPH_SEPARATOR);
            case "c", "other"                       -> types(Character.CONTROL, Character.FORMAT, Character.PRIVATE_USE,
                    Character.SURROGATE, Character.UNASSIGNED);
            case "cc", "control", "cntrl"           -> types(Character.CONTROL);
            case "cf", "format"                     -> types(Character.FORMAT);
            case "co", "privateuse"                 -> types(Character.PRIVATE_USE);
            case "cn", "unassigned"                 -> types(Character.UNASSIGNED);
            default                                 -> null;
        };
        // format:on
    }

    private static CharSet types(int... types) {
        int mask = 0;
        for (int type : types) {
            mask |= 1 << type;
        }
        int all = mask;
        return CharSet.of(c -> ((all >> Character.getType(c)) & 1) != 0);
    }

    private static String key(String name) {
        return name.replace("_", "").replace("-", "").replace(" ", "").toLowerCase(Locale.ROOT);
    }
}
