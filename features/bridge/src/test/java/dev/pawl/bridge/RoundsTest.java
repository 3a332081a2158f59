package dev.pawl.bridge;

import static dev.pawl.api.HookPoints.AGENT_START;
import static dev.pawl.api.HookPoints.CONTEXT;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Hook;
import dev.pawl.api.event.AgentStart;
import dev.pawl.api.event.ModelContext;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.hooks.bound.Timeouts;
import dev.pawl.hooks.trace.Effect;
import dev.pawl.hooks.trace.Trace;
import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.HookTrial;
import dev.pawl.testkit.ManualTicker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handlers that one message names: each is called once, in its turn, with the event as it is then. */
@Deep
class RoundsTest {
    private static final ToolCall CALL = ToolCall.of("bash", new ToolInput.Bash("ls"));

    /** Started once, for the tests that leave it as it was. */
    private static NodeTrial node;

    @TempDir
    Path dir;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        node = NodeTrial.in(folder);
        node.bridge.prepare();
    }

    @AfterAll
    static void end() {
        node.close();
    }

    /** A hook whose handlers write their names into a file, in the order in which they are called. */
    private static String noting(String... handlers) {
        var body = new StringBuilder("""
            const { appendFileSync } = await import("node:fs");
            const note = (text: string) => appendFileSync("LOG", text + "\\n");
            """);
        for (var handler : handlers) {
            body.append(handler).append('\n');
        }
        return body.toString();
    }

    private Hook[] hooks(NodeTrial node, String... bodies) throws Exception {
        var log = dir.resolve("log").toString();
        var texts = List.of(bodies).stream()
                .map(body -> noting(body).replace("LOG", log))
                .toArray(String[]::new);
        return node.bodies(dir, texts);
    }

    private List<String> log() throws Exception {
        var file = dir.resolve("log");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    /** What the handlers of the last event did, in their order. */
    private static List<Effect> effects(HookTrial trial) {
        return trial.engine().traces().latest().getLast().steps().stream()
                .map(Trace.Step::effect)
                .toList();
    }

    @Test
    void handlers_of_several_extensions_are_called_once_each_and_in_order() throws Exception {
        var bodies = IntStream.range(0, 3)
                .mapToObj(extension -> IntStream.range(0, 4)
                        .mapToObj(handler ->
                                "pi.on('tool_call', async () => { note('" + extension + "." + handler + "'); });")
                        .reduce("", (all, one) -> all + one + "\n"))
                .toArray(String[]::new);
        try (var trial = HookTrial.in(dir, hooks(node, bodies))) {
            assertThat(trial.fire(TOOL_CALL, CALL)).isInstanceOf(Decision.Pass.class);
            trial.fire(TOOL_CALL, CALL);
        }
        var once = IntStream.range(0, 12).mapToObj(i -> i / 4 + "." + i % 4).toList();
        assertThat(log().subList(0, 12)).isEqualTo(once);
        assertThat(log().subList(12, 24)).isEqualTo(once);
        assertThat(log()).hasSize(24);
    }

    @Test
    void a_handler_after_one_that_changed_the_input_sees_the_change() throws Exception {
        try (var trial = HookTrial.in(
                dir,
                hooks(
                        node,
                        "pi.on('tool_call', (e) => { note(e.input.command); });",
                        "pi.on('tool_call', (e) => { e.input.command += ' -a'; });"
                                + "pi.on('tool_call', (e) => { note(e.input.command); });",
                        "pi.on('tool_call', (e) => { note(e.input.command); });"))) {
            var passed = (Decision.Pass<ToolCall, ?>) trial.fire(TOOL_CALL, CALL);
            assertThat(passed.event().input()).isEqualTo(new ToolInput.Bash("ls -a"));
        }
        assertThat(log()).containsExactly("ls", "ls -a", "ls -a");
    }

    @Test
    void a_handler_after_one_that_failed_sees_the_model_in_use() throws Exception {
        try (var trial = HookTrial.in(
                dir,
                hooks(
                        node,
                        "pi.on('agent_start', () => { throw new Error('no'); });",
                        "pi.on('agent_start', (e, ctx) => { note(ctx.model.id); });"))) {
            trial.fire(AGENT_START, new AgentStart());
            var first = requireNonNull(trial.context().models().current());
            trial.context().models().select(renamed(first, "another"));
            trial.fire(AGENT_START, new AgentStart());
            assertThat(log()).containsExactly(first.id(), "another");
        }
    }

    private static Model renamed(Model model, String id) {
        return new Model(
                model.provider(),
                id,
                model.name(),
                model.api(),
                model.baseUrl(),
                model.reasoning(),
                model.thinkingLevels(),
                model.input(),
                model.cost(),
                model.contextWindow(),
                model.maxTokens(),
                model.extra());
    }

    @Test
    void handlers_after_one_that_blocked_are_not_called() throws Exception {
        try (var trial = HookTrial.in(
                dir,
                hooks(
                        node,
                        "pi.on('tool_call', () => { note('first'); });",
                        "pi.on('tool_call', () => ({ block: true, reason: 'no' }));",
                        "pi.on('tool_call', () => { note('third'); });"))) {
            assertThat(trial.fire(TOOL_CALL, CALL)).isInstanceOf(Decision.Stop.class);
        }
        assertThat(log()).containsExactly("first");
    }

    @Test
    void a_handler_that_fails_ends_nothing_for_those_after_it() throws Exception {
        try (var trial = HookTrial.in(
                dir,
                hooks(
                        node,
                        "pi.on('agent_start', () => { note('first'); });",
                        "pi.on('agent_start', async () => { throw new Error('second'); });",
                        "pi.on('agent_start', () => { note('third'); });",
                        "pi.on('agent_start', () => { note('fourth'); });"))) {
            trial.fire(AGENT_START, new AgentStart());
            assertThat(trial.errors())
                    .singleElement()
                    .satisfies(error -> assertThat(error.error()).contains("second"));
            assertThat(effects(trial)).containsExactly(Effect.PASSED, Effect.FAILED, Effect.PASSED, Effect.PASSED);
        }
        assertThat(log()).containsExactly("first", "third", "fourth");
    }

    @Test
    void a_hook_of_java_between_them_has_its_turn() throws Exception {
        try (var node = NodeTrial.in(dir)) {
            var hooks = hooks(
                    node,
                    "pi.on('tool_call', (e) => { note('0 ' + e.input.command); });",
                    "pi.on('tool_call', (e) => { note('1 ' + e.input.command); });",
                    "pi.on('tool_call', (e) => { note('2 ' + e.input.command); });");
            Hook between =
                    host -> host.on(TOOL_CALL, (event, _) -> Decision.pass(event.withInput(new ToolInput.Bash("pwd"))));
            try (var trial = HookTrial.in(dir, hooks[0], between, hooks[1], hooks[2])) {
                trial.fire(TOOL_CALL, CALL);
            }
        }
        assertThat(log()).containsExactly("0 ls", "1 pwd", "2 pwd");
    }

    @Test
    void the_one_that_takes_too_long_is_named_and_the_next_is_called_once() throws Exception {
        try (var node = NodeTrial.in(dir)) {
            // The limit is for the handlers: the process is started before, however long that takes here.
            try (var started = HookTrial.in(dir, node.bodies(dir.resolve("first"), "pi.on('agent_start', () => {})"))) {
                started.fire(AGENT_START, new AgentStart());
            }
            var time = new ManualTicker();
            try (var trial = HookTrial.within(
                    Timeouts.DEFAULT.by(time),
                    hooks(
                            node,
                            "pi.on('agent_start', async () => { note('first'); });",
                            "pi.on('agent_start', () => new Promise(() => {}));",
                            "pi.on('agent_start', async () => { note('third'); });",
                            "pi.on('agent_start', async () => { note('fourth'); });"))) {
                Thread.startVirtualThread(() -> {
                    try {
                        Await.until(
                                "the second one is waited for",
                                () -> trial.engine().waiting().stream()
                                        .anyMatch(one -> one.hook().endsWith(" 2")));
                        time.pass(Duration.ofSeconds(30));
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
                trial.fire(AGENT_START, new AgentStart());
                assertThat(trial.errors())
                        .singleElement()
                        .satisfies(error -> assertThat(error.error()).contains("timed out after 30000 ms"));
                assertThat(effects(trial))
                        .containsExactly(Effect.PASSED, Effect.TIMED_OUT, Effect.PASSED, Effect.PASSED);
            }
        }
        assertThat(log()).containsExactly("first", "third", "fourth");
    }

    @Test
    void the_one_that_never_ends_is_named_though_it_keeps_the_thread_busy() throws Exception {
        try (var node = NodeTrial.in(dir, Duration.ofSeconds(5));
                var trial = HookTrial.in(
                        dir,
                        hooks(
                                node,
                                "pi.on('tool_call', async () => { note('first'); });",
                                "pi.on('tool_call', () => { for (;;) {} });"))) {
            assertThat(trial.fire(TOOL_CALL, CALL)).isInstanceOf(Decision.Stop.class);
            assertThat(effects(trial)).containsExactly(Effect.PASSED, Effect.FAILED);
        }
        assertThat(log()).containsExactly("first");
    }

    @Test
    void what_a_handler_asks_for_or_changes_counts_for_those_after_it() throws Exception {
        try (var trial = HookTrial.in(
                dir,
                hooks(
                        node,
                        "pi.on('agent_start', (_, ctx) => { note(String(pi.getSessionName())); });",
                        "pi.on('agent_start', () => { pi.setSessionName('second'); });",
                        "pi.on('agent_start', async () => {"
                                + " await new Promise((r) => setTimeout(r, 5)); note(pi.getSessionName()); });",
                        "pi.on('agent_start', () => { note(pi.getSessionName()); });"))) {
            trial.fire(AGENT_START, new AgentStart());
            assertThat(trial.errors()).isEmpty();
        }
        assertThat(log().subList(1, 3)).containsExactly("second", "second");
    }

    @Test
    void messages_that_one_looked_at_are_there_for_the_next_unchanged() throws Exception {
        try (var trial = HookTrial.in(
                dir,
                hooks(
                        node,
                        "pi.on('context', (e) => { note(e.messages.length); e.messages = []; });",
                        "pi.on('context', (e) => { note(e.messages.length); });",
                        "pi.on('context', (e) => ({ messages: [...e.messages, ...e.messages] }));",
                        "pi.on('context', (e) => { note(e.messages.length); });"))) {
            var changed = trial.fire(CONTEXT, ModelContext.of(List.of(Message.user("hello", 0))));
            assertThat(changed.messages()).hasSize(2);
        }
        assertThat(log()).containsExactly("1", "1", "2");
    }
}
