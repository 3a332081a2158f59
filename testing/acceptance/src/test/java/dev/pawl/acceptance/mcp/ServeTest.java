package dev.pawl.acceptance.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.driven.PawlInside;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program as a tool server for other agents: both generations of the protocol, hooks, questions, cancelling. */
@Timeout(600)
@Deep
class ServeTest {
    private static final JsonObject FORMS = JsonObject.of("elicitation", JsonObject.empty());
    private static final JsonObject ACCEPT =
            JsonObject.of("action", "accept", "content", JsonObject.of("answer", true));
    private static final String GATE = """
        pi.on(TOOL_CALL, (call, ctx) -> ctx.ui().confirm("Run it?", "a command")
            ? call.allow() : call.block("the user said no"));
        """;

    @TempDir
    Path dir;

    private static Turn bash(String command) {
        return Turn.calls(Script.call("bash", JsonObject.of("command", command)));
    }

    private static JsonObject prompt(String text) {
        return JsonObject.of("prompt", text);
    }

    @Test
    void a_run_is_answered_and_its_session_goes_on_even_in_another_process() throws Exception {
        try (var served = Served.in(
                dir, bash("echo made > made.txt"), Turn.text("It is done."), Turn.text("Two."), Turn.text("Three."))) {
            served.asProcess().start();
            var greeting = served.greet(JsonObject.empty());
            assertThat(greeting.string("protocolVersion")).isEqualTo("2025-11-25");
            assertThat(greeting.object("serverInfo").string("name")).isEqualTo("pawl");
            assertThat(served.result("tools/list", JsonObject.empty()).objects("tools"))
                    .extracting(tool -> tool.string("name"))
                    .containsExactly("run", "continue", "cancel");

            var result = served.call("run", prompt("make it"));
            assertThat(result.bool("isError", true)).isFalse();
            assertThat(result.objects("content").getFirst().string("text")).isEqualTo("It is done.");
            var ended = result.object("structuredContent");
            assertThat(ended.string("stopReason")).isEqualTo("end_turn");
            assertThat(served.project.resolve("made.txt")).exists();

            var session = ended.string("sessionId", "");
            var next = served.call("continue", prompt("and now?").with("sessionId", session));
            assertThat(next.object("structuredContent").string("text")).isEqualTo("Two.");
            assertThat(served.model.requests().get(2).body().toString()).contains("make it", "and now?");
            assertThat(served.end()).isZero();

            served.start();
            served.greet(JsonObject.empty());
            var later = served.call("continue", prompt("still there?").with("sessionId", session));
            assertThat(later.object("structuredContent").string("text")).isEqualTo("Three.");
            assertThat(served.model.requests().get(3).body().toString()).contains("make it", "still there?");
        }
    }

    @Test
    void a_gate_asks_the_user_of_the_client_by_a_form() throws Exception {
        for (boolean yes : List.of(true, false)) {
            try (var served = Served.in(dir.resolve("answer-" + yes), bash("echo ran > ran.txt"), Turn.text("ok"))) {
                served.hook(GATE)
                        .answering(_ -> yes ? ACCEPT : JsonObject.of("action", "decline"))
                        .start();
                served.greet(FORMS);
                assertThat(served.call("run", prompt("run")).bool("isError", true))
                        .isFalse();
                var question = served.received("elicitation/create").getFirst();
                assertThat(question.string("message")).isEqualTo("Run it?\n\na command");
                assertThat(question.object("requestedSchema")
                                .object("properties")
                                .object("answer")
                                .string("type"))
                        .isEqualTo("boolean");
                assertThat(Files.exists(served.project.resolve("ran.txt"))).isEqualTo(yes);
            }
        }
    }

    @Test
    void a_client_without_forms_has_no_user_and_a_closed_gate_blocks() throws Exception {
        try (var served = Served.in(dir, bash("echo ran > ran.txt"), Turn.text("ok"))) {
            served.hook(GATE).start();
            served.greet(JsonObject.of("elicitation", JsonObject.of("url", JsonObject.empty())));
            served.call("run", prompt("run"));
            assertThat(served.received("elicitation/create")).isEmpty();
            assertThat(served.project.resolve("ran.txt")).doesNotExist();
            assertThat(served.model.requests().get(1).body().toString()).contains("the user said no");
        }
    }

