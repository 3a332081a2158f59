package dev.pawl.tools.search;

import java.nio.file.Path;
import java.util.List;

/**
 * A search for files.
 *
 * @param ignored globs of paths to pass over
 * @param limit so many are enough
 */
public record FindQuery(Path root, String pattern, List<String> ignored, int limit) {}
