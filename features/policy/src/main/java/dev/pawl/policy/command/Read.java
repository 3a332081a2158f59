package dev.pawl.policy.command;

import dev.pawl.api.shell.Word;
import dev.pawl.policy.command.Target.Access;
import org.jspecify.annotations.Nullable;

/**
 * A file that a call reads.
 *
 * @param access whether all files below it are read, too
 * @param unclear why files are read that are not named; null for a file that is
 */
record Read(Word word, Access access, @Nullable String unclear) {
    static Read of(Word word) {
        return new Read(word, Access.READ, null);
    }

    static Read unclear(String why) {
        return new Read(Word.ANY, Access.TREE, why);
    }
}
