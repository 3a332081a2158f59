package dev.pawl.api.context;

import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ScopedModel;
import dev.pawl.api.model.ThinkingLevel;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The models of the session that answers; it is asked for at every call. */
record ForwardingModels(Supplier<SessionModels> target) implements SessionModels {
    @Override
    public @Nullable Model current() {
        return target.get().current();
    }

    @Override
    public List<ScopedModel> scoped() {
        return target.get().scoped();
    }

    @Override
    public boolean select(Model model) throws InterruptedException {
        return target.get().select(model);
    }

    @Override
    public ThinkingLevel thinkingLevel() {
        return target.get().thinkingLevel();
    }

    @Override
    public void setThinkingLevel(ThinkingLevel level) {
        target.get().setThinkingLevel(level);
    }

    @Override
    public SessionModels askedBy(String hook) {
        return new ForwardingModels(() -> target.get().askedBy(hook));
    }

    @Override
    public @Nullable Model find(String provider, String id) {
        return target.get().find(provider, id);
    }

    @Override
    public List<Model> available() {
        return target.get().available();
    }

    @Override
    public List<Model> all() {
        return target.get().all();
    }

    @Override
    public @Nullable String apiKey(Model model) throws InterruptedException {
        return target.get().apiKey(model);
    }

    @Override
    public Message.Assistant complete(Model model, ModelRequest request) throws IOException, InterruptedException {
        return target.get().complete(model, request);
    }

    @Override
    public Message.Assistant stream(Model model, ModelRequest request, Consumer<ModelEvent> events)
            throws IOException, InterruptedException {
        return target.get().stream(model, request, events);
    }
}
