package dev.pawl.ai.catalogue;

import dev.pawl.api.model.ThinkingLevel;
import org.jspecify.annotations.Nullable;

/** A model as users write it, perhaps with a thinking level behind the last colon: {@code id:with:colon:high}. */
record ModelReference(String text, @Nullable ThinkingLevel level) {
    /** Splits off the level; whatever else is behind a colon belongs to the id. */
    static ModelReference parse(String written) {
        var text = written.strip();
        int colon = text.lastIndexOf(':');
        var level = colon < 0 ? null : ThinkingLevel.find(text.substring(colon + 1));
        return level == null ? new ModelReference(text, null) : new ModelReference(text.substring(0, colon), level);
    }
}
