package dev.pawl.bridge;

import static dev.pawl.api.HookPoints.BEFORE_AGENT_START;
import static dev.pawl.api.HookPoints.CONTEXT;
import static dev.pawl.api.HookPoints.INPUT;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.Hook;
import dev.pawl.api.Outcome;
import dev.pawl.api.event.BeforeAgentStart;
import dev.pawl.api.event.Input;
import dev.pawl.api.event.ModelContext;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.ToolResult;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.bridge.process.NodePackages;
import dev.pawl.bridge.process.NodeSetup;
import dev.pawl.hooks.bound.Timeouts;
import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hooks that are wrong in every way get a sentence with file and line, and the others go on. */
@Deep
class BadInputTest {
    private static final ToolCall CALL = ToolCall.of("bash", new ToolInput.Bash("ls"));

    @TempDir
    Path dir;

    /** Loads a wrong hook before a right one, and returns what was said about the wrong one. */
    private String problemOf(NodeTrial node, Hook wrong) throws Exception {
        return problemOf(node, wrong, Timeouts.DEFAULT);
    }

    private String problemOf(NodeTrial node, Hook wrong, Timeouts limits) throws Exception {
        var right = node.bodies(dir, "pi.on('tool_call', () => ({ block: true, reason: 'here' }))")[0];
        try (var trial = HookTrial.within(limits, wrong, right)) {
            assertThat(trial.withoutFailedHooks().fire(TOOL_CALL, CALL)).isInstanceOf(Decision.Stop.class);
            return trial.problems().toString();
        }
    }

    @Test
    void a_syntax_error_is_reported_with_its_line() throws Exception {
        try (var node = NodeTrial.in(dir)) {
            var wrong = node.source(dir.resolve("wrong.ts"), "export default function (pi) {", "  const = 1;", "}");
            assertThat(problemOf(node, wrong)).contains("wrong.ts:2");
        }
    }

    @Test
    void a_module_without_a_factory_gets_a_message_that_says_what_to_write() throws Exception {
        try (var node = NodeTrial.in(dir)) {
            assertThat(problemOf(node, node.source(dir.resolve("wrong.ts"), "export const a = 1;")))
                    .contains("export default function (pi)");
        }
    }

    @Test
    void a_factory_that_throws_is_reported_with_its_line() throws Exception {
        try (var node = NodeTrial.in(dir)) {
            var wrong = node.source(
                    dir.resolve("wrong.ts"),
                    "export default function (pi: any) {",
                    "",
                    "  throw new Error('no');",
                    "}");
            assertThat(problemOf(node, wrong)).contains("no (", "wrong.ts:3");
        }
    }

    @Test
    void a_factory_that_never_ends_is_left_behind() throws Exception {
        try (var node = NodeTrial.in(dir)) {
            var wrong = node.source(dir.resolve("wrong.ts"), "export default () => new Promise(() => {});");
            assertThat(problemOf(node, wrong, Timeouts.ofMillis(3_000, 0))).contains("timed out after 3000 ms");
        }
    }

    @Test
    void files_that_take_longer_to_read_than_a_hook_may_take_are_waited_for() throws Exception {
        try (var node = NodeTrial.in(dir, Duration.ofSeconds(3))) {
            var big = node.source(
                    dir.resolve("big.ts"),
                    "const end = Date.now() + 4000;",
                    "while (Date.now() < end);",
                    "await new Promise((resolve) => setTimeout(resolve, 500));",
                    "export default (pi: any) => pi.command('big', { handler: async () => 'loaded' });");
            try (var trial = HookTrial.within(Timeouts.ofMillis(3_000, 0), big)) {
                assertThat(trial.problems()).isEmpty();
                assertThat(trial.run("big", "")).isEqualTo(Outcome.prompt("loaded"));
                assertThat(node.notices).isEmpty();
            }
        }
    }

