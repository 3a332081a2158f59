package dev.pawl.policy.shell;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One word of a shell command, as far as it is known before the shell runs.
 *
 * @param text the word without quotes; {@link #UNKNOWN} stands for what an expansion makes of it
 * @param loose the same, where also unquoted patterns and braces are unknown
 * @param quoted whether some of it stood in quotes or behind a backslash, so that it is no reserved word
 * @param splits whether it may become no word or several
 * @param tilde whether it begins with an unquoted {@code ~} that stands for the home folder
 */
public record Word(String text, String loose, boolean quoted, boolean splits, boolean tilde) {
    /** Stands for any text. No text may contain it: it is not a character of Unicode. */
    public static final char UNKNOWN = '\uFFFF';

    /** A word of which nothing is known. */
    public static final Word ANY = new Word("\uFFFF", "\uFFFF", false, true, false);

    /** A word that is written plainly. */
    public static Word of(String text) {
        return new Word(text, text, false, false, false);
    }

    /** Whether the shell makes exactly this text of it, or this pattern. */
    public boolean known() {
        return text.indexOf(UNKNOWN) < 0;
    }

    /** Whether the shell makes exactly this one word of it. */
    public boolean exact() {
        return loose.indexOf(UNKNOWN) < 0 && !splits && !tilde;
    }

    /** The text if it is exactly known; null otherwise. */
    public @Nullable String exactText() {
        return exact() ? text : null;
    }

    /** The rest of the word behind a prefix, as the value of an option. */
    public Word behind(int length) {
        return new Word(text.substring(length), loose.substring(length), quoted, splits, false);
    }

    /** A part of the word, as one of several values of an option; a pattern before it hides where it begins. */
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
