package dev.pawl.agent;

import static dev.pawl.api.HookPoints.TOOL_AUTHORIZE;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.Hook;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.hooks.trace.Effect;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks stand around tool calls of another framework. */
class ToolGateTest {
    private static final JsonObject CITY = JsonObject.of("city", "Bern");

    @TempDir
    Path dir;

    private Pawl pawl() {
        return Pawl.with(Map.of("HOME", dir.toString()));
    }

    private static ToolGate.Outcome weather(ToolGate gate, JsonObject arguments, ToolGate.Work work)
            throws InterruptedException {
        return gate.call("weather", "Tells the weather", JsonObject.of("type", "object"), arguments, work);
    }

    private ToolGate gate(Pawl pawl, Hook hook) throws IOException, InterruptedException {
        return pawl.agent(dir).hook("guard", hook).gate();
    }

    @Test
    void a_call_that_no_hook_refuses_runs_and_needs_no_model() throws Exception {
        try (var pawl = pawl();
                var gate = pawl.agent(dir).gate()) {
            var outcome = weather(gate, CITY, arguments -> "fine in " + arguments.string("city"));
            assertThat(outcome).isEqualTo(new ToolGate.Outcome("fine in Bern", false, null));
            assertThat(gate.agent().model()).isNull();
            assertThat(gate.why()).isEmpty();
        }
    }

    @Test
    void a_call_that_a_hook_blocks_does_not_run_and_why_names_the_hook() throws Exception {
        for (Hook hook : List.<Hook>of(
                pi -> pi.on(TOOL_CALL, (call, _) -> call.block("not Bern")),
                pi -> pi.on(TOOL_AUTHORIZE, (shown, _) -> shown.block("not Bern")))) {
            try (var pawl = pawl();
                    var gate = gate(pawl, hook)) {
                var outcome = weather(gate, CITY, _ -> {
                    throw new AssertionError("it ran");
                });
                assertThat(outcome).isEqualTo(new ToolGate.Outcome("not Bern", true, null));
                var step = gate.why().getLast().steps().getFirst();
                assertThat(step.hook()).isEqualTo("guard");
                assertThat(step.effect()).isEqualTo(Effect.STOPPED);
                assertThat(step.note()).contains("not Bern");
            }
        }
    }

    @Test
    void a_gate_that_fails_blocks() throws Exception {
        try (var pawl = pawl();
                var gate = gate(
                        pawl,
                        pi -> pi.on(TOOL_CALL, (_, _) -> {
                            throw new IllegalStateException("broken");
                        }))) {
            var outcome = weather(gate, CITY, _ -> {
                throw new AssertionError("it ran");
            });
            assertThat(outcome.isError()).isTrue();
            assertThat(outcome.text()).contains("broken");
        }
    }

    @Test
    void hooks_change_arguments_and_answers() throws Exception {
        try (var pawl = pawl();
                var gate = gate(pawl, pi -> {
                    pi.on(
                            TOOL_CALL,
                            (call, _) -> call.withArguments(JsonObject.of("city", "Chur"))
                                    .allow());
                    pi.on(TOOL_RESULT, (result, _) -> result.withContent(List.of(Content.text("secret"))));
                })) {
            var seen = new ConcurrentHashMap<String, String>();
            var outcome = weather(gate, CITY, arguments -> {
                seen.put("city", arguments.string("city", ""));
                return "fine";
            });
            assertThat(seen).containsEntry("city", "Chur");
            assertThat(outcome.text()).isEqualTo("secret");
        }
    }

    @Test
    void what_a_tool_throws_is_kept_unless_a_hook_changes_the_answer() throws Exception {
        var thrown = new IOException("no service");
        try (var pawl = pawl();
                var gate = pawl.agent(dir).gate();
                var redacting = gate(
                        pawl,
                        pi -> pi.on(TOOL_RESULT, (result, _) -> result.withContent(List.of(Content.text("failed")))))) {
            assertThat(weather(gate, CITY, _ -> {
                        throw thrown;
                    }))
                    .isEqualTo(new ToolGate.Outcome("no service", true, thrown));
            assertThat(weather(redacting, CITY, _ -> {
                        throw thrown;
                    }))
                    .isEqualTo(new ToolGate.Outcome("failed", true, null));
        }
    }

    @Test
    void calls_made_at_once_have_their_own_work() throws Exception {
        try (var pawl = pawl();
                var gate = gate(pawl, pi -> pi.on(TOOL_CALL, (call, _) -> call.allow()));
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = IntStream.range(0, 200)
                    .<Future<ToolGate.Outcome>>mapToObj(i -> threads.submit(
                            () -> weather(gate, JsonObject.of("n", i), arguments -> i + " " + arguments.get("n"))))
                    .toList();
            for (int i = 0; i < calls.size(); i++) {
                assertThat(calls.get(i).get().text()).isEqualTo(i + " " + i);
            }
        }
    }

    @Test
    void a_hook_that_fails_while_it_is_installed_leaves_no_gate() throws Exception {
        try (var pawl = pawl()) {
            assertThatThrownBy(() -> gate(pawl, _ -> {
                        throw new IllegalStateException("no configuration");
                    }))
                    .hasMessageContaining("guard")
                    .hasMessageContaining("no configuration");
        }
    }
}
