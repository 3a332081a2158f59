package dev.pawl.ai;

import dev.pawl.accounts.secret.Resolved;
import dev.pawl.accounts.secret.ValueTemplate;
import dev.pawl.ai.catalogue.Providers;
import dev.pawl.ai.credentials.Credentials;
import dev.pawl.ai.http.Caller;
import dev.pawl.ai.http.Exchange;
import dev.pawl.ai.http.Failure;
import dev.pawl.ai.http.Headers;
import dev.pawl.ai.http.Target;
import dev.pawl.ai.wire.AnswerBuilder;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRequest;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds the key and the headers of a request when it is made, and passes it on. */
final class Asking {
    private final Credentials credentials;
    private final Caller caller;
    private final InstantSource clock;
    private final boolean longCache;

    /**
     * @param longCache whether providers are asked to keep their cache for longer, where a request does not specify it
     */
    Asking(Credentials credentials, Caller caller, InstantSource clock, boolean longCache) {
        this.credentials = credentials;
        this.caller = caller;
        this.clock = clock;
        this.longCache = longCache;
    }

    /** Asks a model; where a key or a header is missing the answer is a failed one. */
    Message.Assistant ask(
            Providers providers, Model model, ModelRequest request, Exchange exchange, Consumer<ModelEvent> events)
            throws InterruptedException {
        if (!providers.knows(model.provider())) {
            return fail(
                    model,
                    Failure.Kind.BAD_REQUEST,
                    "The provider \"" + model.provider()
                            + "\" is not known any more: the hook or the entry in models.json"
                            + " that brought it is gone. Choose another model with /model.",
                    events);
        }
        var provider = providers.provider(model.provider());
        var answerer = provider.answererFor(model.api());
        if (answerer != null) {
            return caller.ask(Target.answered(model, answerer), request, exchange, events);
        }
        var found = credentials.find(provider);
        if (found instanceof Credentials.Found.None none) {
            return fail(model, Failure.Kind.AUTH, none.why(), events);
        }
        var key = (Credentials.Found.Key) found;
        var headers = new LinkedHashMap<String, String>();
        var flaw = resolve(provider.headers(), key, "the provider \"" + provider.id() + "\"", headers);
        flaw = flaw == null ? resolve(providers.headers(model), key, "the model " + model.reference(), headers) : flaw;
        if (flaw != null) {
            return fail(model, Failure.Kind.AUTH, flaw, events);
        }
        if (provider.id().equals("github-copilot")) {
            copilotHeaders(request.messages()).forEach((name, value) -> Headers.put(headers, name, value));
        }
        var there = key.address() == null ? model : model.withBaseUrl(key.address());
        var signing = key.signing();
        var target = new Target(
                there,
                key.key(),
                provider.authHeader() || key.bearer(),
                headers,
                key.environment(),
                signing == null ? null : signing.apply(there),
                null);
        return caller.ask(target, cached(request), exchange, events);
    }

    private ModelRequest cached(ModelRequest request) {
        return !longCache || request.options().has("cacheRetention")
                ? request
                : new ModelRequest(
                        request.systemPrompt(),
                        request.messages(),
                        request.tools(),
                        request.thinkingLevel(),
                        request.maxTokens(),
                        request.options().with("cacheRetention", "long"));
    }

    /** Puts header values into the map, or reports in a sentence why one cannot be found. */
    private @Nullable String resolve(
            Map<String, ValueTemplate> templates, Credentials.Found.Key key, String whose, Map<String, String> headers)
            throws InterruptedException {
        for (var header : templates.entrySet()) {
            var what = "The header \"" + header.getKey() + "\" of " + whose;
            var value = header.getValue().resolve(key.environment(), credentials.commands(), what);
            if (value instanceof Resolved.Missing missing) {
                return missing.why();
            }
            Headers.put(
                    headers, header.getKey(), ((Resolved.Value) value).secret().value());
        }
        return null;
    }

    Message.Assistant fail(Model model, Failure.Kind kind, String why, Consumer<ModelEvent> events) {
        var answer = new AnswerBuilder(model, clock.millis(), () -> "", events);
        return answer.fail(StopReason.ERROR, why, new Failure(kind, why, null, null).toJson());
    }

    /** Returns the headers that GitHub Copilot expects: who made the request, and whether there are images in it. */
    static Map<String, String> copilotHeaders(List<Message> messages) {
        var headers = new LinkedHashMap<String, String>();
        boolean byUser = messages.isEmpty() || messages.getLast() instanceof Message.User;
        headers.put("X-Initiator", byUser ? "user" : "agent");
        headers.put("Openai-Intent", "conversation-edits");
        if (messages.stream().anyMatch(Asking::hasImage)) {
            headers.put("Copilot-Vision-Request", "true");
        }
        return headers;
    }

    private static boolean hasImage(Message message) {
        var content = message instanceof Message.User user
                ? user.content().blocks()
                : message instanceof Message.ToolResult result ? result.content() : List.<Content>of();
        return content.stream().anyMatch(Content.Image.class::isInstance);
    }
}
