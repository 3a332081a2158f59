package dev.pawl.acceptance.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Deep;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.program.PawlProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code pawl config} in a terminal: the files of packages as a list in which they are switched on and off. */
@Deep
class ConfigOnScreenTest {
    private static final String ESCAPE = "\u001b";
    private static final String DOWN = "\u001b[B";

    @TempDir
    Path dir;

    private Path home;
    private Path settings;

    private PawlProcess program() throws IOException {
        home = Files.createDirectories(dir.resolve("home"));
        settings = home.resolve(".pi/agent/settings.json");
        var folder = home.resolve("tools");
        write(folder.resolve("prompts/plan.md"), "Make a plan.");
        write(folder.resolve("prompts/review.md"), "Review it.");
        write(folder.resolve("skills/sums/SKILL.md"), "---\nname: sums\ndescription: adds\n---\nAdd.");
        write(settings, "{\"packages\": [\"../../tools\"], \"quietStartup\": true}");
        return new PawlProcess(home, Files.createDirectories(dir.resolve("project")));
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void files_are_switched_off_and_on_again_and_escape_leaves() throws Exception {
        try (var it = TerminalRun.start(program(), 100, 30, "config")) {
            assertThat(it.await("[x] prompts/review.md"))
                    .contains("What packages bring")
                    .contains("[x] prompts/plan.md")
                    .contains("[x] skills/sums")
                    .contains("prompts of ../../tools");

            it.type("review").awaitGone("plan.md");
            it.type(" ").await("[ ] prompts/review.md");
            assertThat(settings).content().contains("-prompts/review.md");

            it.type("\r").await("[x] prompts/review.md");
            assertThat(settings).content().contains("+prompts/review.md").doesNotContain("-prompts/review.md");

            it.type("\u0015").await("[x] prompts/plan.md");
            it.type(" ").await("the first or the chosen one is off", now -> now.contains("[ ] "));
            it.type(ESCAPE);
            assertThat(it.process().onExit().get(Patience.SECONDS, TimeUnit.SECONDS))
                    .isNotNull();
        }
    }

    @Test
    void with_l_the_settings_of_the_project_are_changed_and_those_of_the_user_stay() throws Exception {
        var program = program();
        var before = Files.readString(settings);
        try (var it = TerminalRun.start(program, 100, 30, "config", "-l", "--approve")) {
            it.await("[x] prompts/plan.md");
            it.type(DOWN, " ").await("the second file is off", now -> now.contains("[ ] "));
            it.type(ESCAPE);
            assertThat(it.process().onExit().get(Patience.SECONDS, TimeUnit.SECONDS))
                    .isNotNull();
        }
        assertThat(settings).hasContent(before);
        assertThat(dir.resolve("project/.pi/settings.json")).content().contains("\"autoload\": false");
    }
}
