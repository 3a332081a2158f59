package dev.pawl.ai.demo;

import org.jspecify.annotations.Nullable;

/** What a user seems to want from the tour. */
sealed interface Intent {
    /** What is in this folder? */
    record Folder() implements Intent {}

    record Read(String file) implements Intent {}

    /** Where is it? A name with a dot or a star is looked for among the files first. */
    record Find(String words) implements Intent {}

    /** A new file; null means that the demonstration chooses name and content. */
    record Write(@Nullable String file, @Nullable String content) implements Intent {}

    /** A command to run; null if the user asked to run something, but not what. */
    record Run(@Nullable String command) implements Intent {}

    record Greeting() implements Intent {}

    record Thanks() implements Intent {}

    /** What can you do? Who are you? */
    record Help() implements Intent {}

    /** Anything else, which the tour cannot do. */
    record Other() implements Intent {}
}
