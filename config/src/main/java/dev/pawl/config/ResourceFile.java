package dev.pawl.config;

import dev.pawl.api.SourceInfo;
import java.nio.file.Path;

/** A file that somebody brings along, and who that is. */
public record ResourceFile(Path path, SourceInfo source) {}
