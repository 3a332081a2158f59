package dev.pawl.api.shell;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One word of a shell command, as far as it is known before the shell runs.
 *
 * @param text the word without quotes; {@link #UNKNOWN} stands for the result of an expansion
 * @param loose the same, with unquoted patterns and braces as unknown, too
 * @param quoted whether some of it was quoted or escaped, so that it is not a reserved word
 * @param splits whether it may become no word or several
 * @param tilde whether it begins with an unquoted {@code ~} that stands for the home folder
 */
public record Word(String text, String loose, boolean quoted, boolean splits, boolean tilde) {
    /** Stands for any text. No text may contain it: it is not a character of Unicode. */
    public static final char UNKNOWN = '\uFFFF';

    /** A word of which nothing is known. */
    public static final Word ANY = new Word("\uFFFF", "\uFFFF", false, true, false);

    /** Returns a word that is written plainly. */
    public static Word of(String text) {
        return new Word(text, text, false, false, false);
    }

    /** Returns whether its text, or its pattern, is known. */
    public boolean known() {
        return text.indexOf(UNKNOWN) < 0;
    }

    /** Returns whether it results in exactly this one word. */
    public boolean exact() {
        return loose.indexOf(UNKNOWN) < 0 && !splits && !tilde;
    }

    /** Returns the text if it is exactly known; null otherwise. */
    public @Nullable String exactText() {
        return exact() ? text : null;
    }

    /** Returns the rest of the word after a prefix, such as the value of an option. */
    public Word after(int length) {
        return new Word(text.substring(length), loose.substring(length), quoted, splits, false);
    }

    /** Returns a part of the word, such as one of several values of an option; after a pattern its text is unknown. */
    public Word between(int from, int to) {
        boolean plain = loose.equals(text);
        return new Word(
                text.substring(from, to),
                plain ? loose.substring(from, to) : String.valueOf(UNKNOWN),
                quoted,
                splits,
                false);
    }

    /** Words as one text with a space between them. */
    public static String joined(List<Word> words, boolean loosely) {
        var joined = new StringBuilder();
        for (var word : words) {
            if (!joined.isEmpty()) {
                joined.append(' ');
            }
            joined.append(loosely ? word.loose : word.text);
        }
        return joined.toString();
    }

    @Override
    public String toString() {
        return text.replace(UNKNOWN, '…');
    }
}
