package dev.pawl.tools.search;

import java.nio.file.Path;
import java.util.List;

/** The lines that were found in one file. */
public record FileHits(Path file, List<Hit> hits) {}
