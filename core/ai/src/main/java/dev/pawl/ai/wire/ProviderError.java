package dev.pawl.ai.wire;

import org.jspecify.annotations.Nullable;

/** The error that a provider sent instead of an answer, in the middle of its stream. */
public final class ProviderError extends Exception {
    private static final long serialVersionUID = 1L;
    private final @Nullable String code;

    public ProviderError(@Nullable String code, String message) {
        super(message);
        this.code = code;
    }

    /** Returns the provider's own word for it: {@code overloaded_error}, {@code insufficient_quota}. */
    public @Nullable String code() {
        return code;
    }
}
