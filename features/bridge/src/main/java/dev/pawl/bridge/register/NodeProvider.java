package dev.pawl.bridge.register;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.PartialAnswer;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.StreamDelta;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ProviderConfig;
import dev.pawl.bridge.forms.ModelShape;
import dev.pawl.bridge.forms.WireJson;
import dev.pawl.bridge.protocol.ExtensionCalls;
import dev.pawl.bridge.protocol.Fields;
import dev.pawl.bridge.protocol.Scope;
import dev.pawl.bridge.screen.Screens;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A provider that an extension brings, or what it changes about one. */
final class NodeProvider {
    private NodeProvider() {}

    static ProviderConfig of(ExtensionCalls hook, Screens screens, JsonObject what) {
        var name = what.string("name", "");
        var config = what.object("config");
        var api = config.string("api");
        var baseUrl = config.string("baseUrl");
        var headers = new LinkedHashMap<String, String>();
        config.object("headers").asMap().forEach((header, value) -> headers.put(header, String.valueOf(value)));
        var models = config.objects("models").stream()
                .map(model -> ModelShape.read(model, name, api == null ? "" : api, baseUrl == null ? "" : baseUrl))
                .toList();
        return new ProviderConfig(
                config.string("name"),
                baseUrl,
                config.string("apiKey"),
                api,
                Map.copyOf(headers),
                config.bool("authHeader", false),
                models,
                what.get("oauth") instanceof JsonObject oauth ? new Login(hook, screens, oauth) : null,
                what.get("stream") instanceof Number function ? answerer(hook, function.longValue()) : null,
                config.without("name", "baseUrl", "apiKey", "api", "headers", "authHeader", "models"));
    }

    private static ProviderConfig.Answerer answerer(ExtensionCalls hook, long function) {
        return (model, request, events) -> {
            var stream = new Pieces(model, events);
            var answer = hook.call(
                    function,
                    Scope.of((HookContext) null),
                    piece -> {
                        if (piece instanceof JsonObject event) {
                            stream.take(event);
                        }
                    },
                    List.of(ModelShape.of(model), context(request), options(request)));
            if (!(answer instanceof JsonObject json) || !(Message.from(json) instanceof Message.Assistant message)) {
                throw new IllegalStateException("the provider's streamSimple ended without an answer");
            }
            events.accept(new ModelEvent.Finished(message));
            return message;
        };
    }

    private static JsonObject context(ModelRequest request) {
        return new Fields()
                .given("systemPrompt", request.systemPrompt())
                .put("messages", WireJson.messages(request.messages()))
                .put("tools", request.tools())
                .json();
    }

    private static JsonObject options(ModelRequest request) {
        return new Fields()
                .given("maxTokens", request.maxTokens())
                .put("reasoning", request.thinkingLevel().wire())
                .json()
                .with(request.options());
    }

    /** Puts the answer so far together from the pieces that come over. */
    private static final class Pieces {
        private final Consumer<ModelEvent> events;
        private final Map<Integer, Content> blocks = new java.util.TreeMap<>();
        private Message.Assistant partial;

        Pieces(Model model, Consumer<ModelEvent> events) {
            this.events = events;
            this.partial = new Message.Assistant(
                    List.of(),
                    model.api(),
                    model.provider(),
                    model.id(),
                    Usage.NONE,
                    StopReason.PENDING,
                    null,
                    System.currentTimeMillis(),
                    JsonObject.empty());
        }

        void take(JsonObject event) {
            var type = event.string("type", "");
            if (type.equals("start")) {
                if (event.get("partial") instanceof JsonObject json
                        && Message.from(json) instanceof Message.Assistant begun) {
                    partial = begun.withContent(List.of());
                }
                events.accept(new ModelEvent.Started(PartialAnswer.of(partial)));
                return;
            }
            for (var kind : StreamDelta.Kind.values()) {
                if (kind.wire().equals(type)) {
                    piece(kind, event);
                }
            }
        }

        private void piece(StreamDelta.Kind kind, JsonObject event) {
            int index = event.integer("contentIndex", 0);
            var delta = event.string("delta", event.string("content", ""));
            var call = event.get("toolCall") instanceof JsonObject json
                            && Content.from(json) instanceof Content.ToolUse use
                    ? use
                    : null;
            blocks.put(index, grown(kind, blocks.get(index), delta, call, event));
            partial = partial.withContent(List.copyOf(blocks.values()));
            events.accept(new ModelEvent.Piece(PartialAnswer.of(partial), new StreamDelta(kind, index, delta, call)));
        }

        private static Content grown(
                StreamDelta.Kind kind,
                @Nullable Content before,
                String delta,
                Content.@Nullable ToolUse call,
                JsonObject event) {
            var text = before instanceof Content.Text(var words, _, _)
                    ? words
                    : before instanceof Content.Thinking(var words, _, _, _) ? words : "";
            return switch (kind) {
                case TEXT_START, TEXT_DELTA -> Content.text(text + delta);
                case TEXT_END -> Content.text(delta.isEmpty() ? text : delta);
                case THINKING_START, THINKING_DELTA ->
                    new Content.Thinking(text + delta, null, false, JsonObject.empty());
                case THINKING_END ->
                    new Content.Thinking(delta.isEmpty() ? text : delta, null, false, JsonObject.empty());
                case TOOLCALL_START, TOOLCALL_DELTA, TOOLCALL_END ->
                    call != null
                            ? call
                            : before != null
                                    ? before
                                    : Content.ToolUse.of(
                                            event.string("id", ""), event.string("toolName", ""), JsonObject.empty());
            };
        }
    }

    /** A sign-in of the extension's own. */
    private record Login(ExtensionCalls hook, Screens screens, JsonObject oauth) implements ProviderConfig.Login {
        @Override
        public String name() {
            return oauth.string("name", "");
        }

        @Override
        public JsonObject login(ProviderConfig.Prompts prompts) throws InterruptedException {
            var credentials = hook.call(oauth.number("login", 0), Scope.of(prompts), _ -> {}, List.of());
            return credentials instanceof JsonObject json ? json : JsonObject.empty();
        }

        @Override
        public JsonObject refresh(JsonObject credentials) throws InterruptedException {
            var fresh = hook.call(oauth.number("refresh", 0), null, credentials);
            return fresh instanceof JsonObject json ? json : credentials;
        }

        @Override
        public String apiKey(JsonObject credentials) {
            var key = screens.quickly(oauth.number("apiKey", 0), credentials);
            return key instanceof String text ? text : "";
        }
    }
}
