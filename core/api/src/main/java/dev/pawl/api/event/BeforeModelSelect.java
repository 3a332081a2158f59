package dev.pawl.api.event;

import dev.pawl.api.model.Model;
import dev.pawl.api.value.Decision;
import org.jspecify.annotations.Nullable;

/**
 * Another model is about to be used; a hook may refuse it.
 *
 * @param model the model to use
 * @param previousModel the model in use; null if there is none
 * @param source how it was chosen
 */
public record BeforeModelSelect(Model model, @Nullable Model previousModel, ModelSelect.Source source) {
    /** Lets the model be used, as far as this hook is concerned. */
    public Decision<BeforeModelSelect, Block> allow() {
        return Decision.pass(this);
    }

    /** Refuses the model with a reason. */
    public Decision<BeforeModelSelect, Block> block(String reason) {
        return Decision.stop(new Block(reason));
    }

    /** A handler may refuse the model, not exchange it. */
    public static @Nullable String flaw(BeforeModelSelect before, BeforeModelSelect after) {
        return before == after ? null : "before_model_select may allow or block a model, not exchange it";
    }
}
