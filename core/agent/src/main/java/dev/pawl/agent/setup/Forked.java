package dev.pawl.agent.setup;

import org.jspecify.annotations.Nullable;

/**
 * The result of a fork.
 *
 * @param text the text of the message that the fork was made in front of, to be edited and sent again
 */
public record Forked(boolean cancelled, @Nullable String text) {}
