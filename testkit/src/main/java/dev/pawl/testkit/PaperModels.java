package dev.pawl.testkit;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Cost;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRegistry;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ThinkingLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One model of paper: answers every request from a script and remembers what it was asked. */
public final class PaperModels implements ModelRegistry {
    /** The model there is. */
    public static final Model MODEL = new Model(
            "paper",
            "paper-1",
            "Paper",
            "paper",
            "",
            false,
            List.of(ThinkingLevel.OFF),
            Set.of(Model.Medium.TEXT),
            Cost.NONE,
            100_000,
            10_000,
            JsonObject.empty());

    private final List<String> answers = new ArrayList<>();
    private final List<ModelRequest> requests = new ArrayList<>();

    /** The next answer. */
    public synchronized PaperModels answer(String text) {
        answers.add(text);
        return this;
    }

    public synchronized List<ModelRequest> requests() {
        return List.copyOf(requests);
    }

    @Override
    public @Nullable Model find(String provider, String id) {
        return MODEL.provider().equals(provider) && MODEL.id().equals(id) ? MODEL : null;
    }

    @Override
    public List<Model> available() {
        return List.of(MODEL);
    }

    @Override
    public List<Model> all() {
        return List.of(MODEL);
    }

    @Override
    public @Nullable String apiKey(Model model) {
        return "paper-key";
    }

    @Override
    public synchronized Message.Assistant complete(Model model, ModelRequest request) {
        requests.add(request);
        if (answers.isEmpty()) {
            throw new AssertionError("no answer scripted for request " + requests.size());
        }
        return new Message.Assistant(
                List.of(Content.text(answers.removeFirst())),
                model.api(),
                model.provider(),
                model.id(),
                Usage.NONE,
                StopReason.STOP,
                null,
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
