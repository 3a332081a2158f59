package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Escape is answered by the screen at once, however long it takes until what was interrupted has ended. */
class InterruptTest {
    private static final String ESCAPE = "\u001b[27u";

    /** Waits for a file, whoever interrupts it. */
    private static final String STUBBORN = """
        while (!java.nio.file.Files.exists(ctx.project().cwd().resolve("let-go"))) {
            java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
        }
        """;

    @TempDir
    Path dir;

    private static void letGo(TestScreen screen) throws Exception {
        Files.createFile(screen.project().resolve("let-go"));
    }

    /** A process that has ended stays visible where nothing reads its exit code, as in many containers. */
    private static boolean isAlive(String pid) throws Exception {
        var stat = Path.of("/proc", pid, "stat");
        if (!Files.isDirectory(Path.of("/proc"))) {
            return ProcessHandle.of(Long.parseLong(pid)).isPresent();
        }
        var text = Files.exists(stat) ? Files.readString(stat) : ") Z";
        return text.charAt(text.lastIndexOf(')') + 2) != 'Z';
    }

    @Test
    void the_screen_shows_that_a_call_is_being_interrupted() throws Exception {
        var call = Turn.calls(Script.call("stubborn", JsonObject.empty()));
        try (var screen = TestScreen.in(dir, call, Turn.text("Again."))
                .hook("stubborn", """
                    pi.tool(Tool.of("stubborn", "Waits", JsonObject.of("type", "object"), (arguments, ctx) -> {
                        %s
                        return ToolOutput.text("done");
                    }));
                    """.formatted(STUBBORN))
                .start()) {
            screen.submit("work");
            screen.await(", stubborn, ");
            screen.type(ESCAPE);
            assertThat(screen.await("Interrupting…")).doesNotContain("Working…");
            letGo(screen);
            screen.awaitGone("Interrupting…");
            screen.submit("go on");
            screen.await("Again.");
        }
    }

    @Test
    void the_screen_shows_that_a_command_of_the_user_is_being_interrupted() throws Exception {
        try (var screen =
                TestScreen.in(dir).hook("elsewhere", """
                    pi.on(USER_BASH, (bash, ctx) -> bash.runWith((command, cwd, options, output) -> {
                        output.accept("begun".getBytes());
                        %s
                        throw new InterruptedException();
                    }));
                    """.formatted(STUBBORN)).start()) {
            screen.submit("!serve");
            screen.await("begun");
            screen.type(ESCAPE);
            assertThat(screen.await("interrupting…")).doesNotContain("running…");
            letGo(screen);
            screen.await("(cancelled)");
        }
    }

    @Test
    void a_prompt_can_follow_at_once_and_what_ignores_the_interruption_does_not_outlive_the_program() throws Exception {
        var call = Turn.calls(Script.call(
                "bash", JsonObject.of("command", "trap '' TERM; echo $$ > pid; while :; do sleep 0.05; done")));
        try (var screen = TestScreen.in(dir, call, Turn.text("Again.")).start()) {
            screen.submit("work");
            var pid = screen.project().resolve("pid");
            Await.until(
                    "it runs", () -> Files.exists(pid) && !Files.readString(pid).isBlank());
            screen.type(ESCAPE);
            screen.await("Command aborted");
            screen.submit("go on");
            screen.await("Again.");
            screen.type("\u0004");
            assertThat(screen.ended()).isZero();
            assertThat(isAlive(Files.readString(pid).strip())).isFalse();
        }
    }
}
