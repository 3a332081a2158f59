package dev.pawl.acceptance.campaign;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Campaign;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The program is killed at every event of a run, and goes on each time: the finished session and the files are those of a
 * run that nothing disturbed.
 */
@Deep
class CrashHarnessTest {
    @TempDir
    Path dir;

    /** What a run leaves: the messages without what differs between two runs, and the files of the project. */
    private record Outcome(List<String> messages, List<String> files) {}

    private static Turn one(String tool, JsonObject arguments) {
        return Turn.calls(call(tool, arguments));
    }

    private static Turn bash(String command) {
        return one("bash", JsonObject.of("command", command));
    }

    private static Turn edit(String before, String after) {
        return one(
                "edit",
                JsonObject.of("path", "a.txt", "edits", List.of(JsonObject.of("oldText", before, "newText", after))));
    }

    private static List<Turn> work() {
        return List.of(
                one("write", JsonObject.of("path", "a.txt", "content", "one\n")),
                bash("echo 1 >> ran; cat a.txt"),
                edit("one", "one two"),
                Turn.calls(
                        call("bash", JsonObject.of("command", "echo 2 >> ran; sleep 0.1; echo two")),
                        call("write", JsonObject.of("path", "b.txt", "content", "b\n")),
                        call("read", JsonObject.of("path", "a.txt"))),
                edit("two", "two three"),
                bash("echo 3 >> ran; exit 3"),
                Turn.text("Done."));
    }

    @Test
    void a_run_that_is_killed_at_any_event_ends_as_one_that_is_not() throws Exception {
        var undisturbed = new Place(Files.createDirectory(dir.resolve("undisturbed")));
        var seen = undisturbed.run(Integer.MAX_VALUE);
        int events = seen.size();
        // As in pi, a session has its file when its first question is on its way.
        int first = 1
                + seen.indexOf(seen.stream()
                        .filter(record ->
                                "assistant".equals(record.object("message").string("role")))
                        .findFirst()
                        .orElseThrow());
        var expected = undisturbed.outcome();
        assertThat(expected.files()).contains("a.txt: one two three\n", "ran: 1\n2\n3\n");

        int step = Math.max(1, events / Campaign.tries(8, events));
        for (int at = first; at < events; at += step) {
            var place = new Place(Files.createDirectory(dir.resolve("killed" + at)));
            place.run(at);
            place.recover();
            assertThat(place.outcome())
                    .as("killed at event %s of %s", at, events)
                    .isEqualTo(expected);
        }
    }

    /** A home and a project. */
    private record Place(Path home, Path project) {
        Place(Path root) throws IOException {
            this(Files.createDirectory(root.resolve("home")), Files.createDirectory(root.resolve("project")));
        }

        /** Kills the program when so many events came; returns those that came. */
        List<JsonObject> run(int most) throws Exception {
            return with(0, program -> {
                program.ask("p", "prompt", JsonObject.of("message", "Go"));
                return program.await(
                        "events", all -> all.size() >= most || all.stream().anyMatch(CrashHarnessTest::isEnd));
            });
        }

        /** Goes on where the program was killed; the model goes on behind the last answer that was kept. */
        void recover() throws Exception {
            int answers = 0;
            for (var message : messages()) {
                answers += "assistant".equals(message.string("role")) ? 1 : 0;
            }
            with(answers, program -> {
                var answer = program.ask("r", "recover", JsonObject.empty());
                if (answer.object("data").bool("recovered", false)) {
                    program.await("the end", all -> all.stream().anyMatch(CrashHarnessTest::isEnd));
                }
                return List.of();
            });
        }

        private interface Use {
            List<JsonObject> of(RpcProgram program) throws Exception;
        }

        private List<JsonObject> with(int answers, Use use) throws Exception {
            var rest = work().subList(answers, work().size());
            try (var model = ScriptedModel.playing(rest.toArray(Turn[]::new))) {
                RpcProgram.user(
                        home,
                        "models.json",
                        model.modelsJson("openai-completions").toString());
                try (var program =
                        RpcProgram.start(home, project, "256m", "-c", "--model", "scripted/" + ScriptedModel.MODEL)) {
                    var result = use.of(program);
                    program.process().toHandle().destroyForcibly();
                    program.process().waitFor();
                    return result;
                }
            }
        }

        private List<JsonObject> messages() throws IOException {
            try (var found = Files.walk(home.resolve(".pi/agent/sessions"))) {
                var sessions =
                        found.filter(file -> file.toString().endsWith(".jsonl")).toList();
                assertThat(sessions).hasSize(1);
                return Files.readAllLines(sessions.getFirst()).stream()
                        .map(line -> JsonObject.parse(line).object("message"))
                        .filter(message -> message.has("role") && !"system".equals(message.string("role")))
                        .toList();
            }
        }

        Outcome outcome() throws IOException {
            var files = new ArrayList<String>();
            try (var found = Files.list(project)) {
                for (var file : found.sorted().toList()) {
                    files.add(file.getFileName() + ": " + Files.readString(file));
                }
            }
            return new Outcome(messages().stream().map(this::plain).toList(), files);
        }

        /** Without what two runs never have in common: the ids of calls, and the folder. */
        private String plain(JsonObject message) {
            var content = message.get("content") instanceof String text
                    ? text
                    : message.objects("content").stream()
                            .map(block -> block.without("id"))
                            .toList()
                            .toString();
            return (message.string("role") + " " + content + " " + message.get("details"))
                    .replace(project.toString(), "PROJECT");
        }
    }

    private static boolean isEnd(JsonObject record) {
        return "agent_settled".equals(record.get("type"));
    }
}
