package dev.pawl.examples;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.context.CommandContext.ForkPosition;
import dev.pawl.api.context.CommandContext.NewSession;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Examples that let things pass or stop them, in the real agent. */
class GatesInAgentTest {
    @TempDir
    Path dir;

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    private static Turn write(String path, String content) {
        return Turn.calls(call("write", JsonObject.of("path", path, "content", content)));
    }

    @Test
    void a_dangerous_command_that_the_user_refuses_does_not_run_and_the_model_reads_why() throws Exception {
        try (var it = ExampleAgent.with(dir, "permission-gate.java")
                .file("build/out.txt", "precious")
                .model(bash("rm -rf build"), Turn.text("Then not."))
                .start()) {
            it.ui.answer(false);

            it.submit("Clean up");

            assertThat(it.lastAsked(2)).isEqualTo("tool: Blocked by user");
            assertThat(it.project.resolve("build/out.txt")).exists();
            assertThat(it.ui.shown()).containsExactly("confirm: Dangerous command | Allow: rm -rf build?");
        }
    }

    @Test
    void a_dangerous_command_that_the_user_allows_runs() throws Exception {
        try (var it = ExampleAgent.with(dir, "permission-gate.java")
                .file("build/out.txt", "precious")
                .model(bash("rm -rf build"), Turn.text("Done."))
                .start()) {
            it.ui.answer(true);

            it.submit("Clean up");

            assertThat(it.project.resolve("build")).doesNotExist();
        }
    }

    @Test
    void a_dangerous_command_does_not_run_where_no_user_can_be_asked() throws Exception {
        try (var it = ExampleAgent.with(dir, "permission-gate.java")
                .alone()
                .file("build/out.txt", "precious")
                .model(bash("rm -rf build"), Turn.text("Then not."))
                .start()) {
            it.submit("Clean up");

            assertThat(it.lastAsked(2)).isEqualTo("tool: Dangerous command, and there is no user to allow it");
            assertThat(it.project.resolve("build/out.txt")).exists();
        }
    }

    @Test
    void a_protected_file_stays_as_it_is() throws Exception {
        try (var it = ExampleAgent.with(dir, "protected-paths.java")
                .file(".env", "KEY=1")
                .model(write(".env", "KEY=2"), write("a.txt", "fine"), Turn.text("Done."))
                .start()) {
            it.submit("Change the key");

            assertThat(it.lastAsked(2)).isEqualTo("tool: Protected: .env");
            assertThat(it.project.resolve(".env")).hasContent("KEY=1");
            assertThat(it.project.resolve("a.txt")).hasContent("fine");
            assertThat(it.ui.shown()).containsExactly("notify warning: Blocked: .env");
        }
    }

    @Test
    void secrets_in_a_file_reach_neither_the_model_nor_the_session() throws Exception {
        try (var it = ExampleAgent.with(dir, "redact.java")
                .file("config.ini", "name=pawl\napi_key=abc123\n")
                .model(Turn.calls(call("read", JsonObject.of("path", "config.ini"))), Turn.text("Read."))
                .start()) {
            it.submit("Read the configuration");

            assertThat(it.lastAsked(2)).contains("name=pawl", "api_key=[REDACTED]");
            assertThat(it.sessionFile()).content().doesNotContain("abc123");
        }
    }

    @Test
    void a_command_is_rewritten_just_before_it_starts() throws Exception {
        try (var it = ExampleAgent.with(dir, "spawn-hook.java")
                .model(bash("echo npm run build"), Turn.text("Built."))
                .start()) {
            it.submit("Build it");

            assertThat(it.lastAsked(2)).startsWith("tool: pnpm run build");
        }
    }

    @Deep
    @Test
    void another_session_is_not_started_over_changes_that_are_not_committed() throws Exception {
        try (var it = ExampleAgent.with(dir, "dirty-repo-guard.java")
                .model(write("new.txt", "new"), Turn.text("Written."))
                .start()) {
            Git.init(it.project);
            it.submit("Write it");
            var session = it.agent.session().id();
            it.ui.answer(false).answer(false).answer(true);

            assertThat(it.agent.newSession(NewSession.plain())).isFalse();
            var first = it.agent.session().branch().getFirst().id();
            assertThat(it.agent.fork(first, ForkPosition.AT).cancelled()).isTrue();
            assertThat(it.agent.session().id()).isEqualTo(session);

            assertThat(it.agent.newSession(NewSession.plain())).isTrue();
            assertThat(it.agent.session().id()).isNotEqualTo(session);
            assertThat(it.ui.shown())
                    .contains(
                            "confirm: Uncommitted changes | 1 file is not committed. Leave the session all the same?");
        }
    }

