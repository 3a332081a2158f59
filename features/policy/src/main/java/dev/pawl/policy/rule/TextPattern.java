package dev.pawl.policy.rule;

import dev.pawl.api.shell.Word;

/** A pattern for command lines, in which {@code *} stands for any text. */
final class TextPattern {
    private final String pattern;
    private final boolean mayEnd;

    TextPattern(String written) {
        var text = written.endsWith(":*") ? written.substring(0, written.length() - 2) + " *" : written;
        mayEnd = text.endsWith(" *");
        pattern = text;
    }

    /** Whether the text matches, whatever its unknown parts are. */
    boolean mustMatch(String text) {
        return matches(pattern, text, false)
                || (mayEnd && matches(pattern.substring(0, pattern.length() - 2), text, false));
    }

    /** The text before the first blank. */
    String firstWord() {
        int blank = pattern.indexOf(' ');
        return blank < 0 ? pattern : pattern.substring(0, blank);
    }

    /** @param loosely whether unknown parts of the text match anything */
    static boolean matches(String pattern, String text, boolean loosely) {
        var now = new boolean[text.length() + 1];
        now[0] = true;
        for (int j = 0; j < text.length() && loosely && text.charAt(j) == Word.UNKNOWN; j++) {
            now[j + 1] = true;
        }
        for (int i = 0; i < pattern.length(); i++) {
            var next = new boolean[text.length() + 1];
            boolean star = pattern.charAt(i) == '*';
            next[0] = star && now[0];
            for (int j = 0; j < text.length(); j++) {
                boolean unknown = loosely && text.charAt(j) == Word.UNKNOWN;
                next[j + 1] = star
                        ? now[j + 1] || next[j]
                        : (!unknown && now[j] && pattern.charAt(i) == text.charAt(j))
                                || (unknown && (next[j] || now[j + 1] || now[j]));
            }
            now = next;
        }
        return now[text.length()];
    }

    @Override
    public String toString() {
        return pattern;
    }
}
