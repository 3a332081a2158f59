package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code /why} explains a refusal in one sentence: which rule, which file, and what to do. */
class WhyRefusedTest {
    private static final String GATE = """
        {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "sh tools/gate.sh"}]}]}}
        """;

    @TempDir
    Path dir;

    private static Turn bash(String command) {
        return Turn.calls(Script.call("bash", JsonObject.of("command", command)));
    }

    /** What /why shows, with lines joined again. */
    private static String why(TestScreen screen, String title) throws Exception {
        screen.submit("/why ");
        screen.await(title);
        return screen.everything().replaceAll("\\s+", " ");
    }

    private static void ask(TestScreen screen) throws Exception {
        screen.await("scripted-1");
        screen.submit("Go");
    }

    private static void settled(TestScreen screen) throws Exception {
        screen.await("Done.");
        screen.awaitGone("Working");
    }

    @Test
    void a_line_that_is_not_plain_in_plan_mode() throws Exception {
        try (var screen = TestScreen.in(dir, 150, 40, bash("echo $HOME"), Turn.text("Done."))
                .with("--permission-mode", "plan")
                .start()) {
            ask(screen);
            settled(screen);
            assertThat(why(screen, "The last call, 1"))
                    .contains("permissions stopped it: Plan mode: only commands that are known to only read run, and"
                            + " this is not one, because the character $ is not plain outside of quotes; put it"
                            + " into the plan, or let the user leave plan mode with /mode.");
        }
    }

    @Test
    void a_line_that_is_not_plain_beside_a_rule() throws Exception {
        try (var screen = TestScreen.in(dir, 150, 40, bash("echo $HOME"), Turn.text("Done."))
                .user("settings.json", "{\"permissions\": {\"allow\": [\"Bash\"], \"deny\": [\"Bash(rm *)\"]}}")
                .start()) {
            ask(screen);
            screen.await("▎ echo $HOME");
            screen.type("\u001b[27u");
            settled(screen);
            assertThat(why(screen, "The last call, 1"))
                    .containsPattern(
                            "permissions stopped it: The user said no when asked because the character \\$ is not"
                                    + " plain outside of quotes, and the rule Bash\\(rm \\*\\) \\(\\S*settings.json\\)"
                                    + " restricts commands; do not try the same in another way, but ask what to do"
                                    + " instead.");
        }
    }

    @Test
    void a_tool_that_writes_into_what_was_trusted() throws Exception {
        var write = Script.call("write", JsonObject.of("path", "tools/gate.sh", "content", "exit 0"));
        try (var screen = TestScreen.in(dir, 150, 40, Turn.calls(write), Turn.text("Done."))
                .file(".claude/settings.json", GATE)
                .file("tools/gate.sh", "exit 0\n")
                .with("--approve")
                .start()) {
            ask(screen);
            screen.await("may change a trusted file");
            screen.type("\r");
            settled(screen);
            assertThat(why(screen, "The last call, 1"))
                    .contains(
                            "stopped it: The user does not allow it: tools/gate.sh belongs to what you trusted in this"
                                    + " project, for its hooks run with it; describe the change instead.");
        }
    }

    @Test
    void a_hook_whose_files_changed() throws Exception {
        var hidden = Base64.getEncoder().encodeToString("echo '# x' >> tools/gate.sh".getBytes(StandardCharsets.UTF_8));
        try (var screen = TestScreen.in(
                        dir,
                        150,
                        40,
                        bash("eval \"$(echo " + hidden + " | base64 -d)\""),
                        bash("echo second"),
                        Turn.text("Done."))
                .file(".claude/settings.json", GATE)
                .file("tools/gate.sh", "exit 0\n")
                .with("--approve")
                .start()) {
            ask(screen);
            settled(screen);
            assertThat(why(screen, "The last call, 2"))
                    .containsPattern(
                            "The hook sh tools/gate.sh of \\S*settings.json does not run: tools/gate.sh has changed"
                                + " since the project was trusted; review it, then use /trust or pawl trust approve.");
        }
    }

    @Test
    void a_project_that_is_not_trusted() throws Exception {
        try (var screen = TestScreen.in(dir, 150, 40, Turn.text("Done."))
                .file(".claude/settings.json", GATE)
                .with("--no-approve")
                .start()) {
            screen.await("scripted-1");
            assertThat(why(screen, "Reported when hooks"))
                    .contains(
                            "brings hooks or settings of its own: .claude/settings.json, which is left out because the"
                                    + " project is not trusted; look at it with pawl trust show, then use /trust.");
        }
    }

    @Test
    void settings_of_a_project_that_are_refused() throws Exception {
        try (var screen = TestScreen.in(dir, 150, 40, Turn.text("Done."))
                .file(
                        ".pi/settings.json",
                        "{\"defaultProjectTrust\": \"always\", \"permissions\": {\"allow\": [\"Bash(rm *)\"]}}")
                .with("--approve")
                .start()) {
            screen.await("scripted-1");
            assertThat(why(screen, "Reported when hooks"))
                    .contains("settings.json: defaultProjectTrust is not used, because it is not a project's to decide;"
                            + " put it into your own settings if you want it.")
                    .contains("settings.json: permissions.allow Bash(rm *) is not used, because a project can only"
                            + " tighten what you set; add it to your own settings if you want it.");
        }
    }

    @Test
    void calls_that_the_program_itself_refuses() throws Exception {
        var unknown = Script.call("nowhere", JsonObject.of("command", "x"));
        var unfit = Script.call("bash", JsonObject.of("comand", "echo x"));
        try (var screen = TestScreen.in(dir, 150, 40, Turn.calls(unknown), Turn.calls(unfit), Turn.text("Done."))
                .start()) {
            ask(screen);
            settled(screen);
            assertThat(why(screen, "The last call, 2"))
                    .contains("No hook is the reason of its error: Validation failed for tool \"bash\"");
            screen.submit("/why 1");
            screen.await("Call 1 of 2");
            screen.await("No hook is the reason of its error: Tool nowhere not found");
        }
    }
}
