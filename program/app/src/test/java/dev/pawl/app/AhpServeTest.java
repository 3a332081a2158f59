package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The hooks and rules of a folder judge the calls of other agents: {@code pawl ahp serve}. */
class AhpServeTest {
    private static final List<String> COMMANDS = List.of(
            "ls",
            "cat .env",
            "rm -rf build",
            "git push origin main",
            "git status",
            "echo a && git push",
            "FOO=1 git push");
    private static final String SETTINGS = "{\"permissions\": {\"deny\": [\"bash(git push*)\", \"read(.env)\"],"
            + " \"allow\": [\"bash(ls*)\", \"bash(git status)\"]}}";

    @TempDir
    Path dir;

    private static String request(int id, String tool, String kind, JsonObject input) {
        var event = JsonObject.of("id", "e" + id, "source", "urn:uuid:1")
                .with("type", "tool.before")
                .with("time", "2026-08-01T10:00:00Z")
                .with("session", JsonObject.of("id", "s"))
                .with(
                        "tool",
                        JsonObject.of("callId", "c" + id, "name", tool)
                                .with("kind", kind)
                                .with("input", input));
        var params = JsonObject.of("protocolVersion", "0.1", "event", event)
                .with("capabilities", JsonObject.of("effects", List.of("deny")));
        return JsonObject.of("jsonrpc", "2.0", "id", "e" + id)
                .with("method", "hooks/intercept")
                .with("params", params)
                .toString();
    }

    private static List<String> reasons(TestProgram.Run run) {
        return run.records().stream()
                .map(answer -> answer.object("result").objects("effects"))
                .map(effects -> effects.isEmpty() ? "" : effects.getFirst().string("reason", "?"))
                .toList();
    }

    @Test
    void java_hooks_shell_hooks_and_rules_judge_and_nobody_is_asked() throws Exception {
        try (var pawl = TestProgram.in(dir)) {
            pawl.hook("Gate.java", """
                pi.on(TOOL_CALL, (call, ctx) -> call.input() instanceof ToolInput.Bash(var line, _) && line.contains("gate")
                        ? call.block("the gate says no") : call.allow());
                """);
            pawl.user(
                    "settings.json",
                    SETTINGS.replaceFirst(
                            "\\{",
                            "{\"hooks\": [{\"event\": \"tool_call\", \"command\": \"grep -q shell && { echo the shell"
                                    + " says no >&2; exit 2; } || exit 0\"}],"));
            var asked = request(1, "Bash", "shell", JsonObject.of("command", "ls gate")) + "\n"
                    + request(2, "Bash", "shell", JsonObject.of("command", "ls shell")) + "\n"
                    + request(3, "Bash", "shell", JsonObject.of("command", "git push")) + "\n"
                    + request(4, "Bash", "shell", JsonObject.of("command", "ls")) + "\n"
                    + request(5, "Bash", "shell", JsonObject.of("command", "rm -rf x")) + "\n"
                    + request(6, "Read", "file_read", JsonObject.of("file_path", ".env")) + "\n";

            var run = pawl.piped(asked, "ahp", "serve");

            assertThat(run.status()).isZero();
            var reasons = reasons(run);
            assertThat(reasons.get(0)).isEqualTo("the gate says no");
            assertThat(reasons.get(1)).contains("the shell says no");
            assertThat(reasons.get(2)).contains("git push");
            assertThat(reasons.get(3)).isEmpty();
            assertThat(reasons.get(4)).as("what would be asked").isNotEmpty();
            assertThat(reasons.get(5)).contains(".env");
            assertThat(pawl.requests()).isZero();
        }
    }

    @Test
    void where_a_hook_does_not_load_nothing_is_answered() throws Exception {
        try (var pawl = TestProgram.in(dir)) {
            pawl.hook("Broken.java", "this is no Java");
            var run = pawl.piped(request(1, "Bash", "shell", JsonObject.of("command", "ls")) + "\n", "ahp", "serve");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).contains("a hook did not load");
        }
    }

    @Test
    void words_that_mean_nothing_are_refused() throws Exception {
        try (var pawl = TestProgram.in(dir)) {
            for (var args : List.of(
                    List.of("ahp"),
                    List.of("ahp", "serve", "--http"),
                    List.of("ahp", "serve", "--http", "70000"),
                    List.of("ahp", "serve", "--stdio", "--http", "1"),
                    List.of("ahp", "serve", "now"))) {
                var run = pawl.run(args.toArray(String[]::new));
                assertThat(run.status()).as(args.toString()).isNotZero();
                assertThat(run.err()).as(args.toString()).contains("ahp");
            }
        }
    }

    /** One agent asks another one over HTTP, which decides as it does for itself. */
    @Test
    void behind_another_agent_it_decides_as_in_process() throws Exception {
        var inside = new ArrayList<String>();
        try (var pawl = TestProgram.in(Files.createDirectory(dir.resolve("inside")), turns())) {
            pawl.user("settings.json", SETTINGS);
            pawl.run("-p", "Go");
            inside.addAll(results(pawl));
        }
        try (var judge = TestProgram.in(Files.createDirectory(dir.resolve("judge")));
                var asking = TestProgram.in(Files.createDirectory(dir.resolve("asking")), turns())) {
            judge.user("settings.json", SETTINGS);
            var running = judge.startNamingSlow("ahp", "serve", "--http", "0").await("Listening at http");
            try {
                running.streams().out().flush();
                var address = running.out().toString().replaceAll("(?s).*Listening at (\\S+).*", "$1");
                var subscription = JsonObject.of("events", List.of("tool.before"), "mode", "intercept")
                        .with("timeoutMs", 60_000)
                        .with("failurePolicy", "fail-closed");
                var backend = JsonObject.of("id", "dev.pawl.judge")
                        .with("transport", JsonObject.of("type", "http", "url", address))
                        .with("subscriptions", List.of(subscription));
                asking.user(
                        "ahp.json",
                        JsonObject.of("protocolVersion", "0.1", "hooks", List.of(backend))
                                .toString());
                // The session works in the judge's folder.
                asking.at(judge.project, new byte[0], "-p", "Go");
                assertThat(results(asking)).isEqualTo(inside);
            } finally {
                running.run().cancel(true);
            }
        }
    }

    private static Turn[] turns() {
        var turns = new ArrayList<Turn>();
        COMMANDS.forEach(command -> turns.add(Turn.calls(call("bash", JsonObject.of("command", command)))));
        turns.add(Turn.text("Done."));
        return turns.toArray(Turn[]::new);
    }

    /** What the model read of each command. */
    private static List<String> results(TestProgram pawl) {
        return pawl.asked(COMMANDS.size() + 1).stream()
                .filter(text -> text.startsWith("tool: "))
                .map(text -> text.replaceAll("\\(\\S*settings\\.json\\)", "(the settings)"))
                .toList();
    }
}
