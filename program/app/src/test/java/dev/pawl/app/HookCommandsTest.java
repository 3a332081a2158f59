package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.HookPoints;
import dev.pawl.testkit.model.Script;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The workbench of hook authors: new, try and doctor, with the whole program. */
class HookCommandsTest {
    @TempDir
    Path dir;

    private TestProgram pawl;

    @BeforeEach
    void start() throws Exception {
        pawl = TestProgram.in(dir, Script.of());
    }

    @AfterEach
    void stop() {
        pawl.close();
    }

    @Test
    void a_new_hook_at_any_point_compiles_and_can_be_tried() throws Exception {
        for (var point : HookPoints.all()) {
            var name = point.name().replace('_', '-').replace('.', '-');
            var run = pawl.run("hooks", "new", name, "--point", point.name());
            assertThat(run.err()).as(point.name()).isEmpty();
            assertThat(run.out()).contains("Wrote ~/.pi/agent/hooks/" + name + ".java");
        }
        var listed = pawl.run("hooks");
        assertThat(listed.err()).isEmpty();
        assertThat(listed.status()).isZero();
        for (var point : HookPoints.all()) {
            var tried = pawl.run("hooks", "try", point.name(), "some text");
            assertThat(tried.err()).as(point.name()).doesNotContain("failed");
            assertThat(tried.out()).as(point.name()).doesNotContain("No loaded hook listens");
            assertThat(tried.status()).as(point.name()).isZero();
        }
    }

    @Test
    void a_new_hook_is_a_gate_a_tool_or_a_command() throws Exception {
        pawl.run("hooks", "new", "gate");
        pawl.run("hooks", "new", "count", "--tool");
        pawl.run("hooks", "new", "say", "--command");
        assertThat(pawl.run("hooks", "try", "tool_call", "git push --force").out())
                .contains("Blocked: Do not force a push.");
        assertThat(pawl.run("hooks", "try", "tool_call", "bash", "{\"command\":\"git push --force\"}")
                        .out())
                .contains("Blocked: Do not force a push.");
        assertThat(pawl.run("hooks", "try", "tool_call", "write", "{\"path\":\"a\",\"content\":\"b\"}")
                        .out())
                .contains("Passed, unchanged.");
        assertThat(pawl.run("hooks", "try", "tool:count", "{\"text\":\"hello\"}")
                        .out())
                .contains("5 characters");
        assertThat(pawl.run("hooks", "try", "/say", "hello", "you").out()).contains("Status: You wrote: hello you");
        assertThat(pawl.run("hooks", "new", "gate").err()).contains("is there already");
        assertThat(pawl.run("hooks", "new", "gate").status()).isEqualTo(1);
        assertThat(pawl.run("hooks", "new", "Bad Name").status()).isEqualTo(2);
        assertThat(pawl.run("hooks", "new", "x", "--point", "nowhere").err()).contains("there is no point nowhere");
    }

    @Test
    void a_trial_takes_the_fields_of_an_event_as_json() throws Exception {
        pawl.hook(
                "stop",
                "pi.on(SESSION_STOP, (stop, ctx) -> stop.stopHookActive() ? stop.stop() : stop.goOn(stop.turnId()));");
        assertThat(pawl.run("hooks", "try", "session_stop", "{\"turnId\":\"seven\"}")
                        .out())
                .contains("Stopped: ", "seven");
        assertThat(pawl.run("hooks", "try", "session_stop", "{\"stopHookActive\":true}")
                        .out())
                .contains("Passed, unchanged.");
        var wrong = pawl.run("hooks", "try", "session_stop", "{\"nonsense\":true}");
        assertThat(wrong.err()).contains("SessionStop has no field nonsense; it has messages, turnId");
        assertThat(wrong.status()).isEqualTo(2);
        assertThat(pawl.run("hooks", "try", "session_stop", "{\"turnId\":").status())
                .isEqualTo(2);
    }

    @Test
    void a_trial_takes_the_fields_of_the_call_beside_those_of_its_result() throws Exception {
        pawl.hook(
                "result",
                "pi.on(TOOL_RESULT, (result, ctx) -> result.withText(result.call().toolName() + \" \" +"
                        + " result.isError()));");
        assertThat(pawl.run("hooks", "try", "tool_result", "{\"toolName\":\"web\",\"isError\":true}")
                        .out())
                .contains("web true");
        assertThat(pawl.run("hooks", "try", "tool_result", "{\"call\":{}}").err())
                .contains("ToolResult has no field call; it has toolName, toolCallId");
    }

    @Test
    void what_fails_in_a_trial_ends_with_1_and_names_file_and_line() throws Exception {
        pawl.hook("broken", """
            pi.command("boom", "fails", ctx -> { throw new IllegalStateException("no boom"); });
            pi.tool(Tool.of("bang", "fails", JsonObject.of("type", "object"),
                (arguments, ctx) -> { throw new IllegalStateException("no bang"); }));
            pi.on(TURN_START, (event, ctx) -> { throw new IllegalStateException("no turn"); });
            """);
        for (var words : new String[][] {{"/boom"}, {"tool:bang"}, {"turn_start"}}) {
            var run = pawl.run("hooks", "try", words[0]);
            assertThat(run.status()).as(words[0]).isEqualTo(1);
            assertThat(run.err()).as(words[0]).contains("broken.java:");
        }
        assertThat(pawl.run("hooks", "try", "/gone").err()).contains("they bring /boom");
        assertThat(pawl.run("hooks", "try", "tool:gone").err()).contains("they bring bang");
        assertThat(pawl.run("hooks", "try", "nonsense").status()).isEqualTo(2);
    }

    @Test
    void the_doctor_says_what_is_wrong() throws Exception {
        pawl.hook("fine", "pi.on(TURN_START, (event, ctx) -> {});");
        var healthy = pawl.run("hooks", "doctor");
        assertThat(healthy.out()).contains("ok    Java ", "fine.java listens to turn_start");
        assertThat(healthy.status()).isZero();
        pawl.hook("idle", "");
        pawl.hook(
                "one",
                "pi.tool(Tool.of(\"read\", \"x\", JsonObject.of(\"type\", \"object\"), (a, c) ->"
                        + " ToolOutput.text(\"\")));");
        pawl.hook("slow", """
            for (long end = System.nanoTime() + 1_100_000_000L; System.nanoTime() < end; ) Thread.onSpinWait();
            pi.on(TURN_START, (event, ctx) -> {});
            """);
        pawl.user("hooks/broken.java", "class {");
        pawl.user("settings.json", "{\"packages\": [\"./gone\"]}");
        var ill = pawl.run("hooks", "doctor");
        assertThat(ill.out())
                .contains("idle.java listens to nothing and brings nothing")
                .contains("the tool read of ~/.pi/agent/hooks/one.java replaces the built-in one")
                .containsPattern("note  ~/.pi/agent/hooks/slow.java takes \\d{4,} ms to install")
                .contains("BAD   the package ./gone: not installed")
                .contains("broken.java");
        assertThat(ill.status()).isEqualTo(1);
    }
}
