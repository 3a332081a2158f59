package dev.pawl.base.glob;

import java.util.Arrays;

/**
 * A pattern for one name of a path.
 *
 * <p>It is a row of tokens: a character, {@link #STAR}, {@link #ANY}, or the number of a class below {@link #ANY}.
 */
final class NamePattern {
    private static final int STAR = -1;
    private static final int ANY = -2;

    private final int[] tokens;
    private final CharClass[] classes;
    private final boolean anyCase;
    private final boolean doubleStar;
    /** The ending, where the pattern is a star and an ending; empty otherwise. Most patterns are. */
    private final String ending;
    /** The name, where the pattern is just that; empty otherwise. */
    private final String plain;

    private NamePattern(int[] tokens, CharClass[] classes, boolean anyCase, boolean doubleStar) {
        this.tokens = tokens;
        this.classes = classes;
        this.anyCase = anyCase;
        this.doubleStar = doubleStar;
        plain = anyCase || tokens.length == 0 ? "" : text(0);
        ending = anyCase || tokens.length < 2 || tokens[0] != STAR ? "" : text(1);
    }

    /** A pattern that makes no sense is refused if strict; otherwise what makes none stands for itself. */
    static NamePattern of(String text, String pattern, boolean anyCase, boolean strict) throws GlobException {
        var tokens = new int[text.length()];
        var classes = new CharClass[0];
        int size = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '*') {
                if (size == 0 || tokens[size - 1] != STAR) {
                    tokens[size++] = STAR;
                }
            } else if (c == '?') {
                tokens[size++] = ANY;
            } else if (c == '[') {
                int end = classEnd(text, i);
                if (end == i) {
                    if (strict) {
                        throw new GlobException(
                                "glob " + pattern + ": there is no ] for a [; write \\[ for the character");
                    }
                    tokens[size++] = c;
                    continue;
                }
                classes = Arrays.copyOf(classes, classes.length + 1);
                classes[classes.length - 1] = CharClass.of(text.substring(i + 1, end));
                tokens[size++] = ANY - classes.length;
                i = end;
            } else if (c == '\\') {
                if (i + 1 < text.length()) {
                    i++;
                } else if (strict) {
                    throw new GlobException("glob " + pattern + ": there is nothing behind the \\ at a name's end");
                }
                tokens[size++] = text.charAt(i);
            } else {
                tokens[size++] = c;
            }
        }
        return new NamePattern(Arrays.copyOf(tokens, size), classes, anyCase, text.equals("**"));
    }

    /** Returns where a class ends that begins here; here, if it does not end. */
    static int classEnd(String text, int open) {
        int i = open + 1;
        if (i < text.length() && (text.charAt(i) == '!' || text.charAt(i) == '^')) {
            i++;
        }
        for (int first = i; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (text.startsWith("[:", i) && text.indexOf(":]", i + 2) > 0) {
                i = text.indexOf(":]", i + 2) + 1;
            } else if (c == ']' && i > first) {
                return i;
            }
        }
        return open;
    }

    boolean isDoubleStar() {
        return doubleStar;
    }

    private String text(int from) {
        var text = new StringBuilder();
        for (int i = from; i < tokens.length; i++) {
            if (tokens[i] < 0) {
                return "";
            }
            text.append((char) tokens[i]);
        }
        return text.toString();
    }

    boolean matches(String text, int start, int end) {
        if (!plain.isEmpty()) {
            return end - start == plain.length() && text.startsWith(plain, start);
        }
        if (!ending.isEmpty()) {
            return end - start >= ending.length() && text.startsWith(ending, end - ending.length());
        }
        int token = 0;
        int at = start;
        int lastStar = -1;
        int lastAt = -1;
        while (at < end) {
            if (token < tokens.length && tokens[token] == STAR) {
                lastStar = token++;
                lastAt = at;
            } else if (token < tokens.length && matches(tokens[token], text.codePointAt(at))) {
                at += tokens[token] < 0 ? Character.charCount(text.codePointAt(at)) : 1;
                token++;
            } else if (lastStar >= 0) {
                token = lastStar + 1;
                lastAt += Character.charCount(text.codePointAt(lastAt));
                at = lastAt;
            } else {
                return false;
            }
        }
        while (token < tokens.length && tokens[token] == STAR) {
            token++;
        }
        return token == tokens.length;
    }

    private boolean matches(int token, int c) {
        if (token == ANY) {
            return true;
        }
        if (token < ANY) {
            var set = classes[ANY - token - 1];
            return set.has(c) || (anyCase && (set.has(Character.toLowerCase(c)) || set.has(Character.toUpperCase(c))));
        }
        char wanted = (char) token;
        char first = Character.isSupplementaryCodePoint(c) ? Character.highSurrogate(c) : (char) c;
        return wanted == first || (anyCase && folded(wanted) == folded(first));
    }

    private static char folded(char c) {
        return Character.toLowerCase(Character.toUpperCase(c));
    }
}
