package dev.pawl.testkit;

import dev.pawl.api.context.SessionModels;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Cost;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ScopedModel;
import dev.pawl.api.model.ThinkingLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Fake models: they answer every request from a script, or refuse each of them, and remember the requests. */
public final class FakeModels implements SessionModels {
    /** The model there is unless a test adds more. */
    public static final Model MODEL = model("paper", "paper-1", List.of(ThinkingLevel.OFF));

    private final @Nullable String refusal;
    private final List<Model> models = new ArrayList<>(List.of(MODEL));
    private final List<Message.Assistant> answers = new ArrayList<>();
    private final List<ModelRequest> requests = new ArrayList<>();
    private Model current = MODEL;
    private ThinkingLevel thinkingLevel = ThinkingLevel.OFF;

    /** Creates models whose answers are scripted; a request without one is an error of the test. */
    public FakeModels() {
        this(null);
    }

    private FakeModels(@Nullable String refusal) {
        this.refusal = refusal;
    }

    /** Returns models that answer every request with this error. */
    public static FakeModels refusing(String message) {
        return new FakeModels(message);
    }

    /** The next answer. */
    public FakeModels answer(String text) {
        return answer(message(List.of(Content.text(text)), StopReason.STOP, null));
    }

    /** The next request fails, as a provider that cannot be reached does. */
    public FakeModels fail(String message) {
        return answer(message(List.of(), StopReason.ERROR, message));
    }

    /** The next answer, whatever it is. */
    public synchronized FakeModels answer(Message.Assistant answer) {
        answers.add(answer);
        return this;
    }

    /** One more model, of a name like {@code provider/id}. */
    public synchronized FakeModels add(String reference) {
        int slash = reference.indexOf('/');
        models.add(
                model(reference.substring(0, slash), reference.substring(slash + 1), List.of(ThinkingLevel.values())));
        return this;
    }

    public synchronized List<ModelRequest> requests() {
        return List.copyOf(requests);
    }

    @Override
    public synchronized Model current() {
        return current;
    }

    @Override
    public List<ScopedModel> scoped() {
        return List.of();
    }

    @Override
    public synchronized boolean select(Model model) {
        current = model;
        return true;
    }

    @Override
    public synchronized ThinkingLevel thinkingLevel() {
        return thinkingLevel;
    }

    @Override
    public synchronized void setThinkingLevel(ThinkingLevel level) {
        thinkingLevel = level;
    }

    @Override
    public synchronized @Nullable Model find(String provider, String id) {
        for (var model : models) {
            if (model.provider().equals(provider) && model.id().equals(id)) {
                return model;
            }
        }
        return null;
    }

    @Override
    public List<Model> available() {
        return all();
    }

    @Override
    public synchronized List<Model> all() {
        return List.copyOf(models);
    }

    @Override
    public @Nullable String apiKey(Model model) {
        return "paper-key";
    }

    @Override
    public synchronized Message.Assistant complete(Model model, ModelRequest request) {
        requests.add(request);
        if (refusal != null) {
            return message(List.of(), StopReason.ERROR, refusal);
        }
        if (answers.isEmpty()) {
            throw new AssertionError("no answer scripted for request " + requests.size());
        }
        return answers.removeFirst();
    }

    @Override
    public Message.Assistant stream(Model model, ModelRequest request, Consumer<ModelEvent> events) {
        var answer = complete(model, request);
        events.accept(new ModelEvent.Finished(answer));
        return answer;
    }

    /** A model without a service behind it; it thinks if it has more than one level. */
    private static Model model(String provider, String id, List<ThinkingLevel> levels) {
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

    private static Message.Assistant message(List<Content> content, StopReason reason, @Nullable String error) {
        return new Message.Assistant(
                content, MODEL.api(), MODEL.provider(), MODEL.id(), Usage.NONE, reason, error, 0, JsonObject.empty());
    }
}
