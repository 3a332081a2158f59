package dev.pawl.policy.command;

import dev.pawl.api.shell.Word;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One program that a command line runs, as rules see it.
 *
 * @param words the program and its arguments
 * @param why why it is not known what runs; null where it is known
 */
public record Part(List<Word> words, Kind kind, @Nullable String why) {
    /** What is known of a program. */
    public enum Kind {
        /** It only reads. */
        READS,
        /** It changes nothing but the files that it names. */
        EDITS,
        /** The same, and files have other names afterwards. */
        RENAMES,
        /** It only starts another part, so that nothing needs to allow it. */
        STARTS,
        /** It may do anything. */
        ANY
    }

    public Part {
        words = List.copyOf(words);
    }

    /** A program that may do anything. */
    public static Part of(List<Word> words) {
        return new Part(words, Kind.ANY, null);
    }

    static Part starting(List<Word> words) {
        return new Part(words, Kind.STARTS, null);
    }

    static Part unknown(String why) {
        return new Part(List.of(Word.ANY), Kind.ANY, why);
    }

    /** Whether more may run than is known. */
    public boolean isUnknown() {
        return why != null;
    }

    boolean renames() {
        return kind == Kind.RENAMES;
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
