package dev.pawl.ai.demo;

import org.jspecify.annotations.Nullable;

/** What a user seems to want from the tour. */
sealed interface Wish {
    /** What is in this folder? */
    record Folder() implements Wish {}

    record Read(String file) implements Wish {}

    /** Where is it? A name with a dot or a star is looked for among the files first. */
    record Find(String words) implements Wish {}

    /** A new file; null stands for a name and a content of ours. */
    record Write(@Nullable String file, @Nullable String content) implements Wish {}

    /** A command to run; null if it was said what to run, but not the command. */
    record Run(@Nullable String command) implements Wish {}

    record Greeting() implements Wish {}

    record Thanks() implements Wish {}

    /** What can you do? Who are you? */
    record Help() implements Wish {}

    /** Anything else, which the tour cannot do. */
    record Other() implements Wish {}
}
