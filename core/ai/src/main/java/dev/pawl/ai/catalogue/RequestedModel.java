package dev.pawl.ai.catalogue;

import dev.pawl.api.model.ScopedModel;
import dev.pawl.api.model.ThinkingLevel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that determines the model a session begins with.
 *
 * @param provider from {@code --provider}
 * @param model from {@code --model}
 * @param thinking from {@code --thinking}
 * @param scoped the short list, from {@code --models} or the settings
 * @param resumed whether a session continues; then the short list does not decide
 * @param stored the model that this session used last
 * @param saved the default from the settings
 * @param demonstration whether the demonstration is used where there is no key; there must be a user who sees that
 */
public record RequestedModel(
        @Nullable String provider,
        @Nullable String model,
        @Nullable ThinkingLevel thinking,
        List<ScopedModel> scoped,
        boolean resumed,
        @Nullable ModelName stored,
        @Nullable ModelName saved,
        boolean demonstration) {
    public RequestedModel {
        scoped = List.copyOf(scoped);
    }

    /** No preference. */
    public static RequestedModel none() {
        return new RequestedModel(null, null, null, List.of(), false, null, null, false);
    }

    public RequestedModel named(@Nullable String provider, @Nullable String model, @Nullable ThinkingLevel thinking) {
        return new RequestedModel(provider, model, thinking, scoped, resumed, stored, saved, demonstration);
    }

    public RequestedModel scoped(List<ScopedModel> scoped) {
        return new RequestedModel(provider, model, thinking, scoped, resumed, stored, saved, demonstration);
    }

    /** A session continues, with the model it used last if it used one. */
    public RequestedModel resumed(@Nullable ModelName stored) {
        return new RequestedModel(provider, model, thinking, scoped, true, stored, saved, demonstration);
    }

    public RequestedModel saved(@Nullable ModelName saved) {
        return new RequestedModel(provider, model, thinking, scoped, resumed, stored, saved, demonstration);
    }

    /** Without a key the demonstration is used, because it is offered as such. */
    public RequestedModel orDemonstration() {
        return new RequestedModel(provider, model, thinking, scoped, resumed, stored, saved, true);
    }
}
