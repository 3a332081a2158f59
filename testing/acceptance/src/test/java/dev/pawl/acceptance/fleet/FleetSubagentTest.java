package dev.pawl.acceptance.fleet;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import dev.pawl.start.attach.SessionState.Phase;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A subagent whose worker is killed: the worker that goes on with the session goes on with it, too. */
@Deep
class FleetSubagentTest {
    private static final String DELEGATES = """
        import module dev.pawl.api;
        import static dev.pawl.api.HookPoints.*;

        class Dropped implements Hook {
            public void install(Host pi) {
                pi.tool(Tool.of("delegate", "Has another agent do it.", JsonObject.parse("{\\"type\\":\\"object\\"}"),
                                (_, ctx) -> ToolOutput.text(ctx.subagent(SubagentTask.of("Look", List.of("bash"))).text()))
                        .with(tool -> tool.annotations(new ToolTraits.Annotations(false, false, true, false))));
                pi.on(TOOL_CALL, (call, ctx) -> {
                    java.nio.file.Files.writeString(ctx.project().cwd().resolve("gate"), call.toolName() + "\\n",
                            java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.APPEND);
                    return call.allow();
                });
            }
        }
        """;

    @TempDir
    Path dir;

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    private static Turn next(String said, int turn) {
        return said.equals("Look")
                ? switch (turn) {
                    case 0 -> bash("echo once >> ran; echo first");
                    case 1 -> bash("touch begun; until [ -e go ]; do sleep 0.02; done; echo twice >> ran");
                    default -> Turn.text("Found it.");
                }
                : turn == 0 ? Turn.calls(call("delegate", JsonObject.empty())) : Turn.text("Seen.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "postgresql", "restate"})
    void it_goes_on_where_it_was_and_does_nothing_twice(String kind) throws Exception {
        try (var over = TestEngine.over(kind, dir);
                var fleet = new Fleet(dir, over.address(), FleetSubagentTest::next, over.workers())) {
            fleet.user("hooks/delegates.java", DELEGATES);
            fleet.start();
            fleet.submit(over.engine(), over.place(0), "s", "go");
            var folder = fleet.project.resolve("s");
            Await.until("the subagent is at work", fleet::output, () -> Files.exists(folder.resolve("begun")));
            fleet.killAll();
            Files.createFile(folder.resolve("go"));
            Fleet.await(over.engine(), "the session rests", state -> state.phase() == Phase.IDLE);

            assertThat(Fleet.messages(over.engine(), "s"))
                    .as(fleet.output())
                    .anyMatch(message -> message.contains("Found it."))
                    .last()
                    .asString()
                    .contains("Seen.");
            assertThat(folder.resolve("ran")).hasContent("once\ntwice");
            // The gates are asked about the subagent's calls, each once.
            assertThat(folder.resolve("gate")).hasContent("delegate\nbash\nbash");
            assertThat(fleet.model.requests()).isEqualTo(5);
        }
    }
}
