package dev.pawl.observe.telemetry;

import dev.pawl.api.json.JsonObject;

/** A log record in the JSON form of OTLP. */
final class LogRecord {
    private static final int INFO = 9;

    private LogRecord() {}

    static JsonObject of(String name, long time, Attributes fields, TraceParent place) {
        return of(name, name, time, fields.with("event.name", name))
                .with("traceId", place.traceId())
                .with("spanId", place.spanId());
    }

    static JsonObject of(String name, String body, long time, Attributes fields) {
        return JsonObject.of("timeUnixNano", String.valueOf(time), "severityNumber", INFO)
                .with("severityText", "INFO")
                .with("eventName", name)
                .with("body", JsonObject.of("stringValue", body))
                .with("attributes", fields.toJson());
    }
}
