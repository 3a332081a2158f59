package dev.pawl.bridge;

import static dev.pawl.api.HookPoints.CONTEXT;
import static dev.pawl.api.HookPoints.SESSION_BEFORE_FORK;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static dev.pawl.api.HookPoints.TURN_START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.Outcome;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.ModelContext;
import dev.pawl.api.event.SessionBeforeFork;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.ToolResult;
import dev.pawl.api.event.TurnStart;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.Mode;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples that hooks are known by, written in TypeScript. */
@Deep
class ExamplesTest {
    @TempDir
    Path dir;

    private static ToolCall bash(String command) {
        return ToolCall.of("bash", new ToolInput.Bash(command));
    }

    private static String reason(Decision<ToolCall, Block> decision) {
        return ((Decision.Stop<ToolCall, Block>) decision).result().reason();
    }

    @Test
    void a_gate_asks_and_blocks() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.example("permission-gate.ts"))) {
            trial.ui().answer(false).answer(true);
            assertThat(trial.fire(TOOL_CALL, bash("ls"))).isInstanceOf(Decision.Pass.class);
            assertThat(reason(trial.fire(TOOL_CALL, bash("rm -rf /")))).isEqualTo("Blocked by user");
            assertThat(trial.fire(TOOL_CALL, bash("sudo ls"))).isInstanceOf(Decision.Pass.class);
            trial.context().mode(Mode.PRINT);
            assertThat(reason(trial.fire(TOOL_CALL, bash("sudo ls")))).contains("nobody is there");
        }
    }

    @Test
    void protected_paths_are_not_written_as_the_page_shows_it() throws Exception {
        var page = Files.readString(Checkout.file("docs/typescript-hooks.md"));
        assertThat(page).contains("```ts\n" + Files.readString(Path.of("src/test/ts/protected-paths.ts")) + "```");
        var outside = Files.createDirectories(dir.resolve("outside"));
        var project = Files.createDirectories(dir.resolve("project"));
        Files.createDirectories(project.resolve(".git"));
        Files.createDirectories(project.resolve("docs"));
        Files.createSymbolicLink(project.resolve("innocent.txt"), Path.of(".env"));
        Files.createSymbolicLink(project.resolve("twice.txt"), Path.of("innocent.txt"));
        Files.createSymbolicLink(project.resolve("folder"), Path.of(".git"));
        Files.createSymbolicLink(outside.resolve("in"), project);
        Files.createSymbolicLink(project.resolve("round"), outside.resolve("in/.git/hooks"));
        Files.createSymbolicLink(project.resolve("circle"), Path.of("circle"));
        try (var node = NodeTrial.in(project);
                var trial = HookTrial.in(project, node.example("protected-paths.ts"))) {
            for (var path : List.of(
                    ".env",
                    "./docs/../.env",
                    ".ENV.local",
                    "node_modules/a/index.js",
                    "@innocent.txt",
                    "twice.txt",
                    "folder/config",
                    "folder/new/deep/file",
                    "round/pre-commit",
                    "../outside/in/.env",
                    project + "/innocent.txt")) {
                // With the file that Pawl finds, and without, as in pi.
                var found = ToolCall.of("write", new ToolInput.Write(path, "A=1"));
                for (var call : List.of(found, found.withTarget(null))) {
                    assertThat(reason(trial.fire(TOOL_CALL, call))).as(path).isEqualTo("Protected: " + path);
                }
            }
            assertThat(trial.ui().shown().toString()).contains("innocent.txt is protected");
            var circle = ToolCall.of("write", new ToolInput.Write("circle", "A=1"));
            assertThat(trial.fire(TOOL_CALL, circle)).isInstanceOf(Decision.Stop.class);
            for (var path : List.of("a.txt", "docs/new/file.txt", "environment", "src/.gitignore")) {
                var write = ToolCall.of("write", new ToolInput.Write(path, "A=1"));
                assertThat(trial.fire(TOOL_CALL, write)).as(path).isInstanceOf(Decision.Pass.class);
            }
        }
    }

    @Test
    void a_checkpoint_brings_the_code_back() throws Exception {
        git("init", "-q");
        Files.writeString(dir.resolve("a.txt"), "one");
        git("add", ".");
        git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "one");
        Files.writeString(dir.resolve("a.txt"), "two");
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.example("git-checkpoint.ts"))) {
            trial.fire(TURN_START, new TurnStart(3, Instant.EPOCH));
            git("checkout", "-q", ".");
            trial.ui().answer(true);
            trial.fire(SESSION_BEFORE_FORK, new SessionBeforeFork("abc", 3, CommandContext.ForkPosition.BEFORE, false));
            assertThat(trial.errors()).isEmpty();
            assertThat(dir.resolve("a.txt")).hasContent("two");
        }
    }

    private void git(String... args) throws Exception {
        var command = new java.util.ArrayList<>(List.of("git"));
        command.addAll(List.of(args));
        assertThat(new ProcessBuilder(command).directory(dir.toFile()).start().waitFor())
                .isZero();
    }

    @Test
    void keys_are_redacted_in_results() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.example("redact.ts"))) {
            var result = trial.fire(TOOL_RESULT, ToolResult.of("read", new ToolInput.Read("x"), "A API_KEY=abc B"));
            assertThat(result.text()).isEqualTo("A API_KEY=[REDACTED] B");
        }
    }

    @Test
    void a_filter_takes_messages_out_of_the_context() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.example("context-filter.ts"))) {
            var debug = new Message.Custom("debug-only", Body.of("x"), true, null, 1, JsonObject.empty());
            var context = trial.fire(CONTEXT, ModelContext.of(List.of(Message.user("hi", 1), debug)));
            assertThat(context.messages()).containsExactly(Message.user("hi", 1));
        }
    }

    @Test
    void a_handoff_writes_into_the_session_that_it_starts() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.example("handoff.ts"))) {
            trial.run("handoff", "the tests are red");
            assertThat(trial.context().started()).hasSize(1);
            assertThat(trial.context().started().getFirst().messages().toString())
                    .contains("the tests are red");
        }
    }

    @Test
    void a_pop_leaves_a_summary_behind() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.example("stack.ts"))) {
            trial.session().user("one").user("two").user("three");
            assertThat(trial.run("pop", "2")).isEqualTo(Outcome.status("Popped to turn 2"));
            var session = trial.session();
            var context = trial.fire(
                    CONTEXT, new ModelContext(session.messages(), session.indexed(), session.contextMessages(), false));
            assertThat(context.messages()).extracting(Message::text).containsExactly("one", "[Summary]\n\n2 entries");
        }
    }

    @Test
    void a_spawn_hook_rewrites_commands_unseen() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.example("spawn.ts"))) {
            var output = trial.call("bash", "{\"command\": \"npm install; echo $CUSTOM_VAR\"}");
            assertThat(Content.text(output.content())).contains("pnpm install").contains("1");
        }
    }

    @Test
    void a_package_may_use_all_that_its_loader_must_know() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.example("everything.ts")).flag("word", "given")) {
            trial.run("everything", "");
            assertThat(trial.ui().shown().toString())
                    .contains("a helper, some data, top-level await, kept, everything.ts, given");
            assertThat(Content.text(trial.call("double", "{\"number\": 21}").content()))
                    .isEqualTo("42");
            assertThatThrownBy(() -> trial.call("double", "{\"number\": 0}")).hasMessage("zero stays zero");
        }
    }
}
