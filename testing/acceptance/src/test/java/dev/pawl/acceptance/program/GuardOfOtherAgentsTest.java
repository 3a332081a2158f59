package dev.pawl.acceptance.program;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gate that was exported judges the calls of other agents in a process of its own, and refuses where there is none. */
@Deep
class GuardOfOtherAgentsTest {
    private static final String GATE = """
        pi.on(TOOL_CALL, (call, ctx) -> call.input() instanceof ToolInput.Bash(var line, _) && line.contains("push")
                ? call.block("Pushing is left to people.") : call.allow());\
        """;

    @TempDir
    Path dir;

    @BeforeEach
    void programs() throws Exception {
        Needed.program("bash");
    }

    private static String exported(Pawl pawl) throws Exception {
        var hook = pawl.home.resolve(".pi/agent/hooks/NoPush.java").toString();
        var run = pawl.run("hooks", "export", "--to", "claude", hook);
        assertThat(run.status()).as(run.err()).isZero();
        return Files.readString(pawl.project.resolve(".claude/settings.json"));
    }

    private static String command(String settings, String event) {
        return JsonObject.parse(settings)
                .object("hooks")
                .objects(event)
                .getFirst()
                .objects("hooks")
                .getFirst()
                .string("command", "");
    }

    /** What the agent gets when its hook is run as it runs hooks. */
    private static Pawl.Run asked(Pawl pawl, String command, String line) throws Exception {
        var event = JsonObject.of("session_id", "s1", "tool_name", "Bash")
                .with("tool_input", JsonObject.of("command", line));
        var file = Files.createTempFile(pawl.root, "event", ".json");
        Files.writeString(file, event.toString());
        return pawl.startReading(file, List.of("/bin/sh", "-c", command)).end();
    }

    @Test
    void one_process_judges_the_calls_of_a_session_and_ends_with_it() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("never")).hook("NoPush", GATE)) {
            var settings = exported(pawl);
            var check = command(settings, "PreToolUse");
            var first = asked(pawl, check, "git push");
            assertThat(first.out()).as(first.err()).contains("\"deny\"", "Pushing is left to people.");
            Path sessions;
            try (var guards = Files.list(pawl.home.resolve(".pi/agent/guards"))) {
                sessions = guards.filter(Files::isDirectory)
                        .findFirst()
                        .orElseThrow()
                        .resolve("sessions");
            }
            var address = sessions.resolve("claude-s1/address");
            var known = Files.readString(address);
            assertThat(asked(pawl, check, "ls").out()).isEmpty();
            assertThat(Files.readString(address)).as("the same process").isEqualTo(known);

            assertThat(asked(pawl, command(settings, "SessionEnd"), "").status())
                    .isZero();
            Await.until("the process has ended", () -> !Files.exists(address.getParent()));
        }
    }

    @Test
    void a_guard_whose_hook_has_changed_or_whose_command_is_gone_refuses() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("never")).hook("NoPush", GATE)) {
            var check = command(exported(pawl), "PreToolUse");
            pawl.hook("NoPush", "");
            var changed = asked(pawl, check, "ls");
            assertThat(changed.status()).isEqualTo(2);
            assertThat(changed.err()).contains("not the hook any more that was exported");
            var gone = asked(pawl, check.replace("/guard'", "/gone'"), "ls");
            assertThat(gone.status()).isEqualTo(2);
            assertThat(gone.err()).isNotEmpty();
        }
    }

    @Test
    void it_is_a_policy_service_for_any_harness() throws Exception {
        try (var pawl = Pawl.in(
                        dir, Turn.calls(call("bash", JsonObject.of("command", "git push"))), Turn.text("Not pushed."))
                .hook("NoPush", GATE)) {
            // Here the service is the only one that has the hook.
            var hook = pawl.root.resolve("NoPush.java");
            Files.move(pawl.home.resolve(".pi/agent/hooks/NoPush.java"), hook);
            var exported = pawl.run("hooks", "export", "--to", "ahp", hook.toString());
            assertThat(exported.status()).as(exported.err()).isZero();
            pawl.user("ahp.json", Files.readString(pawl.project.resolve("ahp.json")));
            var run = pawl.run("-p", "Go");
            assertThat(run.out()).as(run.err()).isEqualTo("Not pushed.\n");
            assertThat(pawl.model.requests().getLast().body().toString()).contains("Pushing is left to people.");
        }
    }
}
