package dev.pawl.agent.request;

import dev.pawl.ai.http.Exchange;
import dev.pawl.api.HookPoint;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.AfterProviderResponse;
import dev.pawl.api.event.BeforeProviderHeaders;
import dev.pawl.api.event.BeforeProviderRequest;
import dev.pawl.api.event.ProviderStreamEvent;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import dev.pawl.hooks.bound.Check;
import dev.pawl.hooks.dispatch.Engine;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lets hooks change a request to a provider, and see its response and stream.
 *
 * @param summary whether it asks for a summary: of those, as in pi, extensions see the headers only
 */
record HookedExchange(Engine engine, Model model, boolean summary) implements Exchange {
    /** A header without a value is one that a hook took away. */
    @Override
    public Map<String, String> headers(Map<String, String> headers) throws InterruptedException {
        if (!engine.hasHandlers(HookPoints.BEFORE_PROVIDER_HEADERS)) {
            return headers;
        }
        var shown = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        var left = new LinkedHashMap<>(engine.fire(
                        HookPoints.BEFORE_PROVIDER_HEADERS,
                        new BeforeProviderHeaders(shown),
                        (_, after) ->
                                isThere(after.headers()) ? null : "before_provider_headers needs headers, not null")
                .headers());
        left.values().removeIf(value -> !isThere(value));
        return left;
    }

    @Override
    public JsonObject body(JsonObject body) throws InterruptedException {
        return fire(
                        HookPoints.BEFORE_PROVIDER_REQUEST,
                        new BeforeProviderRequest(body),
                        (_, after) ->
                                isThere(after.payload()) ? null : "before_provider_request needs a body, not null")
                .payload();
    }

    /** Hooks may ignore the nullness of their types. */
    private static boolean isThere(@Nullable Object value) {
        return value != null;
    }

    @Override
    public void response(int status, Map<String, String> headers) throws InterruptedException {
        if (engine.hasHandlers(HookPoints.AFTER_PROVIDER_RESPONSE)) {
            notifyHooks(HookPoints.AFTER_PROVIDER_RESPONSE, new AfterProviderResponse(status, headers));
        }
    }

    @Override
    public boolean wantsStreamEvents() {
        return engine.hasHandlers(HookPoints.PROVIDER_STREAM_EVENT);
    }

    @Override
    public void event(JsonObject data) throws InterruptedException {
        notifyHooks(
                HookPoints.PROVIDER_STREAM_EVENT,
                new ProviderStreamEvent(model.provider(), model.api(), model.id(), data));
    }

    private <E> E fire(HookPoint.Chain<E> point, E event, Check<E> check) throws InterruptedException {
        return summary ? engine.fireLocal(point, event, check) : engine.fire(point, event, check);
    }

    private <E> void notifyHooks(HookPoint.Notice<E> point, E event) throws InterruptedException {
        if (summary) {
            engine.fireLocal(point, event);
        } else {
            engine.fire(point, event);
        }
    }
}
