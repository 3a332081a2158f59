package dev.pawl.accounts.secret;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A key or token: it can be used, but not printed by accident. */
public final class Secret {
    private final String value;

    private Secret(String value) {
        this.value = value;
    }

    public static Secret of(String value) {
        return new Secret(Objects.requireNonNull(value));
    }

    /** The key itself, for the one header it is meant for. */
    public String value() {
        return value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Secret secret && secret.value.equals(value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return "***";
    }
}
