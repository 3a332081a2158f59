package dev.pawl.field;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** What came of all trials: the newest of each agent in each situation, with version and date. */
record Table(JsonObject json) {
    static Table read(Path file) throws IOException {
        return new Table(Files.exists(file) ? JsonObject.parse(Files.readString(file)) : JsonObject.empty());
    }

    void write(Path file) throws IOException {
        Files.writeString(file, Json.writeIndented(json) + "\n");
    }

    boolean has(AgentProfile agent, String version, Situation situation) {
        var cell = cell(agent, situation);
        return cell != null && cell.string("version", "").equals(version);
    }

    @Nullable
    JsonObject cell(AgentProfile agent, Situation situation) {
        var row = json.object(situation.id());
        return row.has(agent.id()) ? row.object(agent.id()) : null;
    }

    Table with(AgentProfile agent, String version, Situation situation, Verdict verdict, String evidence) {
        var cell = JsonObject.of("verdict", verdict.kind(), "reason", verdict.reason())
                .with("version", version)
                .with("date", LocalDate.now(ZoneOffset.UTC).toString())
                .with("evidence", evidence);
        return new Table(json.with(situation.id(), json.object(situation.id()).with(agent.id(), cell)));
    }
}
