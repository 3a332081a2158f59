package dev.pawl.api.value;

import org.jspecify.annotations.Nullable;

/** Where something was loaded from. */
public record SourceInfo(
        String path,
        Scope scope,
        boolean fromPackage,
        @Nullable String baseDir) {
    public enum Scope {
        BUILTIN,
        USER,
        PROJECT,
        TEMPORARY
    }
}