    @Test
    void without_a_handshake_a_question_is_a_result_and_its_answer_the_same_request() throws Exception {
        try (var served = Served.in(dir, bash("echo ran > ran.txt"), Turn.text("ok"))) {
            served.hook(GATE).start();
            var found = served.result("server/discover", Served.stateless(JsonObject.empty(), FORMS));
            assertThat(found.strings("supportedVersions")).contains("2026-07-28", "2025-11-25");
            assertThat(found.string("resultType")).isEqualTo("complete");
            assertThat(found.has("ttlMs")).isTrue();
            var list = served.result("tools/list", Served.stateless(JsonObject.empty(), FORMS));
            assertThat(list.objects("tools")).hasSize(3);

            var params = JsonObject.of("name", "run", "arguments", prompt("run"));
            var asked = served.result("tools/call", Served.stateless(params, FORMS));
            assertThat(asked.string("resultType")).isEqualTo("input_required");
            var requests = asked.object("inputRequests");
            var id = requests.names().iterator().next();
            assertThat(requests.object(id).string("method")).isEqualTo("elicitation/create");
            assertThat(served.project.resolve("ran.txt")).doesNotExist();

            var again = params.with("inputResponses", JsonObject.of(id, ACCEPT))
                    .with("requestState", asked.string("requestState"));
            var done = served.result("tools/call", Served.stateless(again, FORMS));
            assertThat(done.string("resultType")).isEqualTo("complete");
            assertThat(done.object("structuredContent").string("text")).isEqualTo("ok");
            assertThat(served.project.resolve("ran.txt")).exists();
            assertThat(served.received("elicitation/create")).isEmpty();
            // An answer counts once.
            assertThat(served.error("tools/call", Served.stateless(again, FORMS))
                            .integer("code", 0))
                    .isEqualTo(-32602);
        }
    }

    @Test
    void a_cancelled_call_ends_the_run_and_is_not_answered() throws Exception {
        try (var served =
                Served.in(dir, bash("echo $$ > p; mv p pid; sleep 1000"), Turn.text("never"), Turn.text("next"))) {
            served.start();
            served.greet(JsonObject.empty());
            var call = served.ask("tools/call", JsonObject.of("name", "run", "arguments", prompt("wait")));
            int id = served.lastId();
            var pid = served.project.resolve("pid");
            served.await(_ -> Files.exists(pid));
            served.tell("notifications/cancelled", JsonObject.of("requestId", id, "reason", "enough"));
            served.await(_ -> served.model.requests().size() == 1 && !isAlive(pid));
            // The session ends by itself; a later call is answered, and the cancelled one is not.
            assertThat(served.call("cancel", JsonObject.empty()).bool("isError", true))
                    .isFalse();
            assertThat(call).isNotDone();
            assertThat(served.lines())
                    .noneMatch(line -> Long.valueOf(id).equals(line.get("id")) && !line.has("method"));
        }
    }

    private static boolean isAlive(Path pid) {
        try {
            return ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
                    .map(ProcessHandle::isAlive)
                    .orElse(false);
        } catch (java.io.IOException e) {
            return true;
        }
    }

    @Test
    void the_tool_cancel_ends_what_is_under_way_and_says_which_session() throws Exception {
        try (var served = Served.in(dir, bash("echo $$ > p; mv p pid; sleep 1000"), Turn.text("never"))) {
            served.start();
            served.greet(JsonObject.empty());
            var params = JsonObject.of("name", "run", "arguments", prompt("wait"))
                    .with("_meta", JsonObject.of("progressToken", "p"));
            var call = served.ask("tools/call", params);
            served.await(_ -> Files.exists(served.project.resolve("pid")));
            var progress = served.received("notifications/progress");
            assertThat(progress).allMatch(one -> "p".equals(one.get("progressToken")));
            var session = progress.getFirst().string("message", "").replace("session ", "");

            assertThat(served.call("cancel", JsonObject.of("sessionId", "another"))
                            .object("structuredContent")
                            .strings("cancelled"))
                    .isEmpty();
            var cancelled = served.call("cancel", JsonObject.of("sessionId", session));
            assertThat(cancelled.object("structuredContent").strings("cancelled"))
                    .containsExactly(session);
            var ended = call.get().object("result").object("structuredContent");
            assertThat(ended.string("stopReason")).isEqualTo("cancelled");
            assertThat(ended.string("sessionId")).isEqualTo(session);
        }
    }

