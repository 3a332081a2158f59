package dev.pawl.api.ui;

import org.jspecify.annotations.Nullable;

/** Changes Markdown on its way to the screen, and only there. */
@FunctionalInterface
public interface MarkdownTransformer {
    String transform(String markdown, Shown shown);

    /** The text that is being shown. */
    record Shown(
            Kind kind,
            boolean streaming,
            int availableWidth,
            @Nullable String messageId,
            @Nullable Long timestamp) {}

    enum Kind {
        USER,
        ASSISTANT,
        THINKING
    }
}
