package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks over recorded sessions, and hooks whose decisions are recorded only. */
class ReplayTest {
    private static final String GUARD = """
        pi.on(TOOL_CALL, (call, ctx) -> call.arguments().string("command", "").contains("%s")
            ? call.block("not that one") : call.allow());
        """;

    @TempDir
    Path dir;

    /** Writes a file into the first call's folder, so that a call that runs again is seen. */
    private TestProgram program() throws IOException {
        return TestProgram.in(
                dir,
                Turn.calls(call("bash", JsonObject.of("command", "echo one >> ran"))),
                Turn.calls(call("bash", JsonObject.of("command", "echo two >> ran"))),
                Turn.text("Done."));
    }

    private static String hook(TestProgram pawl, String name, String body) throws IOException {
        pawl.file(name, TestProgram.hookSource(body));
        return name;
    }

    @Test
    void a_replay_shows_what_a_hook_would_have_decided_and_runs_nothing() throws Exception {
        try (var pawl = program()) {
            assertThat(pawl.run("--session-id", "abc-1", "-p", "Go").status()).isZero();
            int asked = pawl.requests();
            var strict = hook(pawl, "Strict.java", GUARD.formatted("two"));
            var run = pawl.run("hooks", "replay", strict, "abc", "--junit", "out.xml");
            assertThat(run.err()).isEmpty();
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.out())
                    .contains("abc-1", "allowed", "→ blocked", "bash echo two >> ran", "(not that one)")
                    .contains("1 of 2 calls would now be blocked; before allowed");
            assertThat(pawl.project.resolve("ran")).hasContent("one\ntwo");
            assertThat(pawl.requests()).isEqualTo(asked);

            var xml = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(pawl.project.resolve("out.xml").toFile());
            assertThat(xml.getElementsByTagName("testcase").getLength()).isEqualTo(2);
            assertThat(xml.getElementsByTagName("failure").getLength()).isEqualTo(1);

            var json = JsonObject.parse(
                    pawl.run("hooks", "replay", strict, "abc", "--json").out());
            assertThat(json.integer("calls", 0)).isEqualTo(2);
            assertThat(json.objects("differences").getFirst().object("now").string("verdict"))
                    .isEqualTo("blocked");
        }
    }

    @Test
    void what_was_blocked_then_and_is_blocked_now_does_not_differ() throws Exception {
        try (var pawl = program().hook("guard", GUARD.formatted("two"))) {
            assertThat(pawl.run("--session-id", "abc-1", "-p", "Go").status()).isZero();
            var same = hook(pawl, "Same.java", GUARD.formatted("two"));
            var run = pawl.run("hooks", "replay", same, "abc");
            assertThat(run.out()).contains("2 calls, nothing differs from what happened");
            assertThat(run.status()).isZero();
            var lax = hook(pawl, "Lax.java", GUARD.formatted("three"));
            var other = pawl.run("hooks", "replay", lax, "abc");
            assertThat(other.out()).contains("1 of 2 calls would now be allowed; before blocked");
            assertThat(other.status()).isEqualTo(1);
        }
    }

    @Test
    void two_versions_of_a_policy_are_compared_over_a_folder_of_sessions() throws Exception {
        try (var pawl = program()) {
            assertThat(pawl.run("--session-id", "abc-1", "-p", "Go").status()).isZero();
            pawl.file("old.json", "{\"permissions\":{\"allow\":[\"Bash(echo *)\"]}}");
            pawl.file("new.json", "{\"permissions\":{\"allow\":[\"Bash(echo *)\"],\"deny\":[\"Bash(echo one*)\"]}}");
            var run = pawl.run(
                    "hooks",
                    "replay",
                    "--against",
                    "old.json",
                    "new.json",
                    pawl.agentDir().resolve("sessions").toString());
            assertThat(run.out()).contains("1 of 2 calls would now be blocked").contains("bash echo one >> ran");
            assertThat(run.err()).isEmpty();
            var none = pawl.run("hooks", "replay", "--against", "old.json", "old.json", "abc");
            assertThat(none.out()).contains("2 calls, nothing differs from the old version");
        }
    }

    @Test
    void a_hook_sees_the_session_as_it_was_before_the_call_and_can_run_no_program() throws Exception {
        try (var pawl = program()) {
            assertThat(pawl.run("--session-id", "abc-1", "-p", "Go").status()).isZero();
            var looking = hook(pawl, "Looking.java", """
                pi.on(TOOL_CALL, (call, ctx) -> call.block(ctx.messages().list().size() + " messages"));
                """);
            var json = JsonObject.parse(
                    pawl.run("hooks", "replay", looking, "abc", "--json").out());
            assertThat(json.objects("differences"))
                    .extracting(one -> one.object("now").string("note", ""))
                    .containsExactly("3 messages", "5 messages");
            var running = hook(pawl, "Running.java", """
                pi.on(TOOL_CALL, (call, ctx) -> { ctx.project().exec("touch", "made"); return call.allow(); });
                """);
            var run = pawl.run("hooks", "replay", running, "abc");
            assertThat(run.out()).contains("failed", "a replay runs no programs");
            assertThat(pawl.project.resolve("made")).doesNotExist();
        }
    }

    @Test
    void hostile_and_damaged_sessions_are_reported_and_the_others_replayed() throws Exception {
        try (var pawl = program()) {
            var folder = Files.createDirectories(pawl.project.resolve("recorded"));
            var lines = new ArrayList<String>();
            lines.add(JsonObject.of("type", "session", "version", 3)
                    .with("id", "evil-1")
                    .with("timestamp", "2026-01-01T00:00:00.000Z")
                    .with("cwd", pawl.project.toString())
                    .toString());
            lines.add(JsonObject.of("type", "message", "id", "a1")
                    .with("parentId", null)
                    .with("timestamp", "2026-01-01T00:00:00.000Z")
                    .with(
                            "message",
                            JsonObject.of("role", "assistant", "stopReason", "toolUse")
                                    .with(
                                            "content",
                                            List.of(JsonObject.of("type", "toolCall", "id", "<c&\"1>")
                                                    .with("name", "bash")
                                                    .with(
                                                            "arguments",
                                                            JsonObject.of(
                                                                    "command", "echo \u001b[31mtwo\u0000 ]]> <b>")))))
                    .toString());
            lines.add("{ this is no line");
            lines.add(JsonObject.of("type", "message", "id", "a2")
                    .with("parentId", "a1")
                    .with("timestamp", "2026-01-01T00:00:01.000Z")
                    .with(
                            "message",
                            JsonObject.of("role", "toolResult", "toolCallId", "<c&\"1>")
                                    .with("toolName", "bash")
                                    .with("isError", false)
                                    .with("content", List.of(JsonObject.of("type", "text", "text", "two"))))
                    .toString());
            Files.write(folder.resolve("evil.jsonl"), lines);
            Files.writeString(folder.resolve("broken.jsonl"), "no session at all\n");
            var strict = hook(pawl, "Strict.java", GUARD.formatted("two"));
            var run = pawl.run("hooks", "replay", strict, "recorded", "--junit", "out.xml");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains("broken.jsonl is left out");
            assertThat(run.out()).contains("1 of 1 calls would now be blocked").doesNotContain("\u001b", "\u0000");
            DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(pawl.project.resolve("out.xml").toFile());
        }
    }

    /** {@code -Dpawl.replay.calls=10000} for the figure in docs/performance.md. */
    @Test
    void thousands_of_recorded_calls_are_replayed() throws Exception {
        int calls = Integer.getInteger("pawl.replay.calls", 1_000);
        try (var pawl = program()) {
            var lines = new ArrayList<String>();
            lines.add(JsonObject.of("type", "session", "version", 3)
                    .with("id", "long-1")
                    .with("timestamp", "2026-01-01T00:00:00.000Z")
                    .with("cwd", pawl.project.toString())
                    .toString());
            for (int i = 0; i < calls; i++) {
                var call = JsonObject.of("type", "toolCall", "id", "c" + i)
                        .with("name", "bash")
                        .with("arguments", JsonObject.of("command", (i % 100 == 0 ? "echo two " : "echo one ") + i));
                lines.add(message(2 * i, JsonObject.of("role", "assistant").with("content", List.of(call))));
                lines.add(message(
                        2 * i + 1,
                        JsonObject.of("role", "toolResult", "toolCallId", "c" + i)
                                .with("toolName", "bash")
                                .with("isError", false)
                                .with("content", List.of(JsonObject.of("type", "text", "text", "done")))));
            }
            Files.write(pawl.project.resolve("long.jsonl"), lines);
            var strict = hook(pawl, "Strict.java", GUARD.formatted("two"));
            long begin = System.nanoTime();
            var run = pawl.run("hooks", "replay", strict, "long.jsonl");
            System.out.println(calls + " calls replayed in " + (System.nanoTime() - begin) / 1_000_000 + " ms");
            assertThat(run.err()).isEmpty();
            assertThat(run.out().replace(",", ""))
                    .contains(calls / 100 + " of " + calls + " calls would now be blocked");
        }
    }

    private static String message(int number, JsonObject message) {
        return JsonObject.of("type", "message", "id", "e" + number)
                .with("parentId", number == 0 ? null : "e" + (number - 1))
                .with("timestamp", "2026-01-01T00:00:00.000Z")
                .with("message", message)
                .toString();
    }

    @Test
    void what_cannot_be_meant_is_refused_with_how_to_write_it() throws Exception {
        try (var pawl = program()) {
            assertThat(pawl.run("hooks", "replay").err()).contains("needs a hook and at least one session");
            assertThat(pawl.run("hooks", "replay", "--what", "a", "b").err()).contains("no option --what");
            assertThat(pawl.run("hooks", "replay", "nope.java", "abc").status()).isEqualTo(1);
            pawl.file("empty.json", "{}");
            pawl.run("--session-id", "abc-1", "-p", "Go");
            assertThat(pawl.run("hooks", "replay", "empty.json", "abc").err()).contains("holds no policy");
            var broken = hook(pawl, "Broken.java", "this is no Java");
            assertThat(pawl.run("hooks", "replay", broken, "abc").err()).contains("did not load");
        }
    }

    @Test
    void a_shadowed_hook_decides_nothing_and_what_it_would_have_decided_is_kept() throws Exception {
        try (var pawl = program()
                .hook("guard", GUARD.formatted("two"))
                .hook("changer", """
                    pi.on(TOOL_RESULT, (result, ctx) -> result.withText("changed"));
                    pi.on(TOOL_AUTHORIZE, (call, ctx) -> { throw new IllegalStateException("broken"); });
                    """)
                .user(
                        "settings.json",
                        "{\"traces\":{\"keep\":true},\"shadow\":true,\"audit\":{\"file\":\"~/audit.jsonl\"}}")) {
            var run = pawl.run("--session-id", "abc-1", "-p", "Go");
            assertThat(run.status()).isZero();
            assertThat(pawl.project.resolve("ran")).hasContent("one\ntwo");
            assertThat(TestProgram.messagesIn(pawl.sessions().getFirst())).noneMatch(said -> said.contains("changed"));
            var trace = JsonObject.parse(pawl.run("trace", "abc", "--json").out());
            assertThat(trace.objects("dispatches"))
                    .anySatisfy(line -> {
                        assertThat(line.string("point")).isEqualTo("tool_call");
                        assertThat(line.objects("steps")).anySatisfy(step -> {
                            assertThat(step.string("effect")).isEqualTo("shadowed");
                            assertThat(step.string("note")).contains("would stop", "not that one");
                        });
                    })
                    .anySatisfy(line -> {
                        assertThat(line.string("point")).isEqualTo("tool_result");
                        assertThat(line.objects("steps").getFirst().string("effect"))
                                .isEqualTo("shadowed");
                    });
            assertThat(pawl.home.resolve("audit.jsonl")).content().contains("shadowed", "would stop");
        }
    }

    @Test
    void only_the_hooks_that_are_named_are_shadowed_and_a_project_cannot_name_any() throws Exception {
        try (var pawl = program()
                .hook("guard", GUARD.formatted("two"))
                .user("settings.json", "{\"shadow\":{\"hooks\":[\"other.java\"]}}")
                .file(".pi/settings.json", "{\"shadow\":true}")) {
            var run = pawl.run("-a", "-p", "Go");
            assertThat(run.err()).contains("no loaded hook has that name");
            assertThat(pawl.project.resolve("ran")).hasContent("one");
        }
        try (var pawl = TestProgram.in(
                        Files.createDirectories(dir.resolve("second")),
                        Turn.calls(call("bash", JsonObject.of("command", "echo two >> ran"))),
                        Turn.text("Done."))
                .hook("guard", GUARD.formatted("two"))
                .user("settings.json", "{\"shadow\":\"guard\"}")) {
            assertThat(pawl.run("-p", "Go").err()).isEmpty();
            assertThat(pawl.project.resolve("ran")).hasContent("two");
        }
    }
}
