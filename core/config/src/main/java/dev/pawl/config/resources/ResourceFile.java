package dev.pawl.config.resources;

import dev.pawl.api.value.SourceInfo;
import java.nio.file.Path;

/** A file that a package, a hook or a folder contributes, and its origin. */
public record ResourceFile(Path path, SourceInfo source) {}
