package dev.pawl.observe.telemetry;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;

/** Sends the lines of an audit file to a collector as log records, each whole, so that its hash can be checked there. */
public final class AuditExport {
    private static final int BATCH = 500;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private AuditExport() {}

    /**
     * Sends all lines of files, in their order, and returns how many there were.
     *
     * @throws IOException if a file cannot be read or the collector does not accept them
     */
    public static int send(List<Path> files, TelemetrySettings settings) throws IOException, InterruptedException {
        var sender = new OtlpSender(settings, _ -> {}, null);
        int sent = 0;
        try {
            var batch = new ArrayList<JsonObject>();
            for (var file : files) {
                try (var in = new BufferedReader(
                        new InputStreamReader(RegularFile.open(file, null), StandardCharsets.UTF_8))) {
                    for (var line = in.readLine(); line != null; line = in.readLine()) {
                        batch.add(record(line));
                        if (batch.size() == BATCH) {
                            sent += post(sender, batch, settings);
                        }
                    }
                }
            }
            return sent + post(sender, batch, settings);
        } finally {
            sender.end();
        }
    }

    private static int post(OtlpSender sender, List<JsonObject> batch, TelemetrySettings settings)
            throws IOException, InterruptedException {
        if (batch.isEmpty()) {
            return 0;
        }
        int status = sender.post(Signal.LOGS, batch, LIMIT);
        if (status / 100 != 2) {
            throw new IOException("the collector " + settings.shown() + " answers with status " + status);
        }
        int count = batch.size();
        batch.clear();
        return count;
    }

    /** A line that is not JSON is sent as it is, so that the damage is visible. */
    private static JsonObject record(String line) {
        var fields = new Attributes();
        long time = Clock.now();
        var name = "pawl.audit";
        try {
            var json = JsonObject.parse(line);
            name = "pawl.audit." + json.string("type", "line");
            fields.with("event.name", name)
                    .with("pawl.audit.number", json.number("n", 0))
                    .with("pawl.audit.hash", json.string("hash"))
                    .with("pawl.audit.previous", json.string("prev"))
                    .with("session.id", json.string("session"))
                    .with("user.name", json.string("user"))
                    .with("gen_ai.tool.name", json.string("tool"))
                    .with("gen_ai.tool.call.id", json.string("call"));
            time = Clock.of(Instant.parse(json.string("time", "")));
        } catch (IllegalArgumentException | DateTimeParseException e) {
            fields.with("pawl.audit.damaged", fields.values().isEmpty());
        }
        return LogRecord.of(name, line, time, fields);
    }
}
