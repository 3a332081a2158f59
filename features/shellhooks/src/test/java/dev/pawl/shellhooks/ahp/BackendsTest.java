package dev.pawl.shellhooks.ahp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.SessionShutdown;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.ToolExecutionEnd;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.CallFile;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.Decision;
import dev.pawl.base.net.Network;
import dev.pawl.machine.Await;
import dev.pawl.machine.Patience;
import dev.pawl.shellhooks.run.WebPosts;
import dev.pawl.testkit.HookTrial;
import dev.pawl.tools.LocalTools;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tool calls are authorised by real programs and by a real web service, and both fail in every way. */
class BackendsTest {
    private static final String PASS =
            "printf '{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"result\":{\"protocolVersion\":\"0.1\",\"effects\":[]}}\\n"
                    + "' \"$id\"";
    private static final String DENY =
            PASS.replace("[]", "[{\"type\":\"deny\",\"reason\":\"not here\",\"code\":\"R1\"}]");
    private static final String LONG = String.valueOf(Patience.SECONDS * 1_000);

    @TempDir
    Path dir;

    private final Map<String, String> environment = new HashMap<>(System.getenv());
    private final WebPosts posts = new WebPosts(Network::direct);
    private final CountDownLatch over = new CountDownLatch(1);
    private Channels channels;
    private HttpServer server;
    private Registration registered;

    @AfterEach
    void the_end() {
        over.countDown();
        if (channels != null) {
            channels.close();
        }
        posts.close();
        if (server != null) {
            server.stop(0);
        }
    }

