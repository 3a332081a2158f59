package dev.pawl.ai.catalogue;

import dev.pawl.api.model.ScopedModel;
import dev.pawl.api.model.ThinkingLevel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that has a say in which model a session begins with.
 *
 * @param provider from {@code --provider}
 * @param model from {@code --model}
 * @param thinking from {@code --thinking}
 * @param scoped the short list, from {@code --models} or the settings
 * @param resumed whether a session goes on; then the short list does not decide
 * @param stored the model that this session used last
 * @param saved the default from the settings
 * @param demonstration whether the demonstration stands in where there is no key; there must be a user who sees that
 */
public record ModelWish(
        @Nullable String provider,
        @Nullable String model,
        @Nullable ThinkingLevel thinking,
        List<ScopedModel> scoped,
        boolean resumed,
        @Nullable ModelName stored,
        @Nullable ModelName saved,
        boolean demonstration) {
    public ModelWish {
        scoped = List.copyOf(scoped);
    }

    /** Nobody says anything. */
    public static ModelWish none() {
        return new ModelWish(null, null, null, List.of(), false, null, null, false);
    }

    public ModelWish named(@Nullable String provider, @Nullable String model, @Nullable ThinkingLevel thinking) {
        return new ModelWish(provider, model, thinking, scoped, resumed, stored, saved, demonstration);
    }

    public ModelWish scoped(List<ScopedModel> scoped) {
        return new ModelWish(provider, model, thinking, scoped, resumed, stored, saved, demonstration);
    }

    /** A session goes on, with the model it used last if it used one. */
    public ModelWish resumed(@Nullable ModelName stored) {
        return new ModelWish(provider, model, thinking, scoped, true, stored, saved, demonstration);
    }

    public ModelWish saved(@Nullable ModelName saved) {
        return new ModelWish(provider, model, thinking, scoped, resumed, stored, saved, demonstration);
    }

    /** Without a key the demonstration stands in, because it is offered as such. */
    public ModelWish orDemonstration() {
        return new ModelWish(provider, model, thinking, scoped, resumed, stored, saved, true);
    }
}
