package dev.pawl.observe.telemetry;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Usage;
import org.jspecify.annotations.Nullable;

/** An operation with a duration, from its start until it is sent. */
final class Span {
    static final int INTERNAL = 1;
    static final int CLIENT = 3;
    private static final int ERROR = 2;

    private final String name;
    private final int kind;
    private final TraceParent place;
    private final @Nullable String parent;
    private final long begin;
    private final Attributes attributes = new Attributes();
    private @Nullable String error;

    /**
     * A span that begins at a time.
     *
     * @param parent the span that it is part of; null for the first of a trace
     */
    Span(String name, int kind, TraceParent place, @Nullable String parent, long begin) {
        this.name = name;
        this.kind = kind;
        this.place = place;
        this.parent = parent;
        this.begin = begin;
    }

    /** A span below a place. */
    static Span below(TraceParent place, String name, int kind, long begin) {
        return new Span(name, kind, place.child(), place.spanId(), begin);
    }

    TraceParent place() {
        return place;
    }

    long begin() {
        return begin;
    }

    Span with(String attribute, @Nullable Object value) {
        attributes.with(attribute, value);
        return this;
    }

    /** Marks it as failed; null marks it as successful. */
    Span failed(@Nullable String type) {
        error = type;
        return this;
    }

    /** Adds the tokens of a request. */
    Span tokens(Usage usage) {
        long reasoning = usage.extra().number("reasoning", 0);
        return with("gen_ai.usage.input_tokens", input(usage))
                .with("gen_ai.usage.output_tokens", usage.output())
                .with("gen_ai.usage.cache_read.input_tokens", usage.cacheRead())
                .with("gen_ai.usage.cache_creation.input_tokens", usage.cacheWrite())
                .with("gen_ai.usage.reasoning.output_tokens", reasoning == 0 ? null : reasoning);
    }

    /** Returns all tokens that were sent, cached or not. */
    static long input(Usage usage) {
        return usage.input() + usage.cacheRead() + usage.cacheWrite();
    }

    JsonObject ended(long end) {
        var json = JsonObject.of("traceId", place.traceId(), "spanId", place.spanId());
        json = json.given("parentSpanId", parent);
        attributes.with("error.type", error);
        json = json.with("name", name)
                .with("kind", kind)
                .with("startTimeUnixNano", String.valueOf(begin))
                .with("endTimeUnixNano", String.valueOf(Math.max(begin, end)))
                .with("attributes", attributes.toJson());
        return error == null ? json : json.with("status", JsonObject.of("code", ERROR, "message", error));
    }
}
