package dev.pawl.agent.setup;

import dev.pawl.api.model.Model;
import dev.pawl.api.model.ScopedModel;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.session.tree.SessionState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The model that a session starts with.
 *
 * @param scoped the user's short list
 * @param notice what the user should know about the choice; null if nothing
 */
public record StartModel(
        @Nullable Model model,
        ThinkingLevel level,
        List<ScopedModel> scoped,
        @Nullable String notice) {
    /** Chooses the model; a session that was used before names it. */
    @FunctionalInterface
    public interface Chooser {
        /** Chooses for a session; what it was left with is null for a new one. */
        StartModel choose(@Nullable SessionState stored) throws InterruptedException;
    }
}