    @Test
    void an_import_that_is_not_there_is_named() throws Exception {
        try (var node = NodeTrial.in(dir)) {
            var wrong =
                    node.source(dir.resolve("wrong.ts"), "import x from 'no-such-package';", "export default () => x;");
            assertThat(problemOf(node, wrong)).contains("no-such-package", "wrong.ts");
        }
    }

    @Test
    void an_object_is_no_name_of_a_command() throws Exception {
        try (var node = NodeTrial.in(dir)) {
            var wrong = node.source(
                    dir.resolve("wrong.ts"),
                    "export default (pi: any) => {",
                    "  pi.registerCommand({ name: 'x' }, { handler: async () => {} });",
                    "};");
            assertThat(problemOf(node, wrong)).contains("a command needs a name", "an object", "wrong.ts:2");
        }
    }

    @Test
    void a_hook_cannot_end_the_process() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, "pi.on('tool_call', () => process.exit(3))"))) {
            trial.fire(TOOL_CALL, CALL);
            assertThat(trial.errors().getFirst().error()).contains("process.exit(3)", "ctx.shutdown()");
        }
    }

    @Test
    void an_unhandled_rejection_is_reported_and_nothing_ends() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, """
                    pi.on("tool_call", async () => {
                      void Promise.reject(new Error("lost"));
                      await new Promise((resolve) => setTimeout(resolve, 50));
                      return { block: true, reason: "still here" };
                    });
                    """))) {
            assertThat(trial.fire(TOOL_CALL, CALL)).isInstanceOf(Decision.Stop.class);
            assertThat(node.notices)
                    .singleElement()
                    .satisfies(notice -> assertThat(notice).contains("hook0.ts", "unhandled rejection: lost"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "42",
                "'text'",
                "[]",
                "null",
                "true",
                "() => 1",
                "new Map()",
                "{}",
                "{ block: 0 }",
                "{ action: 'dance' }",
                "{ content: 5, isError: 'maybe' }",
                "{ nested: { a: undefined } }"
            })
    void a_result_of_the_wrong_shape_says_nothing(String result) throws Exception {
        var all = "for (const name of ['tool_call', 'tool_result', 'context', 'input', 'before_agent_start'])"
                + " pi.on(name, () => (" + result + "));";
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, all))) {
            assertThat(trial.fire(TOOL_CALL, CALL)).isEqualTo(Decision.pass(CALL));
            var toolResult = ToolResult.of("read", new ToolInput.Read("x"), "text");
            assertThat(trial.fire(TOOL_RESULT, toolResult)).isSameAs(toolResult);
            var context = ModelContext.of(List.of(Message.user("hi", 1)));
            assertThat(trial.fire(CONTEXT, context)).isSameAs(context);
            var input = Input.of("hi");
            assertThat(trial.fire(INPUT, input)).isEqualTo(input.proceed());
            var start = BeforeAgentStart.of("hi", "prompt");
            assertThat(trial.fire(BEFORE_AGENT_START, start)).isSameAs(start);
            assertThat(trial.errors()).isEmpty();
        }
    }

    @Test
    void a_text_that_an_input_handler_returns_changes_nothing_and_is_reported_once() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, "pi.on('input', () => 'other');"))) {
            var input = Input.of("hi");
            for (int i = 0; i < 2; i++) {
                assertThat(trial.fire(INPUT, input)).isEqualTo(input.proceed());
            }
            assertThat(node.notices).singleElement().asString().contains("an input handler returned a text");
        }
    }

    @Test
    void a_result_that_is_no_json_fails_its_handler_alone() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, """
                    const circle: any = {};
                    circle.self = circle;
                    pi.on("tool_result", () => circle);
                    pi.on("tool_result", () => ({ content: [{ type: "text", text: "second" }] }));
                    """))) {
            var result = trial.fire(TOOL_RESULT, ToolResult.of("read", new ToolInput.Read("x"), "text"));
            assertThat(result.text()).isEqualTo("second");
            assertThat(trial.errors())
                    .singleElement()
                    .satisfies(error -> assertThat(error.error()).contains("cannot be written as JSON"));
        }
    }

    @Test
    void without_node_the_hook_that_needs_it_says_so() throws Exception {
        var environment = new HashMap<>(System.getenv());
        environment.put(NodeSetup.NODE, "/no/such/node");
        environment.put(NodeSetup.PACKAGES, dir.toString());
        try (var node = NodeTrial.with(dir, environment);
                var trial = HookTrial.in(dir, node.bodies(dir, ""))) {
            assertThat(trial.problems())
                    .singleElement()
                    .satisfies(problem -> assertThat(problem.message())
                            .contains("TypeScript hooks need Node.js 20 or newer", "/no/such/node", "nodePath"));
        }
    }

    /** What is told of a hook if this script is the Node that is found. */
    private String problemWith(String... script) throws Exception {
        var node = dir.resolve("node");
        Files.write(node, List.of(script));
        Files.setPosixFilePermissions(node, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (var real = NodeTrial.in(dir);
                var found = NodeTrial.with(dir, real.withNode(node));
                var trial = HookTrial.in(dir, found.bodies(dir, ""))) {
            return trial.problems().toString();
        }
    }

    @Test
    void a_node_that_is_too_old_is_distinguished_from_none() throws Exception {
        assertThat(problemWith("#!/bin/sh", "echo node: bad option: --disable-warning >&2", "exit 9"))
                .contains("need Node.js 20.19 or newer", "is older", "nodePath");
        var pretending = dir.resolve("old.cjs");
        Files.writeString(pretending, "Object.defineProperty(process, 'version', { value: 'v20.11.1' });");
        assertThat(problemWith("#!/bin/sh", "exec node --require " + pretending + " \"$@\""))
                .contains("need Node.js 20.19 or newer", "is v20.11.1", "nodePath");
    }

    @Test
    void options_in_the_environment_that_node_refuses_are_named() throws Exception {
        assertThat(problemWith("#!/bin/sh", "NODE_OPTIONS=--cpu-prof exec node \"$@\""))
                .contains("--cpu-prof is not allowed in NODE_OPTIONS", "unset it")
                .doesNotContain("older");
    }

    @Test
    void a_native_module_that_is_not_there_or_is_none_is_named() throws Exception {
        try (var node = NodeTrial.in(dir)) {
            var native_ = dir.resolve("node_modules/native-thing");
            Files.createDirectories(native_);
            Files.writeString(native_.resolve("index.js"), "module.exports = require('./thing.node');");
            Files.writeString(native_.resolve("package.json"), "{\"name\":\"native-thing\",\"version\":\"1.0.0\"}");
            var lines = new String[] {"import thing from 'native-thing';", "export default () => thing;"};
            assertThat(problemOf(node, node.source(dir.resolve("wrong.ts"), lines)))
                    .contains("wrong.ts", "thing.node");
            Files.writeString(native_.resolve("thing.node"), "this is no library");
            assertThat(problemOf(node, node.source(dir.resolve("wrong2.ts"), lines)))
                    .contains("wrong2.ts", "thing.node");
        }
    }

    @Test
    void a_broken_package_file_beside_a_hook_is_named() throws Exception {
        try (var node = NodeTrial.in(dir)) {
            Files.writeString(Files.createDirectories(dir.resolve("broken")).resolve("package.json"), "{ nope");
            var hook = node.source(
                    dir.resolve("broken/hook.ts"),
                    "import { word } from './word.js';",
                    "export default (pi: any) => pi.on('input', () => word);");
            Files.writeString(dir.resolve("broken/word.ts"), "export const word = 'said';");
            assertThat(problemOf(node, hook)).contains("broken/package.json", "hook.ts");
        }
    }

    @Test
    void without_npm_the_packages_are_asked_for() throws Exception {
        try (var node = NodeTrial.with(dir, Map.of("PATH", "/nowhere"))) {
            var files = new NodePackages(new NodeSetup(
                    dir,
                    dir,
                    Map.of("PATH", "/nowhere"),
                    NodeSetup.Programs.USUAL,
                    false,
                    null,
                    null,
                    NodeSetup.Reports.NONE));
            org.assertj.core.api.Assertions.assertThatThrownBy(files::packages)
                    .hasMessageContaining("could not be installed");
            assertThat(node.bridge.process()).isNull();
        }
    }

    @Test
    void an_installation_that_is_under_way_ends_with_the_bridge() throws Exception {
        var bin = Files.createDirectories(dir.resolve("bin"));
        var begun = dir.resolve("begun");
        var npm = bin.resolve("npm");
        Files.writeString(npm, "#!/bin/sh\nsleep 600 &\necho $$ $! > '" + begun + "'\nwait\n");
        Files.setPosixFilePermissions(npm, PosixFilePermissions.fromString("rwx------"));
        var agent = dir.resolve("agent");
        var environment = new HashMap<>(System.getenv());
        environment.put("PATH", bin + ":" + environment.get("PATH"));
        // Behind a proxy npm is asked.
        environment.put("HTTPS_PROXY", "http://127.0.0.1:9");
        var bridge = new NodeBridge(new NodeSetup(
                agent, dir, environment, NodeSetup.Programs.USUAL, false, null, null, NodeSetup.Reports.NONE));
        var preparing = Thread.ofVirtual().start(() -> {
            try {
                bridge.prepare();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Await.until("npm has begun", () -> Files.exists(begun) && Files.size(begun) > 0);

        bridge.close();

        preparing.join();
        for (var pid : Files.readString(begun).strip().split(" ")) {
            var left = ProcessHandle.of(Long.parseLong(pid));
            Await.until(
                    pid + " has ended", () -> !left.map(ProcessHandle::isAlive).orElse(false));
        }
        assertThat(agent.resolve("cache/pawl-node")).isDirectoryNotContaining("glob:**/packages*");
    }

    @Test
    void offline_nothing_is_fetched_and_what_is_needed_is_named() {
        var asked = new ArrayList<String>();
        var packages = new NodePackages(new NodeSetup(
                dir.resolve("agent"),
                dir,
                System.getenv(),
                NodeSetup.Programs.USUAL,
                true,
                null,
                null,
                new NodeSetup.Reports(asked::add, _ -> {}, _ -> {})));
        assertThatThrownBy(packages::packages)
                .hasMessageContaining("nothing is fetched while offline")
                .hasMessageContaining("npm install @earendil-works/pi-agent-core@")
                .hasMessageContaining(NodeSetup.PACKAGES);
        assertThat(asked).isEmpty();
        assertThat(dir.resolve("agent")).doesNotExist();
    }

    @Test
    void messages_that_are_none_are_named_and_nothing_else_is_lost() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, """
                    const fs = await import("node:fs");
                    const send = (text) => {
                      const body = Buffer.from(text);
                      const frame = Buffer.alloc(4 + body.length);
                      frame.writeUInt32BE(body.length, 0);
                      body.copy(frame, 4);
                      fs.writeSync(4, frame);
                    };
                    let calls = 0;
                    pi.on("tool_call", () => {
                      send("nonsense");
                      send('{"type":"greet"}');
                      send('{"type":"notice","method":"sing","arguments":[]}');
                      send('{"type":"request","id":123456789,"method":"sing","extension":1,"arguments":[]}');
                      return { block: true, reason: "call " + ++calls };
                    });
                    """))) {
            var process = node.bridge.process();
            for (int call = 1; call <= 2; call++) {
                assertThat(trial.fire(TOOL_CALL, CALL)).asString().contains("call " + call);
            }
            assertThat(node.bridge.process()).isEqualTo(process);
            assertThat(trial.errors()).isEmpty();
            assertThat(node.notices)
                    .hasSize(6)
                    .allMatch(notice -> notice.startsWith(
                            "TypeScript hooks: a message of their process cannot be read" + " and is ignored: "))
                    .anyMatch(notice -> notice.contains("nonsense"))
                    .anyMatch(notice -> notice.contains("no message of the type greet"))
                    .anyMatch(notice -> notice.contains("the method sing does not exist"));
        }
    }
}
