package dev.pawl.observe.telemetry;

/** The three kinds of telemetry, each with an address and a form of its own. */
enum Signal {
    TRACES("traces", "resourceSpans", "scopeSpans", "spans"),
    METRICS("metrics", "resourceMetrics", "scopeMetrics", "metrics"),
    LOGS("logs", "resourceLogs", "scopeLogs", "logRecords");

    final String path;
    final String resources;
    final String scopes;
    final String records;

    Signal(String path, String resources, String scopes, String records) {
        this.path = path;
        this.resources = resources;
        this.scopes = scopes;
        this.records = records;
    }
}
