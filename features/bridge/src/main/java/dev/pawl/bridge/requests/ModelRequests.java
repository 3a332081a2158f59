package dev.pawl.bridge.requests;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.bridge.forms.ModelShape;
import dev.pawl.bridge.protocol.Fields;
import dev.pawl.bridge.protocol.Method;
import dev.pawl.hooks.form.JsonForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers what extensions ask about models, and of them. */
final class ModelRequests {
    private ModelRequests() {}

    static void addTo(Map<Method, Answerer> to) {
        to.put(Method.MODELS_FIND, ask -> ModelShape.orNull(ask.ctx().models().find(ask.text(0), ask.text(1))));
        to.put(Method.MODELS_ALL, ask -> shapes(ask.ctx().models().all()));
        to.put(Method.MODELS_AVAILABLE, ask -> shapes(ask.ctx().models().available()));
        to.put(
                Method.MODELS_SCOPED,
                ask -> ask.ctx().models().scoped().stream()
                        .map(scoped -> Fields.of("model", ModelShape.of(scoped.model()))
                                .given(
                                        "thinkingLevel",
                                        scoped.thinkingLevel() == null
                                                ? null
                                                : scoped.thinkingLevel().wire())
                                .json())
                        .toList());
        to.put(Method.MODELS_HAS_KEY, ask -> available(ask, ask.textOrNull(0), ask.textOrNull(1)) != null);
        to.put(Method.MODELS_HAS_KEY_OF, ask -> available(ask, ask.textOrNull(0), null) != null);
        to.put(Method.MODELS_KEY, ask -> key(ask, find(ask, ask.textOrNull(0), ask.textOrNull(1))));
        to.put(Method.MODELS_KEY_OF, ask -> key(ask, find(ask, ask.textOrNull(0), null)));
        to.put(Method.MODELS_AUTH, ask -> {
            var model = find(ask, ask.textOrNull(0), ask.textOrNull(1));
            var headers = model == null ? null : model.extra().get("headers");
            return new Fields()
                    .given("apiKey", key(ask, model))
                    .given("headers", headers)
                    .json();
        });
        to.put(Method.MODELS_COMPLETE, ModelRequests::complete);
        to.put(Method.SET_MODEL, ask -> {
            var json = ask.object(0);
            var model = ask.ctx().models().find(json.string("provider", ""), json.string("id", ""));
            return model != null && ask.ctx().models().select(model);
        });
    }

    private static List<JsonObject> shapes(List<Model> models) {
        return models.stream().map(ModelShape::of).toList();
    }

    /** A model of a provider, or the first of the provider where none is named. */
    private static @Nullable Model find(ExtensionRequest ask, @Nullable String provider, @Nullable String id) {
        var models = ask.ctx().models();
        if (provider != null && id != null) {
            return models.find(provider, id);
        }
        return first(models.all(), provider, null);
    }

    private static @Nullable Model available(ExtensionRequest ask, @Nullable String provider, @Nullable String id) {
        return first(ask.ctx().models().available(), provider, id);
    }

    private static @Nullable Model first(List<Model> models, @Nullable String provider, @Nullable String id) {
        for (var model : models) {
            if (model.provider().equals(provider) && (id == null || model.id().equals(id))) {
                return model;
            }
        }
        return null;
    }

    private static @Nullable String key(ExtensionRequest ask, @Nullable Model model) throws InterruptedException {
        return model == null ? null : ask.ctx().models().apiKey(model);
    }

    private static JsonObject complete(ExtensionRequest ask) throws Exception {
        var wanted = ask.object(0);
        var known = ask.ctx().models().find(wanted.string("provider", ""), wanted.string("id", ""));
        var model = known == null ? ModelShape.read(wanted, "", "", "") : known;
        var context = ask.object(1);
        var limits = ask.object(2);
        var request = request(context, limits);
        var listener = ask.function(3);
        if (listener == null) {
            return ask.ctx().models().complete(model, request).toJson();
        }
        return ask.ctx().models().stream(model, request, event -> report(ask, listener, event))
                .toJson();
    }

    private static ModelRequest request(JsonObject context, JsonObject limits) {
        var messages = new ArrayList<Message>();
        context.objects("messages").forEach(message -> messages.add(Message.from(message)));
        var level = ThinkingLevel.find(limits.string("reasoning"));
        return new ModelRequest(
                context.string("systemPrompt"),
                messages,
                context.objects("tools"),
                level == null ? ThinkingLevel.OFF : level,
                limits.get("maxTokens") instanceof Number number ? (Long) number.longValue() : null,
                JsonObject.empty());
    }

    private static void report(ExtensionRequest ask, long listener, ModelEvent event) {
        var json = event(event);
        if (json != null) {
            try {
                ask.hook().call(listener, null, json);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static @Nullable JsonObject event(ModelEvent event) {
        return switch (event) {
            case ModelEvent.Started(var partial) ->
                Fields.of("type", "start")
                        .put("partial", partial.message().toJson())
                        .json();
            case ModelEvent.Piece(var partial, var delta) ->
                JsonForm.delta(delta).with("partial", partial.message().toJson());
            case ModelEvent.Finished _ -> null;
        };
    }
}
