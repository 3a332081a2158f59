package dev.pawl.tools.search;

import java.nio.file.Path;
import java.util.List;

/**
 * What files to look for, and where.
 *
 * @param ignored globs of paths to pass over
 * @param limit so many are enough
 */
public record FindQuery(Path root, String pattern, List<String> ignored, int limit) {}