    @Test
    void wrong_requests_are_answered_with_what_is_wrong_and_harm_nothing() throws Exception {
        try (var served = Served.in(dir, Turn.text("fine"))) {
            served.asProcess().hook("System.out.println(\"a hook prints\");").start();
            assertThat(served.error("tools/list", JsonObject.empty()).integer("code", 0))
                    .isEqualTo(-32600);
            assertThat(served.result("ping", JsonObject.empty()).isEmpty()).isTrue();
            var old = JsonObject.of("_meta", JsonObject.of("io.modelcontextprotocol/protocolVersion", "2030-01-01"));
            var refused = served.error("tools/list", old);
            assertThat(refused.integer("code", 0)).isEqualTo(-32022);
            assertThat(refused.object("data").strings("supported")).contains("2026-07-28");
            assertThat(served.error("initialize", JsonObject.empty()).integer("code", 0))
                    .isEqualTo(-32602);
            served.send("this is no JSON");
            served.send("[".repeat(100_000));
            served.greet(JsonObject.empty());
            assertThat(served.error("resources/list", JsonObject.empty()).integer("code", 0))
                    .isEqualTo(-32601);
            assertThat(served.error("tools/call", JsonObject.of("name", "walk")).string("message"))
                    .contains("there is no tool \"walk\"");
            assertThat(failure(served.call("run", JsonObject.empty()))).contains("\"prompt\"");
            assertThat(failure(served.call("run", prompt("x").with("cwd", "relative"))))
                    .contains("\"cwd\"");
            assertThat(failure(served.call("continue", prompt("x").with("sessionId", "none"))))
                    .contains("there is no session \"none\"");
            assertThat(served.call("run", prompt("/mcp"))
                            .object("structuredContent")
                            .string("text"))
                    .isEqualTo("fine");
            assertThat(served.model.requests().getFirst().body().toString()).contains("/mcp");
            assertThat(served.end()).isZero();
        }
    }

    private static String failure(JsonObject result) {
        assertThat(result.bool("isError", false)).as(result.toString()).isTrue();
        return result.objects("content").getFirst().string("text", "");
    }

    @Test
    void several_runs_work_in_their_own_folders_at_the_same_time() throws Exception {
        try (var served =
                Served.in(dir, bash("pwd > here"), bash("pwd > here"), Turn.text("done"), Turn.text("done"))) {
            var other = Files.createDirectories(dir.resolve("other")).toRealPath();
            served.start();
            served.greet(JsonObject.empty());
            var one = served.ask("tools/call", JsonObject.of("name", "run", "arguments", prompt("one")));
            var two = served.ask(
                    "tools/call",
                    JsonObject.of("name", "run", "arguments", prompt("two").with("cwd", other.toString())));
            assertThat(one.get().object("result").bool("isError", true)).isFalse();
            assertThat(two.get().object("result").bool("isError", true)).isFalse();
            assertThat(served.project.resolve("here")).content().startsWith(served.project.toString());
            assertThat(other.resolve("here")).content().startsWith(other.toString());
        }
    }

    @Test
    void servers_that_start_one_another_end_somewhere() throws Exception {
        try (var served = Served.in(dir)) {
            var run = new PawlInside(served.home, served.project)
                    .with(Map.of("PAWL_MCP_SERVE_DEPTH", "3"))
                    .run("mcp", "serve");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains("does an mcp.json name pawl mcp serve?");
        }
    }

    @Test
    void a_client_that_vanishes_ends_the_program_and_its_runs() throws Exception {
        try (var served = Served.in(dir, bash("echo $$ > p; mv p pid; sleep 1000"), Turn.text("never"))) {
            served.asProcess().start();
            served.greet(JsonObject.empty());
            var run = served.ask("tools/call", JsonObject.of("name", "run", "arguments", prompt("wait")));
            var pid = served.project.resolve("pid");
            served.await(_ -> Files.exists(pid));
            assertThat(run).isNotDone();
            served.end();
            served.await(_ -> !isAlive(pid));
        }
    }
}
