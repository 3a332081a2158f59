package dev.pawl.tools.search;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A search for lines.
 *
 * @param folder whether the root is a directory
 * @param limit so many lines are enough
 */
public record GrepQuery(
        Path root,
        boolean folder,
        String pattern,
        boolean literal,
        boolean anyCase,
        @Nullable String glob,
        int limit) {}
