package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backends of the Agent Hooks Protocol, programs and services, in the whole program. */
class PolicyServicesTest {
    private static final String UNAVAILABLE = "tool: A required policy service is not available.";

    @TempDir
    Path dir;

    /** Denies commands with "secret" in them, notes its process, and dies, hangs or talks nonsense if the command says so. */
    private static final String GUARD = """
        echo $$ >> "$1/pids"
        while read -r line; do
          printf '%s\\n' "$line" >> "$1/told"
          id=${line#*'"id":"'}; id=${id%%'"'*}
          effects='[]'
          case $line in
            *hooks/observe*) continue;;
            *die*) kill -9 $$;;
            *hang*) sleep 600;;
            *nonsense*) echo hello; continue;;
            *secret*) effects='[{"type":"deny","reason":"the guard says no"}]';;
          esac
          printf '{"jsonrpc":"2.0","id":"%s","result":{"protocolVersion":"0.1","effects":%s}}\\n' "$id" "$effects"
        done
        """;

    @BeforeEach
    void the_folder() throws IOException {
        dir = dir.toRealPath();
    }

    private String registration(String command, String... args) {
        return registration(5_000, command, args);
    }

    private String registration(int millis, String command, String... args) {
        var transport = JsonObject.of("type", "stdio", "command", command)
                .with("args", List.of(args))
                .with("lifecycle", "persistent");
        return registration(millis, transport);
    }

    private static String registration(int millis, JsonObject transport) {
        var intercept = JsonObject.of("events", List.of("tool.before"), "mode", "intercept")
                .with("timeoutMs", millis)
                .with("failurePolicy", "fail-closed");
        var observe = JsonObject.of("events", List.of("session.start", "tool.after", "session.end"), "mode", "observe");
        var backend = JsonObject.of("id", "com.example.guard", "transport", transport)
                .with("subscriptions", List.of(intercept, observe));
        return JsonObject.of("protocolVersion", "0.1", "hooks", List.of(backend))
                .toString();
    }

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    private TestProgram pawl(String... commands) throws Exception {
        var turns = new Turn[commands.length + 1];
        for (int i = 0; i < commands.length; i++) {
            turns[i] = bash(commands[i]);
        }
        turns[commands.length] = Turn.text("Done.");
        return TestProgram.in(dir, turns).file("guard.sh", GUARD);
    }

    private List<JsonObject> told() throws IOException {
        return Files.readAllLines(dir.resolve("told")).stream()
                .map(JsonObject::parse)
                .toList();
    }

    private List<String> pids() throws IOException {
        return Files.readAllLines(dir.resolve("pids"));
    }

    @Test
    void a_program_of_the_user_decides_and_is_told_for_the_whole_session() throws Exception {
        try (var pawl = pawl("echo one", "echo secret", "echo two")) {
            pawl.user(
                    "ahp.json",
                    registration("/bin/sh", pawl.project.resolve("guard.sh").toString(), dir.toString()));
            pawl.run("-p", "Go");
            assertThat(pawl.asked(4)).contains("tool: one\n", "tool: the guard says no", "tool: two\n");
        }
        assertThat(pids()).hasSize(1);
        Await.until("it was told of the end", () -> told().size() == 7);
        assertThat(told())
                .extracting(message -> message.object("params").object("event").get("type"))
                .containsExactlyInAnyOrder(
                        "session.start",
                        "tool.before",
                        "tool.after",
                        "tool.before",
                        "tool.before",
                        "tool.after",
                        "session.end");
        Await.until(
                "it has ended",
                () -> ProcessHandle.of(Long.parseLong(pids().getFirst()))
                        .filter(ProcessHandle::isAlive)
                        .isEmpty());
    }

    @Test
    void a_required_program_that_dies_talks_nonsense_or_hangs_refuses_and_the_next_call_is_asked_about_again()
            throws Exception {
        try (var pawl = pawl("echo die", "echo one", "echo nonsense", "echo two", "echo secret")) {
            pawl.user(
                    "ahp.json",
                    registration("/bin/sh", pawl.project.resolve("guard.sh").toString(), dir.toString()));
            var run = pawl.run("-p", "Go");
            assertThat(pawl.asked(6))
                    .containsSubsequence(
                            UNAVAILABLE, "tool: one\n", UNAVAILABLE, "tool: two\n", "tool: the guard says no");
            assertThat(run.err()).contains("The policy service com.example.guard ended without an answer");
        }
        // Two for the first call, one more for each that was ended.
        assertThat(pids()).hasSize(4);
    }

    @Test
    void a_required_program_that_hangs_refuses_in_its_time() throws Exception {
        try (var pawl = pawl("echo hang")) {
            pawl.user(
                    "ahp.json",
                    registration(
                            300, "/bin/sh", pawl.project.resolve("guard.sh").toString(), dir.toString()));
            pawl.run("-p", "Go");
            assertThat(pawl.asked(2)).contains(UNAVAILABLE);
        }
    }

    @Test
    void a_rule_that_refuses_holds_where_no_service_objects_AHP_DEC_003_AHP_SEC_001() throws Exception {
        try (var pawl = pawl("echo one")) {
            pawl.user(
                    "ahp.json",
                    registration("/bin/sh", pawl.project.resolve("guard.sh").toString(), dir.toString()));
            pawl.user("settings.json", "{\"permissions\": {\"deny\": [\"bash(echo one)\"]}}");
            pawl.run("-p", "Go");
            assertThat(pawl.asked(2).getLast())
                    .startsWith("tool: ")
                    .contains("echo one")
                    .doesNotContain("\none");
        }
        assertThat(told()).anyMatch(message -> "hooks/intercept".equals(message.get("method")));
    }

