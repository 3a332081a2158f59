package dev.pawl.policy.command;

import dev.pawl.api.shell.Word;
import java.nio.file.Path;
import java.util.List;

/**
 * A file that a command line names.
 *
 * @param folders the working directories that a relative path may start at; none if they are not known
 * @param access what is done with it
 */
public record Target(Word path, List<Path> folders, Access access) {
    /** What a command does with a file. */
    public enum Access {
        /** It reads it. */
        READ,
        /** It reads it and, if it is a folder, all files below. */
        TREE,
        /** The same, and what links below it lead to. */
        LINKED_TREE,
        /** The shell opens it to write, for a redirection. */
        REDIRECT,
        /** A program writes it whose arguments are known. */
        WRITE,
        /** The same and, if it is a folder, files below. */
        WRITE_TREE,
        /** It may be a file, and it may be written. */
        TOUCH
    }

    /** Whether it is written for certain. */
    public boolean writes() {
        return access == Access.REDIRECT || access == Access.WRITE || access == Access.WRITE_TREE;
    }
}