    @Deep
    @Test
    void the_session_is_not_left_over_uncommitted_changes_where_no_user_can_be_asked() throws Exception {
        try (var it = ExampleAgent.with(dir, "dirty-repo-guard.java").alone().start()) {
            Git.init(it.project);
            assertThat(it.agent.newSession(NewSession.plain())).isTrue();
            java.nio.file.Files.writeString(it.project.resolve("new.txt"), "new");

            assertThat(it.agent.newSession(NewSession.plain())).isFalse();
            assertThat(it.ui.shown()).containsExactly("notify warning: 1 file is not committed. Commit first.");
        }
    }

    @Test
    void at_the_cost_limit_no_tool_runs_and_no_request_follows() throws Exception {
        try (var it = ExampleAgent.with(dir, "cost-limit.java")
                .flag("cost-limit", "0.50")
                .model(bash("touch one").usage(100, 0), bash("touch two").usage(900, 0), Turn.text("More."))
                .start()) {
            it.submit("Work");

            assertThat(it.requests()).isEqualTo(2);
            assertThat(it.project.resolve("one")).exists();
            assertThat(it.project.resolve("two")).doesNotExist();
            assertThat(it.kept().getLast()).isEqualTo("toolResult: $1.00 of $0.50 are spent.");

            it.ui.answer(false);
            it.submit("Go on");
            assertThat(it.requests()).isEqualTo(2);

            it.ui.answer(true);
            it.submit("Go on, please");
            assertThat(it.requests()).isEqualTo(3);
            assertThat(it.kept().getLast()).isEqualTo("assistant: More.");
        }
    }

    @Test
    void what_a_session_cost_before_counts_when_it_is_resumed() throws Exception {
        Path session;
        try (var it = ExampleAgent.with(dir, "cost-limit.java")
                .model(Turn.text("Dear.").usage(1_000, 0))
                .start()) {
            it.submit("Hello");
            session = it.sessionFile();
        }
        try (var it = ExampleAgent.with(dir, "cost-limit.java")
                .flag("cost-limit", "1")
                .alone()
                .resuming(session)
                .start()) {
            it.submit("Go on");

            assertThat(it.requests()).isZero();
            assertThat(it.ui.shown()).containsExactly("notify warning: $1.00 of $1.00 are spent.");
        }
    }

    @Test
    void in_plan_mode_the_model_has_only_tools_that_look() throws Exception {
        try (var it = ExampleAgent.with(dir, "plan-mode.java")
                .model(
                        write("a.txt", "too early"),
                        Turn.text("1. Write a.txt"),
                        write("a.txt", "now"),
                        Turn.text("Done."))
                .start()) {
            it.submit("/plan").submit("Make a.txt");

            assertThat(it.toolsTold(1)).containsExactlyInAnyOrder("read", "grep", "find", "ls");
            assertThat(it.systemPrompt(1)).contains("Plan mode is on");
            assertThat(it.lastAsked(2)).startsWith("tool: Tool write not found");
            assertThat(it.project.resolve("a.txt")).doesNotExist();
            assertThat(it.ui.statuses()).containsEntry("plan-mode", "plan");

            it.submit("/plan").submit("Go");

            assertThat(it.toolsTold(3)).containsExactlyInAnyOrder("read", "bash", "edit", "write");
            assertThat(it.systemPrompt(3)).doesNotContain("Plan mode is on");
            assertThat(it.project.resolve("a.txt")).hasContent("now");
            assertThat(it.ui.statuses()).isEmpty();
        }
    }

    @Test
    void plan_mode_outlives_a_reload_and_a_resume() throws Exception {
        Path session;
        try (var it = ExampleAgent.with(dir, "plan-mode.java")
                .flag("plan", "")
                .model(Turn.text("A plan."))
                .start()) {
            it.submit("Hello");
            it.agent.reload();
            session = it.sessionFile();
            assertThat(it.agent.context().tools().active()).doesNotContain("write");
        }
        try (var it = ExampleAgent.with(dir, "plan-mode.java").resuming(session).start()) {
            assertThat(it.agent.context().tools().active()).doesNotContain("write");

            it.submit("/plan");

            assertThat(it.agent.context().tools().active()).contains("write").doesNotContain("ls");
        }
    }
}
