package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.Programs;
import dev.pawl.machine.Checkout;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every way in which a tool can be run passes the same policy: a rule that forbids it, and plan mode.
 *
 * <p>Ways into the program that need a process of their own have their tests in {@code house}: an editor ({@code
 * EditorPolicyTest}), the tool server ({@code ServedPolicyTest}) and workers of a fleet ({@code FleetPolicyTest}).
 */
class EveryWayTest {
    private static final Path SERVER = Checkout.file("features/mcp/src/test/resources/dev/pawl/mcp/server.mjs");
    private static final JsonObject TOUCH = JsonObject.of("command", "touch made");

    /** Tools of a hook: one starts a subagent, one calls a tool, one is called by a handler, one works by itself. */
    private static final String TOOLS = """
        var none = JsonObject.of("type", "object");
        pi.tool(Tool.of("agent", "Starts an agent", none, (arguments, ctx) ->
            ToolOutput.text(String.valueOf(ctx.subagent(SubagentTask.of("Do it", java.util.List.of("bash"))).text()))));
        pi.tool(Tool.of("nested", "Calls a tool", none, (arguments, ctx) ->
            ctx.executeTool("bash", JsonObject.of("command", "touch made")).output()));
        pi.tool(Tool.of("handled", "Has a handler call a tool", none, (arguments, ctx) -> ToolOutput.text("handled")));
        pi.on(TOOL_CALL, (call, ctx) -> {
            if (call.toolName().equals("handled")) {
                ctx.tools().call("bash", JsonObject.of("command", "touch made"));
            }
            return call.allow();
        });
        pi.tool(Tool.of("own", "Works by itself", none, (arguments, ctx) -> {
            java.nio.file.Files.writeString(ctx.project().cwd().resolve("made"), "");
            return ToolOutput.text("made");
        }));\
        """;

    /** A way, and the rule that forbids what it runs. */
    enum Way {
        MODEL("Bash(touch *)"),
        SUBAGENT("Bash(touch *)"),
        TOOL_OF_A_TOOL("Bash(touch *)"),
        HANDLER("Bash(touch *)"),
        TOOL_OF_A_HOOK("own"),
        WRITE("Write(made)"),
        SERVER("mcp__te_st"),
        CLIENT("Bash(touch *)"),
        TYPED("Bash(touch *)");

        final String rule;

        Way(String rule) {
            this.rule = rule;
        }
    }

    @TempDir
    Path dir;

    private static Turn[] turns(Way way) {
        var first = switch (way) {
            case MODEL, CLIENT, TYPED -> call("bash", TOUCH);
            case SUBAGENT -> call("agent", JsonObject.empty());
            case TOOL_OF_A_TOOL -> call("nested", JsonObject.empty());
            case HANDLER -> call("handled", JsonObject.empty());
            case TOOL_OF_A_HOOK -> call("own", JsonObject.empty());
            case WRITE -> call("write", JsonObject.of("path", "made", "content", ""));
            case SERVER -> call("mcp__te_st__echo", JsonObject.of("message", "hello"));
        };
        return way == Way.SUBAGENT
                ? new Turn[] {Turn.calls(first), Turn.calls(call("bash", TOUCH)), Turn.text("in"), Turn.text("Done.")}
                : new Turn[] {Turn.calls(first), Turn.text("Done.")};
    }

    /** Goes one way under a policy; whether what it runs ran. */
    private boolean ran(Way way, JsonObject permissions) throws Exception {
        var settings = JsonObject.of("permissions", permissions).toString();
        if (way == Way.TYPED) {
            try (var screen = TestScreen.in(dir, 100, 30, Turn.text("Done."))
                    .user("settings.json", settings)
                    .start()) {
                screen.await("scripted-1");
                screen.submit("!touch made; echo it is over");
                screen.await(
                        "it has run, or was refused",
                        now -> now.contains("was not run")
                                || now.lines().anyMatch(line -> line.strip().equals("it is over")));
                return screen.project().resolve("made").toFile().delete();
            }
        }
        var servers = JsonObject.of(
                "mcpServers",
                JsonObject.of(
                        "te-st",
                        JsonObject.of("command", "node", "args", List.of(SERVER.toString()))
                                .with("exposure", "direct")));
        try (var pawl =
                TestProgram.in(dir, turns(way)).user("settings.json", settings).hook("tools", TOOLS)) {
            if (way == Way.CLIENT) {
                pawl.piped("{\"type\": \"bash\", \"command\": \"touch made\"}\n", "--mode", "rpc");
            } else if (way == Way.SERVER) {
                pawl.user("mcp.json", servers.toString()).run("-p", "Go");
                return pawl.asked(2).getLast().contains("Echo: hello");
            } else {
                pawl.run("-p", "Go");
            }
            return pawl.project.resolve("made").toFile().delete();
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_rule_and_plan_mode_hold_on_every_way(Way way) throws Exception {
        Assumptions.assumeTrue(
                way != Way.SERVER || Programs.find("node", System.getenv()) != null, "node is not installed");
        var bypass = JsonObject.of("mode", "bypass", "userBash", true);

        assertThat(ran(way, bypass)).as("without a rule it runs").isTrue();
        assertThat(ran(way, bypass.with("deny", List.of(way.rule))))
                .as("a rule")
                .isFalse();
        assertThat(ran(way, JsonObject.of("mode", "plan", "userBash", true)))
                .as("plan mode")
                .isFalse();
        // On the screen somebody is there to ask.
        if (way != Way.TYPED) {
            assertThat(ran(way, bypass.with("ask", List.of(way.rule))))
                    .as("asked, and nobody answers")
                    .isFalse();
        }
    }
}
