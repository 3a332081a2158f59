package dev.pawl.policy.command;

import dev.pawl.policy.shell.Word;
import java.util.List;

/**
 * One program that a command line runs, as rules see it.
 *
 * @param words the program and its arguments
 * @param wrapper whether it only starts another part, so that nothing needs to allow it
 * @param readOnly whether it changes nothing, regardless of its arguments
 * @param why why it is not known what runs; null where it is known
 */
public record Part(
        List<Word> words,
        boolean wrapper,
        boolean readOnly,
        @org.jspecify.annotations.Nullable String why) {
    public Part {
        words = List.copyOf(words);
    }

    static Part unknown(String why) {
        return new Part(List.of(Word.ANY), false, false, why);
    }

    /** Whether more may run than is known. */
    public boolean isUnknown() {
        return why != null;
    }

    /** The words as rules that allow see them: as written, without quotes. */
    public String text() {
        return Word.joined(words, false);
    }

    @Override
    public String toString() {
        return text().replace(Word.UNKNOWN, '…');
    }
}
