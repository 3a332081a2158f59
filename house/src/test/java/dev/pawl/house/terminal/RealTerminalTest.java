package dev.pawl.house.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.Script.Turn;
import dev.pawl.testkit.PawlProcess;
import dev.pawl.testkit.ScriptedModel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program in a terminal of its own: what a person does to it, and what it leaves behind. */
class RealTerminalTest {
    @TempDir
    Path dir;

    private TerminalRun start(ScriptedModel model, int columns, int rows, String... args) throws Exception {
        var home = Files.createDirectories(dir.toRealPath().resolve("home"));
        var agent = Files.createDirectories(home.resolve(".pi/agent"));
        Files.writeString(
                agent.resolve("models.json"),
                model.modelsJson("openai-completions").toString());
        var project = Files.createDirectories(dir.toRealPath().resolve("project"));
        return TerminalRun.start(new PawlProcess(home, project), columns, rows, args);
    }

    @Test
    void a_question_is_typed_answered_and_the_window_resized() throws Exception {
        try (var model = ScriptedModel.playing(Turn.text("The answer is **42**."));
                var it = start(model, 80, 24)) {
            it.await("scripted-1");
            it.say("What is it?").await("The answer is 42.");
            it.resize(40, 12).await("the footer fits", now -> now.lines().count() <= 12 && now.contains("42."));
            it.type("\u0004");
            assertThat(it.ended()).isZero();
            assertThat(it.terminal().modes()).containsOnly("?25", "?7");
        }
    }
}
