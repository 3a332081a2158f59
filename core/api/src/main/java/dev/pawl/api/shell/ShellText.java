package dev.pawl.api.shell;

/** The text of a script and the reading position. */
class ShellText {
    private static final String META = " \t\n;&|<>()";

    final String text;
    int at;

    ShellText(String text) {
        this.text = text;
    }

    ShellSyntax error(String what) {
        return new ShellSyntax(what, at);
    }

    boolean atEnd() {
        return at >= text.length();
    }

    char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    char peek(int ahead) {
        return at + ahead < text.length() ? text.charAt(at + ahead) : '\0';
    }

    boolean startsWith(String what) {
        return text.startsWith(what, at);
    }

    static boolean isMeta(char c) {
        return META.indexOf(c) >= 0;
    }

    static boolean isName(char c) {
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    /** Builds a word. */
    static final class WordBuilder {
        final StringBuilder text = new StringBuilder();
        final StringBuilder loose = new StringBuilder();
        boolean quoted;
        boolean splits;
        boolean tilde;
        int braces = -1;

        /** The start of the first pattern in brackets in this name of a path; -1 if there is none. */
        int bracket = -1;

        void literal(char c) {
            text.append(c);
            loose.append(c);
            bracket = c == '/' ? -1 : bracket;
        }

        /** The text between brackets may match another character. */
        void closeBracket() {
            literal(']');
            if (bracket >= 0) {
                loose.setLength(bracket);
            }
        }

        void literal(String more) {
            text.append(more);
            loose.append(more);
        }

        void pattern(char c) {
            text.append(c);
            loose.append(Word.UNKNOWN);
        }

        void unknown(boolean inQuotes) {
            literal(Word.UNKNOWN);
            splits |= !inQuotes;
        }

        Word word() {
            if (braces >= 0) {
                // Braces result in several words; only the text before them is certain.
                var before = text.substring(0, braces) + Word.UNKNOWN;
                return new Word(before, before, quoted, true, tilde);
            }
            return new Word(text.toString(), loose.toString(), quoted, splits, tilde);
        }
    }
}
