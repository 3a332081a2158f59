package dev.pawl.api.event;

import dev.pawl.api.model.Model;
import dev.pawl.api.value.Decision;
import org.jspecify.annotations.Nullable;

/** Another model is about to be used; a hook may refuse it. */
public record BeforeModelSelect(Model model, @Nullable Model previousModel, ModelSelect.Source source) {
    public Decision<BeforeModelSelect, Block> allow() {
        return Decision.pass(this);
    }

    public Decision<BeforeModelSelect, Block> block(String reason) {
        return Decision.stop(new Block(reason));
    }

    /** A handler may refuse the model, not exchange it. */
    public static @Nullable String flaw(BeforeModelSelect before, BeforeModelSelect after) {
        return before == after ? null : "before_model_select may allow or block a model, not exchange it";
    }
}