    @Test
    void a_service_decides_and_one_that_is_gone_refuses() throws Exception {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            var asked = JsonObject.parse(exchange.getRequestBody().readAllBytes());
            var effects = asked.toString().contains("secret")
                    ? "[{\"type\":\"deny\",\"reason\":\"the service says no\"}]"
                    : "[]";
            var answer = "{\"jsonrpc\":\"2.0\",\"id\":\"" + asked.get("id")
                    + "\",\"result\":{\"protocolVersion\":\"0.1\",\"effects\":" + effects + "}}";
            boolean question = asked.has("id");
            exchange.sendResponseHeaders(question ? 200 : 202, question ? answer.length() : -1);
            if (question) {
                exchange.getResponseBody().write(answer.getBytes(StandardCharsets.UTF_8));
            }
            exchange.close();
        });
        server.start();
        var transport = JsonObject.of(
                "type", "http", "url", "http://127.0.0.1:" + server.getAddress().getPort() + "/ahp");
        try (var pawl = pawl("echo one", "echo secret")) {
            pawl.user("ahp.json", registration(5_000, transport));
            pawl.run("-p", "Go");
            assertThat(pawl.asked(3)).contains("tool: one\n", "tool: the service says no");
        } finally {
            server.stop(0);
        }
        try (var pawl =
                TestProgram.in(Files.createDirectory(dir.resolve("gone")), bash("echo one"), Turn.text("Done."))) {
            pawl.user("ahp.json", registration(5_000, transport));
            pawl.run("-p", "Go");
            assertThat(pawl.asked(2)).contains(UNAVAILABLE);
        }
    }

    @Test
    void the_file_of_a_project_counts_only_where_it_is_trusted() throws Exception {
        try (var pawl = TestProgram.in(
                        dir, bash("echo secret"), Turn.text("Done."), bash("echo secret"), Turn.text("Done."))
                .file("guard.sh", GUARD)
                .file(".pi/ahp.json", registration("/bin/sh", "guard.sh", dir.toString()))) {
            pawl.run("-p", "Go");
            assertThat(pawl.asked(2)).contains("tool: secret\n");
            assertThat(dir.resolve("pids")).doesNotExist();
            assertThat(pawl.run("hooks").out())
                    .contains("com.example.guard decides about tool.before", "waits for trust");
            assertThat(dir.resolve("pids")).doesNotExist();

            pawl.run("--approve", "-p", "Go");
            assertThat(pawl.asked(4)).contains("tool: the guard says no");
        }
    }

    @Test
    void a_program_of_a_project_that_changed_since_it_was_trusted_is_not_run() throws Exception {
        try (var pawl = TestProgram.in(dir, bash("echo one"), Turn.text("Done."))
                .file("guard.sh", GUARD)
                .file(".pi/ahp.json", registration("/bin/sh", "guard.sh", dir.toString()))) {
            assertThat(pawl.run("trust", "approve").status()).isZero();
            pawl.file("guard.sh", GUARD.replace("secret", "nothing"));
            var run = pawl.run("-p", "Go");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains("guard.sh").contains("changed").contains("pawl trust approve");
            assertThat(dir.resolve("pids")).doesNotExist();
            assertThat(pawl.requests()).isZero();
        }
    }

    @Test
    void a_program_that_changes_while_the_session_goes_on_is_not_asked_any_more() throws Exception {
        try (var pawl = TestProgram.in(dir, bash("f=guard; echo >> $f.sh"), bash("echo two"), Turn.text("Done."))
                .file("guard.sh", GUARD)
                .file(".pi/ahp.json", registration("/bin/sh", "guard.sh", dir.toString()))) {
            assertThat(pawl.run("trust", "approve").status()).isZero();
            pawl.run("-p", "Go");
            assertThat(pawl.asked(3).getLast())
                    .startsWith("tool: ")
                    .contains("com.example.guard is not asked: guard.sh has changed since the project was trusted");
        }
    }

    @Test
    void a_file_that_is_not_understood_stops_the_start_and_is_named() throws Exception {
        try (var pawl = pawl("echo one")) {
            for (var broken : List.of(
                    "",
                    "{",
                    "{\"protocolVersion\": \"draft\"}",
                    registration("x").replace("fail-closed", "closed"))) {
                pawl.user("ahp.json", broken);
                var run = pawl.run("-p", "Go");
                assertThat(run.status()).isEqualTo(1);
                assertThat(run.err()).contains("ahp.json", "is no registration of policy services: ");
            }
            assertThat(pawl.requests()).isZero();
        }
    }

    @Test
    void backends_are_listed_with_the_hooks() throws Exception {
        try (var pawl = pawl()) {
            pawl.user("ahp.json", registration("/usr/bin/guard", "serve"));
            assertThat(pawl.run("hooks").out())
                    .contains("com.example.guard decides about tool.before within 5000 ms, required;"
                            + " is told of tool.after, session.start, session.end: /usr/bin/guard serve: runs");
        }
    }
}