    /** A program that reads messages line by line and keeps them; questions are answered by the body, with their id in $id. */
    private Path program(String name, String body) throws IOException {
        var script = """
            #!/bin/sh
            echo $$ >> %1$s.pids
            while read -r line; do
              printf '%%s\\n' "$line" >> %1$s.told
              case $line in *hooks/observe*) continue;; esac
              id=${line#*'"id":"'}; id=${id%%%%'"'*}
              %2$s
            done
            """.formatted(dir.resolve(name), body);
        var file = Files.writeString(dir.resolve(name), script);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private String asked(String name, String body, String more) throws IOException {
        return asked(name, body, "persistent", LONG, more);
    }

    private String asked(String name, String body, String lifecycle, String millis, String policy) throws IOException {
        return backend(
                name,
                "\"type\":\"stdio\",\"command\":\"" + program(name, body) + "\",\"lifecycle\":\"" + lifecycle + "\"",
                intercepts(millis, policy));
    }

    private static String intercepts(String millis, String policy) {
        return "{\"events\":[\"tool.before\"],\"mode\":\"intercept\",\"timeoutMs\":" + millis + ",\"failurePolicy\":\""
                + policy + "\"}";
    }

    private static String backend(String name, String transport, String... subscriptions) {
        return "{\"id\":\"com.example." + name + "\",\"transport\":{" + transport + "},\"subscriptions\":["
                + String.join(",", subscriptions) + "]}";
    }

    private HookTrial trial(String... backends) throws InterruptedException {
        channels = new Channels(new LocalTools(environment, dir, dir).programs(null), words -> words, posts);
        registered = Registration.of(
                JsonObject.parse("{\"protocolVersion\":\"0.1\",\"hooks\":[" + String.join(",", backends) + "]}"));
        return HookTrial.in(
                dir, new AhpHook(registered, dir, channels, new Source(dir.resolve("agent")), _ -> () -> null));
    }

    private ToolAuthorize call(String id) {
        return ToolAuthorize.of(ToolCall.of("bash", id, JsonObject.of("command", "ls")), dir);
    }

    /** Why a call is refused; empty if it is not. */
    private String refusal(HookTrial trial) throws InterruptedException {
        return refusal(trial, "call_1");
    }

    private String refusal(HookTrial trial, String id) throws InterruptedException {
        return trial.fire(HookPoints.TOOL_AUTHORIZE, call(id)) instanceof Decision.Stop<ToolAuthorize, Block>(var block)
                ? block.reason()
                : "";
    }

    private static String notes(HookTrial trial) {
        return trial.engine().traces().latest().toString();
    }

    private List<JsonObject> told(String name) throws IOException {
        var file = dir.resolve(name + ".told");
        return Files.exists(file)
                ? Files.readAllLines(file).stream().map(JsonObject::parse).toList()
                : List.of();
    }

    private List<String> pids(String name) throws IOException {
        return Files.readAllLines(dir.resolve(name + ".pids"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"persistent", "per_event"})
    void an_empty_answer_lets_the_call_go_on_and_a_denial_refuses_it_AHP_DEC_002(String lifecycle) throws Exception {
        try (var trial = trial(asked("one", PASS, lifecycle, LONG, "fail-closed"))) {
            assertThat(refusal(trial)).isEmpty();
        }
        try (var trial = trial(asked("two", DENY, lifecycle, LONG, "fail-open"))) {
            assertThat(refusal(trial)).isEqualTo("not here");
            assertThat(notes(trial)).contains("com.example.two: denied (R1)");
        }
    }

    @Test
    void the_event_names_exactly_what_runs_AHP_TB_001() throws Exception {
        Files.writeString(dir.resolve("real.txt"), "");
        Files.createSymbolicLink(dir.resolve("link.txt"), dir.resolve("real.txt"));
        try (var trial = trial(asked("one", PASS, "fail-closed"))) {
            trial.fire(HookPoints.TOOL_AUTHORIZE, call("call_1").withCommand("set -e; ls", dir, Set.of()));
            var read = ToolCall.of("read", "call_2", JsonObject.of("path", "link.txt"));
            trial.fire(
                    HookPoints.TOOL_AUTHORIZE,
                    ToolAuthorize.of(read.withTarget(CallFile.of(dir.resolve("link.txt"))), dir));
        }
        var first = told("one").getFirst();
        var event = first.object("params").object("event");
        assertThat(first.get("id")).isEqualTo(event.get("id"));
        assertThat(event.string("id")).matches("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
        assertThat(event.string("source")).startsWith("urn:uuid:");
        assertThat(event.object("session").string("cwd")).isEqualTo(dir.toString());
        assertThat(event.object("tool"))
                .isEqualTo(JsonObject.parse("{\"callId\":\"call_1\",\"name\":\"bash\",\"kind\":\"shell\","
                        + "\"input\":{\"command\":\"set -e; ls\"}}"));
        var tool = told("one").get(1).object("params").object("event").object("tool");
        assertThat(tool.get("kind")).isEqualTo("file_read");
        assertThat(tool.object("input").get("path"))
                .isEqualTo(dir.resolve("real.txt").toRealPath().toString());
    }

    @Test
    void the_source_stays_the_same_from_run_to_run_AHP_TB_001() throws Exception {
        for (int run = 0; run < 2; run++) {
            try (var trial = trial(asked("one", PASS, "fail-closed"))) {
                refusal(trial);
                trial.fire(HookPoints.SESSION_SHUTDOWN, new SessionShutdown(SessionShutdown.Reason.QUIT, null));
            }
        }
        assertThat(told("one"))
                .extracting(message -> message.object("params").object("event").get("source"))
                .hasSize(2)
                .containsOnly(
                        Files.readString(dir.resolve("agent/ahp-source.txt")).strip());
    }

    @Test
    void backends_are_asked_in_their_order_and_the_first_denial_ends_the_chain_AHP_COMP_001() throws Exception {
        try (var trial = trial(
                asked("one", PASS, "fail-closed"),
                asked("two", DENY, "fail-closed"),
                asked("three", PASS, "fail-closed"))) {
            assertThat(refusal(trial)).isEqualTo("not here");
        }
        assertThat(told("one")).hasSize(1);
        assertThat(told("two").getFirst().get("id"))
                .isEqualTo(told("one").getFirst().get("id"));
        assertThat(told("three")).isEmpty();
    }

    @Test
    void the_failure_of_a_required_backend_ends_the_chain_AHP_COMP_001() throws Exception {
        try (var trial = trial(asked("one", "exit 3", "fail-closed"), asked("two", PASS, "fail-closed"))) {
            assertThat(refusal(trial)).isEqualTo("A required policy service is not available.");
        }
        assertThat(told("two")).isEmpty();
    }

    /** All ways in which a program fails; the body runs for each question. */
    @ParameterizedTest(name = "{0}, {1}")
    @CsvSource(delimiter = '!', textBlock = """
        persistent ! exit 3                                      ! ended without an answer
        persistent ! echo banner                                 ! no JSON object
        persistent ! printf '\\377\\n'                           ! not UTF-8
        persistent ! printf '[]\\n'                              ! no JSON object
        persistent ! id=other; answer                            ! another request
        persistent ! echo '{"jsonrpc":"2.0","id":"'$id'","error":{"code":-32002,"message":"unsupported_event"}}' ! the error -32002
        persistent ! answer | sed 's/0[.]1/9.9/'                 ! another version
        persistent ! answer | sed 's/"effects":..//'             ! no JSON object
        persistent ! answer | sed 's/effects/effect/'            ! without a list of effects
        persistent ! answer | sed 's/\\[\\]/[{"type":"allow"}]/' ! was not offered
        persistent ! answer | sed 's/\\[\\]/[{"type":"deny","reason":"a"},{"type":"deny","reason":"b"}]/' ! 2 effects
        persistent ! dd if=/dev/zero bs=1100000 count=1 2>/dev/null; echo ! ended without an answer
        per_event  ! exit 3                                      ! exit code 3
        per_event  ! deny; exit 2                                ! exit code 2
        per_event  ! :                                           ! wrote no answer
        per_event  ! echo banner; answer                         ! no JSON object
        per_event  ! id=other; answer                            ! another request
        per_event  ! dd if=/dev/zero bs=1100000 count=1 2>/dev/null ! more than 1 MiB
        """)
    void a_failure_denies_where_the_backend_is_required_and_only_there_AHP_FAIL_001(
            String lifecycle, String body, String why) throws Exception {
        var failing = "answer() { " + PASS + "; }; deny() { " + DENY + "; }; " + body;
        try (var trial = trial(asked("required", failing, lifecycle, LONG, "fail-closed"))) {
            assertThat(refusal(trial)).isEqualTo("A required policy service is not available.");
            assertThat(notes(trial)).contains("com.example.required: failed, ", why, "synthetic: true");
        }
        try (var trial = trial(asked("optional", failing, lifecycle, LONG, "fail-open"))) {
            assertThat(refusal(trial)).isEmpty();
            assertThat(notes(trial)).contains("com.example.optional: failed, ", why, "it is passed over");
        }
    }

    @Test
    void a_program_that_is_not_there_is_a_failure_AHP_FAIL_001() throws Exception {
        var missing = "\"type\":\"stdio\",\"command\":\"./missing\",\"lifecycle\":\"persistent\"";
        try (var trial = trial(backend("one", missing, intercepts(LONG, "fail-closed")))) {
            assertThat(refusal(trial)).isEqualTo(Attached.UNAVAILABLE);
        }
        try (var trial = trial(backend("one", missing, intercepts(LONG, "fail-open")))) {
            assertThat(refusal(trial)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"persistent", "per_event"})
    void a_backend_that_takes_too_long_has_failed_AHP_FAIL_002(String lifecycle) throws Exception {
        try (var trial = trial(asked("one", "sleep " + LONG, lifecycle, "200", "fail-closed"))) {
            assertThat(refusal(trial)).isEqualTo(Attached.UNAVAILABLE);
            assertThat(notes(trial)).contains("did not answer within 200 ms");
        }
    }

    @Test
    void a_late_answer_is_passed_over_AHP_FAIL_002() throws Exception {
        var late = "if [ -z \"$first\" ]; then first=$id; continue; fi; second=$id; id=$first; " + PASS
                + "; id=$second; " + DENY;
        try (var _ = trial(asked("one", late, "fail-open"));
                var channel = channels.to(registered.backends().getFirst(), dir)) {
            assertThatThrownBy(() -> channel.ask(event("first", "ls"), Deadline.in(Duration.ofMillis(200))))
                    .isInstanceOf(BackendFailure.class)
                    .hasMessage("did not answer within 200 ms");
            assertThat(channel.ask(event("second", "ls"), Deadline.in(Duration.ofSeconds(Patience.SECONDS))))
                    .isEqualTo(new Denial("not here", "R1"));
        }
        assertThat(pids("one")).hasSize(1);
    }

    static Event event(String id, String command) {
        var tool = new Event.Tool("c", "bash", "shell", JsonObject.of("command", command), Map.of());
        return new Event(
                id,
                "urn:uuid:1",
                Event.Type.TOOL_BEFORE,
                Instant.EPOCH,
                JsonObject.of("id", "s"),
                tool,
                Event.Own.NONE,
                false);
    }

    @Test
    void a_program_that_was_killed_is_started_again_with_the_same_question_AHP_CORE_004() throws Exception {
        var dies = "if [ ! -e " + dir.resolve("died") + " ]; then touch " + dir.resolve("died") + "; kill -9 $$; fi; "
                + DENY;
        try (var trial = trial(asked("one", dies, "fail-open"))) {
            assertThat(refusal(trial)).isEqualTo("not here");
            assertThat(told("one")).hasSize(2);
            assertThat(told("one").get(1)).isEqualTo(told("one").getFirst());

            var last = pids("one").getLast();
            ProcessHandle.of(Long.parseLong(last)).orElseThrow().destroyForcibly();
            assertThat(refusal(trial, "call_2")).isEqualTo("not here");
            assertThat(pids("one")).hasSize(3);
        }
    }

    @Test
    void a_program_that_is_killed_each_time_has_failed_AHP_CORE_004() throws Exception {
        try (var trial = trial(asked("one", "kill -9 $$", "fail-closed"))) {
            assertThat(refusal(trial)).isEqualTo(Attached.UNAVAILABLE);
            assertThat(told("one")).hasSize(2);
        }
    }

    @Test
    void a_program_that_writes_what_nobody_asked_for_is_ended_AHP_STDIO_001() throws Exception {
        try (var trial = trial(asked("one", PASS + "; echo banner", "fail-closed"))) {
            assertThat(refusal(trial, "call_1")).isEmpty();
            assertThat(refusal(trial, "call_2")).isEqualTo(Attached.UNAVAILABLE);
            assertThat(refusal(trial, "call_3")).isEmpty();
            assertThat(pids("one")).hasSize(2);
        }
    }

    @Test
    void questions_to_one_backend_come_one_after_another_AHP_COMP_001() throws Exception {
        var busy = dir.resolve("busy");
        var alone = "mkdir " + busy + " || exit 9; sleep 0.02; rmdir " + busy + "; " + PASS;
        try (var trial = trial(asked("one", alone, "per_event", LONG, "fail-closed"));
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var all = IntStream.range(0, 8)
                    .mapToObj(i -> threads.submit(() -> refusal(trial, "call_" + i)))
                    .toList();
            for (var each : all) {
                assertThat(each.get()).isEmpty();
            }
        }
    }

    @Test
    void a_program_inherits_no_secrets_AHP_SEC_001() throws Exception {
        environment.put("OPENAI_API_KEY", "secret");
        try (var trial = trial(asked("one", "env > " + dir.resolve("env") + "; " + PASS, "fail-closed"))) {
            assertThat(refusal(trial)).isEmpty();
        }
        assertThat(Files.readString(dir.resolve("env"))).contains("PATH=").doesNotContain("OPENAI_API_KEY");
    }

    @Test
    void observers_are_told_and_never_waited_for_AHP_RPC_002() throws Exception {
        var watcher = backend(
                "one",
                "\"type\":\"stdio\",\"command\":\"" + program("one", PASS) + "\",\"lifecycle\":\"persistent\"",
                "{\"events\":[\"session.start\",\"session.end\",\"tool.before\",\"tool.after\",\"tool.error\"],\"mode\":\"observe\"}");
        var stuck = backend(
                "two",
                "\"type\":\"stdio\",\"command\":\"" + program("two", PASS) + "\",\"lifecycle\":\"per_event\"",
                "{\"events\":[\"tool.before\"],\"mode\":\"observe\"}");
        try (var trial = trial(watcher, stuck)) {
            trial.fire(HookPoints.SESSION_START, new SessionStart(SessionStart.Reason.STARTUP, null));
            assertThat(refusal(trial, "good")).isEmpty();
            trial.fire(HookPoints.TOOL_EXECUTION_END, end("good", false, false));
            assertThat(refusal(trial, "bad")).isEmpty();
            trial.fire(HookPoints.TOOL_EXECUTION_END, end("bad", true, false));
            assertThat(refusal(trial, "refused")).isEmpty();
            trial.fire(HookPoints.TOOL_EXECUTION_END, end("refused", true, true));
            trial.fire(HookPoints.SESSION_SHUTDOWN, new SessionShutdown(SessionShutdown.Reason.QUIT, null));
        }
        Await.until("all was told", () -> told("one").size() == 7);
        assertThat(told("one"))
                .allSatisfy(message -> assertThat(message.has("id")).isFalse())
                .extracting(message -> message.object("params").object("event").get("type"))
                .containsExactly(
                        "session.start",
                        "tool.before",
                        "tool.after",
                        "tool.before",
                        "tool.error",
                        "tool.before",
                        "session.end");
        var after = told("one").get(2).object("params").object("event").object("tool");
        assertThat(after.object("output").get("text")).isEqualTo("words");
        assertThat(after.object("input").get("command")).isEqualTo("ls");
        assertThat(told("one")
                        .get(4)
                        .object("params")
                        .object("event")
                        .object("tool")
                        .object("error")
                        .get("message"))
                .isEqualTo("words");
    }

    private static ToolExecutionEnd end(String id, boolean failed, boolean blocked) {
        var output = failed ? ToolOutput.error("words") : ToolOutput.text("words");
        return new ToolExecutionEnd(id, "bash", output, failed, blocked ? null : 5L, null, blocked);
    }

    @Test
    void what_an_observer_is_too_slow_for_is_dropped_and_counted() throws Exception {
        var stuck = backend(
                "one",
                "\"type\":\"stdio\",\"command\":\"" + program("one", "").toString()
                        + "\",\"lifecycle\":\"per_event\",\"cwd\":\"nowhere\"",
                "{\"events\":[\"tool.before\"],\"mode\":\"observe\"}");
        try (var trial = trial(stuck)) {
            for (int i = 0; i < 3; i++) {
                assertThat(refusal(trial, "call_" + i)).isEmpty();
            }
            trial.fire(HookPoints.SESSION_SHUTDOWN, new SessionShutdown(SessionShutdown.Reason.QUIT, null));
            assertThat(trial.ui().shown().toString())
                    .contains("The policy service com.example.one was not told of 3 events: it cannot be started");
        }
    }

    private String service(String path, int status, String body) throws IOException {
        if (server == null) {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.start();
        }
        server.createContext("/" + path, exchange -> {
            var asked = JsonObject.parse(exchange.getRequestBody().readAllBytes());
            Files.writeString(
                    dir.resolve(path + ".told"), asked + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            Files.writeString(
                    dir.resolve(path + ".head"),
                    exchange.getRequestMethod() + " "
                            + exchange.getRequestHeaders().getFirst("Content-Type") + " "
                            + exchange.getRequestHeaders().getFirst("Authorization"));
            if (path.equals("hangs")) {
                try {
                    over.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            exchange.getResponseHeaders().add("Location", "/good");
            var bytes = body.replace("$id", asked.string("id", "")).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        return "\"type\":\"http\",\"url\":\"http://127.0.0.1:"
                + server.getAddress().getPort() + "/" + path + "\"";
    }

    private static final String WEB_PASS =
            "{\"jsonrpc\":\"2.0\",\"id\":\"$id\",\"result\":{\"protocolVersion\":\"0.1\",\"effects\":[]}}";

    @Test
    void a_service_decides_with_the_status_200_only_AHP_HTTP_001() throws Exception {
        environment.put("POLICY_TOKEN", "a-token");
        var deny = WEB_PASS.replace("[]", "[{\"type\":\"deny\",\"reason\":\"the service says no\"}]");
        var secured =
                service("deny", 200, deny) + ",\"authentication\":{\"type\":\"bearer\",\"tokenEnv\":\"POLICY_TOKEN\"}";
        try (var trial = trial(backend("one", secured, intercepts(LONG, "fail-open")))) {
            assertThat(refusal(trial)).isEqualTo("the service says no");
            assertThat(notes(trial)).doesNotContain("a-token");
        }
        assertThat(Files.readString(dir.resolve("deny.head"))).isEqualTo("POST application/json Bearer a-token");
        try (var trial = trial(backend("one", service("good", 200, WEB_PASS), intercepts(LONG, "fail-closed")))) {
            assertThat(refusal(trial)).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
        moved   | 302 |                              | the status 302
        nothing | 204 |                              | the status 204
        refused | 403 | {"effects":[]}               | the status 403
        broken  | 500 | {"effects":[]}               | the status 500
        words   | 200 | hello                        | no JSON object
        other   | 200 | {"jsonrpc":"2.0","id":"e","result":{"protocolVersion":"0.1","effects":[]}} | another request
        hangs   | 200 |                              | did not answer within 300 ms
        """)
    void a_service_fails_with_everything_else_AHP_HTTP_001(String path, int status, String body, String why)
            throws Exception {
        var address = service(path, status, body == null ? "" : body);
        var limit = path.equals("hangs") ? "300" : LONG;
        service("good", 200, WEB_PASS);
        try (var trial = trial(backend("one", address, intercepts(limit, "fail-closed")))) {
            assertThat(refusal(trial)).isEqualTo(Attached.UNAVAILABLE);
            assertThat(notes(trial)).contains(why);
        }
        try (var trial = trial(backend("one", address, intercepts(limit, "fail-open")))) {
            assertThat(refusal(trial)).isEmpty();
        }
        assertThat(dir.resolve("good.told")).doesNotExist();
    }

    @Test
    void a_service_without_its_token_is_not_asked_AHP_HTTP_001() throws Exception {
        var secured = service("good", 200, WEB_PASS)
                + ",\"authentication\":{\"type\":\"bearer\",\"tokenEnv\":\"POLICY_TOKEN\"}";
        environment.remove("POLICY_TOKEN");
        try (var trial = trial(backend("one", secured, intercepts(LONG, "fail-closed")))) {
            assertThat(refusal(trial)).isEqualTo(Attached.UNAVAILABLE);
            assertThat(notes(trial)).contains("POLICY_TOKEN is not in the environment");
        }
        environment.put("POLICY_TOKEN", "se\ncret");
        try (var trial = trial(backend("one", secured, intercepts(LONG, "fail-closed")))) {
            assertThat(refusal(trial)).isEqualTo(Attached.UNAVAILABLE);
            assertThat(notes(trial))
                    .contains("POLICY_TOKEN holds what is no token")
                    .doesNotContain("cret");
        }
        assertThat(dir.resolve("good.told")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({
        "202, ",
        "204, ",
        "200, events: it answered with the status 200",
        "500, events: it answered with the status 500"
    })
    void an_observation_is_accepted_with_202_or_204_AHP_HTTP_001(int status, String problem) throws Exception {
        var watcher =
                backend("one", service("told", status, ""), "{\"events\":[\"tool.before\"],\"mode\":\"observe\"}");
        try (var trial = trial(watcher)) {
            refusal(trial, "call_1");
            refusal(trial, "call_2");
            trial.fire(HookPoints.SESSION_SHUTDOWN, new SessionShutdown(SessionShutdown.Reason.QUIT, null));
            assertThat(told("told")).hasSize(2);
            assertThat(trial.ui().shown().toString()).contains(problem == null ? "[]" : problem);
        }
    }
}
