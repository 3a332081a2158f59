package dev.pawl.api.value;

import org.jspecify.annotations.Nullable;

/**
 * How full the model's window is; tokens are unknown right after a compaction.
 *
 * @param rewrite what hooks changed of the messages that the provider had read already; null if nothing
 */
public record ContextUsage(
        @Nullable Long tokens,
        long contextWindow,
        @Nullable Double percent,
        @Nullable Rewrite rewrite) {
    public ContextUsage(@Nullable Long tokens, long contextWindow, @Nullable Double percent) {
        this(tokens, contextWindow, percent, null);
    }

    /**
     * A change that makes the provider read again what it had in its cache.
     *
     * @param hook the hook that made it
     * @param message the first message that is different, counted from 1
     * @param messages how many messages the request before had
     * @param tokens about how many tokens are paid again
     */
    public record Rewrite(String hook, int message, int messages, long tokens) {
        /** Returns the change in a sentence. */
        public String note() {
            return "hook " + hook + " changed message " + message + " of " + messages + "; about "
                    + (tokens < 1_000 ? tokens : tokens / 1_000 + "k") + " cached tokens are paid again";
        }
    }
}
