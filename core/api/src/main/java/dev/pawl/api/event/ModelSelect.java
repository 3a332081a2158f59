package dev.pawl.api.event;

import dev.pawl.api.model.Model;
import org.jspecify.annotations.Nullable;

/**
 * Another model is in use.
 *
 * @param model the model in use now
 * @param previousModel the model that was in use before; null if there was none
 * @param source how it was chosen: by name, by the key that goes through the list, or by the session that was opened
 */
public record ModelSelect(Model model, @Nullable Model previousModel, Source source) {
    public enum Source {
        SET,
        CYCLE,
        RESTORE
    }
}
