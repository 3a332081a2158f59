package dev.pawl.house.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script;
import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import dev.pawl.property.Beside;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/**
 * The records of a turn with one tool call, set against a recording of pi's. Needs the measuring rig:
 * {@code PAWL_RIG=FOLDER}, whose {@code samples/rpc-transcript.jsonl} is read.
 */
@EnabledIfEnvironmentVariable(named = "PAWL_RIG", matches = ".+")
@Beside
class PiTranscriptTest {
    /** What differs, told of in docs/rpc.md. */
    private static final Set<String> KNOWN = Set.of(
            "more agent_settled.aborted",
            "more agent_end.willRetry",
            "more tool_execution_end.durationMs",
            "missing message_start.message.responseId");

    @TempDir
    Path dir;

    @Test
    void records_come_in_pis_order_with_pis_fields() throws Exception {
        var theirs =
                records(Path.of(Objects.requireNonNull(System.getenv("PAWL_RIG")), "samples/rpc-transcript.jsonl"));
        var look = Turn.text("Let me look.").andCalls(Script.call("read", JsonObject.of("path", "small.txt")));
        List<JsonObject> ours;
        try (var pawl = Driven.in(dir, look, Turn.text("All **done** here.")).start("--no-session")) {
            Files.writeString(pawl.project.resolve("small.txt"), "line 1\nline 2\n");
            ours = new ArrayList<>(pawl.client().promptAndWait("read small.txt"));
        }
        assertThat(shape(ours)).containsExactlyElementsOf(shape(theirs));
        var differences = new TreeSet<String>();
        for (var type : new TreeSet<>(shape(theirs))) {
            var name = type.split(" ")[0];
            var known = fields(theirs, name);
            var told = fields(ours, name);
            known.stream()
                    .filter(field -> !told.contains(field))
                    .forEach(field -> differences.add("missing " + name + "." + field));
            told.stream()
                    .filter(field -> !known.contains(field))
                    .forEach(field -> differences.add("more " + name + "." + field));
        }
        differences.removeAll(KNOWN);
        assertThat(differences).isEmpty();
    }

    private static List<JsonObject> records(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(JsonObject::parse)
                .filter(record -> !"response".equals(record.string("type")))
                .toList();
    }

    /** The order of the records; how an answer is cut into pieces is the model's affair. */
    private static List<String> shape(List<JsonObject> records) {
        var shape = new ArrayList<String>();
        for (var record : records) {
            var one = record.string("type", "")
                    + (record.has("message") ? " " + record.object("message").string("role") : "");
            if (shape.isEmpty()
                    || !one.equals("message_update")
                    || !shape.getLast().equals(one)) {
                shape.add(one);
            }
        }
        return shape;
    }

    private static Set<String> fields(List<JsonObject> records, String type) {
        var fields = new TreeSet<String>();
        for (var record : records) {
            if (type.equals(record.string("type"))) {
                fields.addAll(record.names());
                for (var inner : List.of("message", "assistantMessageEvent", "result")) {
                    record.object(inner).names().forEach(name -> fields.add(inner + "." + name));
                }
            }
        }
        return fields;
    }
}
