package dev.pawl.trial;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Cost;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRegistry;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ThinkingLevel;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The one model of a trial: it can be found and chosen, and a request to it fails. */
public final class TrialModels implements ModelRegistry {
    private static final Model MODEL = model("trial", "trial-1", List.of(ThinkingLevel.OFF));

    /** A model without a service behind it; it thinks if it has more than one level. */
    public static Model model(String provider, String id, List<ThinkingLevel> levels) {
        return new Model(
                provider,
                id,
                provider + "/" + id,
                provider,
                "",
                levels.size() > 1,
                levels,
                Set.of(Model.Medium.TEXT),
                Cost.NONE,
                100_000,
                10_000,
                JsonObject.empty());
    }

    @Override
    public @Nullable Model find(String provider, String id) {
        return MODEL.provider().equals(provider) && MODEL.id().equals(id) ? MODEL : null;
    }

    @Override
    public List<Model> available() {
        return all();
    }

    @Override
    public List<Model> all() {
        return List.of(MODEL);
    }

    @Override
    public @Nullable String apiKey(Model model) {
        return null;
    }

    @Override
    public Message.Assistant complete(Model model, ModelRequest request) {
        return new Message.Assistant(
                List.of(),
                model.api(),
                model.provider(),
                model.id(),
                Usage.NONE,
                StopReason.ERROR,
                "no model is asked in a trial of hooks",
                0,
                JsonObject.empty());
    }

    @Override
    public Message.Assistant stream(Model model, ModelRequest request, Consumer<ModelEvent> events) {
        var answer = complete(model, request);
        events.accept(new ModelEvent.Finished(answer));
        return answer;
    }
}
