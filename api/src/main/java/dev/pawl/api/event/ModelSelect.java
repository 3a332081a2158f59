package dev.pawl.api.event;

import dev.pawl.api.model.Model;
import org.jspecify.annotations.Nullable;

/** Another model is in use. */
public record ModelSelect(Model model, @Nullable Model previousModel, Source source) {
    public enum Source {
        SET,
        CYCLE,
        RESTORE
    }
}
