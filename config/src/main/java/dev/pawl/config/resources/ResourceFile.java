package dev.pawl.config.resources;

import dev.pawl.api.value.SourceInfo;
import java.nio.file.Path;

/** A file that somebody brings along, and who that is. */
public record ResourceFile(Path path, SourceInfo source) {}
