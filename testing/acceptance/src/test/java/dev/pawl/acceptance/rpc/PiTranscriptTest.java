package dev.pawl.acceptance.rpc;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Beside;
import dev.pawl.machine.Comparison;
import dev.pawl.machine.Pi;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.testkit.program.RpcClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The records of a turn with one tool call, ours and pi's. */
@Beside
class PiTranscriptTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @EnumSource
    void records_come_in_pis_order_with_pis_fields(Pi pi) throws Exception {
        List<JsonObject> ours;
        try (var pawl = place("ours").start("--no-session")) {
            ours = pawl.client().promptAndWait("read small.txt");
        }
        List<JsonObject> theirs;
        try (var place = place("theirs")) {
            String[] args = {"--mode", "rpc", "--no-session", "--provider", "scripted", "--model", ScriptedModel.MODEL};
            try (var client = RpcClient.of(
                    place.started(pi.process(place.home, place.project, args).start()))) {
                theirs = client.promptAndWait("read small.txt");
            }
        }
        var differences = new TreeSet<String>();
        if (!shape(ours).equals(shape(theirs))) {
            differences.add("other records: pi's " + shape(theirs) + ", Pawl's " + shape(ours));
        }
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
        new Comparison("records of a turn over RPC", pi).found(differences);
    }

    private Driven place(String name) throws Exception {
        var look = Turn.text("Let me look.").andCalls(Script.call("read", JsonObject.of("path", "small.txt")));
        var place = Driven.in(Files.createDirectories(dir.resolve(name)), look, Turn.text("All **done** here."));
        Files.writeString(place.project.resolve("small.txt"), "line 1\nline 2\n");
        return place;
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
