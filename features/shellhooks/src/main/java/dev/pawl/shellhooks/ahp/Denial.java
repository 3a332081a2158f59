package dev.pawl.shellhooks.ahp;

import org.jspecify.annotations.Nullable;

/**
 * The one effect that a backend can have.
 *
 * @param reason what the model reads
 * @param code the backend's own name for it; null if it gave none
 */
record Denial(String reason, @Nullable String code) {}
