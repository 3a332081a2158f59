package dev.pawl.api;

import org.jspecify.annotations.Nullable;

/** An option that a hook adds to the command line: {@code --name} or {@code --name value}. */
public sealed interface Flag {
    String name();

    String description();

    /** A switch, off unless given. */
    record Switch(String name, String description, boolean defaultValue) implements Flag {}

    record Text(String name, String description, @Nullable String defaultValue) implements Flag {}
}
