package dev.pawl.mcp.oauth;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sets of scopes, written with spaces between them. */
final class Scopes {
    private Scopes() {}

    static Set<String> of(@Nullable String written) {
        var all = new LinkedHashSet<String>();
        if (written != null && !written.isBlank()) {
            all.addAll(Arrays.asList(written.strip().split("\\s+")));
        }
        return all;
    }

    static Set<String> of(List<String> scopes) {
        return new LinkedHashSet<>(scopes);
    }

    /** Null if there are none, so that no scope is requested. */
    static @Nullable String written(Set<String> scopes) {
        return scopes.isEmpty() ? null : String.join(" ", scopes);
    }
}
