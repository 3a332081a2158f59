package dev.pawl.ai.catalogue;

import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import org.jspecify.annotations.Nullable;

/** The result of looking for a model. */
public sealed interface ModelChoice {
    /**
     * The model that was meant.
     *
     * @param level the thinking level that was asked for together with the model, if any
     * @param note something the user should know about the choice
     */
    record Chosen(
            Model model,
            @Nullable ThinkingLevel level,
            @Nullable String note) implements ModelChoice {}

    /**
     * No model was meant, or too many.
     *
     * @param why what was looked for, why it was not found, and what to write instead
     * @param onCommandLine what a user of the command line can do besides
     */
    record Refused(String why, String onCommandLine) implements ModelChoice {
        public Refused(String why) {
            this(why, "");
        }
    }

    static ModelChoice of(Model model, @Nullable ThinkingLevel level) {
        return new Chosen(model, level, null);
    }
}
