package dev.pawl.observe.telemetry;

/** The three kinds of telemetry, each with an address and a form of its own. */
enum Signal {
    TRACES("traces", "resourceSpans", "scopeSpans", "spans"),
    METRICS("metrics", "resourceMetrics", "scopeMetrics", "metrics"),
    LOGS("logs", "resourceLogs", "scopeLogs", "logRecords");

    private final String path;
    private final String resources;
    private final String scopes;
    private final String records;

    Signal(String path, String resources, String scopes, String records) {
        this.path = path;
        this.resources = resources;
        this.scopes = scopes;
        this.records = records;
    }

    String path() {
        return path;
    }

    String resources() {
        return resources;
    }

    String scopes() {
        return scopes;
    }

    String records() {
        return records;
    }
}
