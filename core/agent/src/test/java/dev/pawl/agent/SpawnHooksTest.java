package dev.pawl.agent;

import static dev.pawl.api.HookPoints.TOOL_AUTHORIZE;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.SpawnRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpawnHooksTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    private TestAgent.Builder running(String command) {
        return TestAgent.in(dir).model(Turn.calls(call("bash", JsonObject.of("command", command))), Turn.text("Done."));
    }

    @Test
    void a_handler_that_authorizes_sees_the_final_command_and_exactly_that_runs() throws Exception {
        var elsewhere = Files.createDirectories(dir.resolve("elsewhere"));
        try (var it = running("echo plain")
                .hook(pi -> {
                    pi.on(TOOL_CALL, (call, _) -> {
                        recorded.add("gate " + call.arguments().string("command"));
                        return call.allow();
                    });
                    pi.on(TOOL_AUTHORIZE, (call, _) -> {
                        recorded.add(
                                "runs " + call.command() + " in " + call.cwd().getFileName() + " with "
                                        + call.changedEnvironment().contains("COLOUR"));
                        return call.allow();
                    });
                    pi.spawn(request -> request.withCommand(request.command() + "; echo $COLOUR; pwd"));
                })
                .hook(pi -> pi.spawn(request -> request.withCommand("set -e; " + request.command())
                        .withCwd(elsewhere)
                        .withVariable("COLOUR", "red")))
                .start()) {
            it.prompt("Go");
            assertThat(recorded)
                    .containsExactly(
                            "gate echo plain", "runs set -e; echo plain; echo $COLOUR; pwd in elsewhere with true");
            assertThat(it.results().getFirst().text().lines())
                    .containsExactly("plain", "red", elsewhere.toRealPath().toString());
            // What the model asked for stays what it asked for.
            assertThat(it.of(AgentEvent.ToolStarted.class).getFirst().start().args())
                    .isEqualTo(JsonObject.of("command", "echo plain"));
        }
    }

    @Test
    void nothing_that_a_spawn_hook_still_holds_changes_what_was_authorized() throws Exception {
        var mine = new LinkedHashMap<String, String>();
        try (var it = running("echo $COLOUR")
                .hook(pi -> {
                    pi.spawn(request -> {
                        mine.putAll(request.environment());
                        mine.put("COLOUR", "red");
                        return new SpawnRequest(request.command(), request.cwd(), mine);
                    });
                    pi.on(TOOL_AUTHORIZE, (call, _) -> {
                        mine.put("COLOUR", "blue");
                        return call.allow();
                    });
                })
                .start()) {
            it.prompt("Go");
            assertThat(it.results().getFirst().text().strip()).isEqualTo("red");
        }
    }

    @Test
    void a_blocked_call_never_reaches_a_spawn_hook() throws Exception {
        try (var it = running("echo plain")
                .hook(pi -> {
                    pi.on(TOOL_CALL, (call, _) -> call.block("no"));
                    pi.spawn(request -> {
                        recorded.add("spawn");
                        return request;
                    });
                })
                .start()) {
            it.prompt("Go");
            assertThat(recorded).isEmpty();
        }
    }

    @Test
    void a_spawn_hook_that_breaks_keeps_the_command_from_running() throws Exception {
        try (var it = running("touch made")
                .hook(pi -> pi.spawn(_ -> {
                    throw new StackOverflowError();
                }))
                .start()) {
            it.prompt("Go");
            assertThat(it.results().getFirst().isError()).isTrue();
            assertThat(it.results().getFirst().text()).contains("StackOverflowError");
            assertThat(dir.resolve("work/made")).doesNotExist();
            assertThat(it.requests()).isEqualTo(2);
        }
    }

    @Test
    @SuppressWarnings("NullAway") // Hooks are compiled without it.
    void a_spawn_hook_that_answers_null_keeps_the_command_from_running() throws Exception {
        try (var it = running("touch made").hook(pi -> pi.spawn(_ -> null)).start()) {
            it.prompt("Go");
            assertThat(it.results().getFirst().text()).contains("hook1: a spawn hook returned null");
            assertThat(dir.resolve("work/made")).doesNotExist();
        }
    }

    @Test
    void a_command_may_be_blocked_for_where_it_would_run() throws Exception {
        try (var it = running("touch made")
                .hook(pi -> {
                    pi.spawn(request -> request.withCwd(Path.of("/")));
                    pi.on(
                            TOOL_AUTHORIZE,
                            (call, _) -> call.cwd().equals(Path.of("/")) ? call.block("not there") : call.allow());
                })
                .start()) {
            it.prompt("Go");
            assertThat(it.results().getFirst().text()).isEqualTo("not there");
        }
    }
}
