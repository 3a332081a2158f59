package dev.pawl.api.shell;

/** Text in {@code $'…'}, where a backslash begins an escape as in C. */
final class AnsiQuotes {
    private AnsiQuotes() {}

    /** Reads to the closing quote; returns the position after it. */
    static int read(String text, int from, ShellText.WordBuilder word) throws ShellSyntax {
        int at = from;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\'') {
                return at + 1;
            }
            at = c == '\\' && at + 1 < text.length() ? escape(text, at + 1, word) : plain(c, at, word);
        }
        throw new ShellSyntax("$' is not closed", from);
    }

    private static int plain(char c, int at, ShellText.WordBuilder word) {
        word.literal(c);
        return at + 1;
    }

    private static int escape(String text, int at, ShellText.WordBuilder word) {
        char c = text.charAt(at);
        return switch (c) {
            case 'n' -> plain('\n', at, word);
            case 't' -> plain('\t', at, word);
            case 'r' -> plain('\r', at, word);
            case 'a' -> plain('\u0007', at, word);
            case 'b' -> plain('\b', at, word);
            case 'f' -> plain('\f', at, word);
            case 'v' -> plain('\u000b', at, word);
            case 'e', 'E' -> plain('\u001b', at, word);
            case '\\', '\'', '"', '?' -> plain(c, at, word);
            case 'x' -> number(text, at + 1, 2, 16, at, word);
            case 'u' -> number(text, at + 1, 4, 16, at, word);
            case 'U' -> number(text, at + 1, 8, 16, at, word);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> number(text, at, 3, 8, at, word);
            default -> {
                // Control characters and escapes that bash keeps: treated as unknown.
                word.unknown(true);
                yield at + 1;
            }
        };
    }

    private static int number(String text, int from, int most, int radix, int letter, ShellText.WordBuilder word) {
        int at = from;
        long value = 0;
        while (at < text.length() && at - from < most && Character.digit(text.charAt(at), radix) >= 0) {
            value = value * radix + Character.digit(text.charAt(at), radix);
            at++;
        }
        if (at == from || value == 0 || value > 0x7f) {
            word.unknown(true); // bytes of a longer character, or invalid bytes
            return Math.max(at, letter + 1);
        }
        word.literal((char) value);
        return at;
    }
}
