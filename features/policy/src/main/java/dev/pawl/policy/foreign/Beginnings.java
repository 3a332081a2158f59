package dev.pawl.policy.foreign;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The texts that a match of a regular expression begins with, as far as letters, blanks and groups of alternatives tell.
 *
 * @param texts the beginnings; empty if a match may begin with anything
 * @param exact whether every text that begins so is a match
 */
record Beginnings(List<String> texts, boolean exact) {
    private static final int MOST = 200;

    /** Returns the beginnings of an expression. */
    static Beginnings of(String regex) {
        var reader = new Reader(regex);
        var texts = reader.sequence(true);
        if (texts == null || texts.contains("") || (reader.at < regex.length() && !reader.stopped)) {
            return new Beginnings(List.of(), false);
        }
        return new Beginnings(texts, !reader.stopped);
    }

    private static final class Reader {
        private final String regex;
        private int at;
        private boolean stopped;

        Reader(String regex) {
            this.regex = regex;
        }

        private @Nullable List<String> alternatives() {
            var all = new ArrayList<String>();
            while (true) {
                var one = sequence(false);
                if (one == null) {
                    return null;
                }
                all.addAll(one);
                if (at >= regex.length() || regex.charAt(at) != '|') {
                    return all;
                }
                at++;
            }
        }

        /** The texts of what stands side by side; at the top, those before the first piece that is not known. */
        @Nullable
        List<String> sequence(boolean top) {
            var all = List.of("");
            while (at < regex.length() && regex.charAt(at) != '|' && regex.charAt(at) != ')') {
                if (top && regex.substring(at).equals(".*")) {
                    at = regex.length();
                    return all;
                }
                var piece = piece();
                var longer = new ArrayList<String>();
                if (piece != null && (at >= regex.length() || "*+?{".indexOf(regex.charAt(at)) < 0)) {
                    for (var start : all) {
                        piece.forEach(end -> longer.add(start + end));
                    }
                }
                if (longer.isEmpty() || longer.size() > MOST) {
                    stopped = top;
                    // An alternative behind this place would be one to all of the beginning.
                    return top && regex.indexOf('|', at) < 0 ? all : null;
                }
                all = longer;
            }
            return all;
        }

        /** One letter, blank or group; null if it is something else. */
        private @Nullable List<String> piece() {
            char c = regex.charAt(at);
            if (regex.startsWith("\\s", at)) {
                at += 2;
                at += at < regex.length() && regex.charAt(at) == '+' ? 1 : 0;
                return List.of(" ");
            }
            if (c == '(') {
                at += regex.startsWith("(?:", at) ? 3 : 1;
                var inside = alternatives();
                if (inside == null || at >= regex.length() || regex.charAt(at) != ')') {
                    return null;
                }
                at++;
                return inside;
            }
            if (c == '\\' && at + 1 < regex.length() && !Character.isLetterOrDigit(regex.charAt(at + 1))) {
                at += 2;
                return List.of(String.valueOf(regex.charAt(at - 1)));
            }
            if ("\\.[]{}*+?^$()|\"".indexOf(c) >= 0) {
                return null;
            }
            at++;
            return List.of(String.valueOf(c));
        }
    }
}
