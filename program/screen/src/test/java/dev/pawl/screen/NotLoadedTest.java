package dev.pawl.screen;

import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks that do not load, as the user at the screen meets them. */
class NotLoadedTest {
    @TempDir
    Path dir;

    @Test
    void after_a_reload_with_a_typo_the_gate_is_the_one_that_last_loaded() throws Exception {
        var touch = Turn.calls(Script.call("bash", JsonObject.of("command", "touch through")));
        try (var screen = TestScreen.in(dir, 100, 40, touch, Turn.text("Stopped."), touch, Turn.text("Through."))
                .hook("gate", "pi.on(TOOL_CALL, (call, _) -> call.block(\"the old gate\"));")
                .start()) {
            screen.await("scripted-1");
            var file = screen.agentDir().resolve("hooks/gate.java");
            var good = Files.readString(file);
            Files.writeString(file, good.replace("call.block", "call.blok"));
            screen.submit("/reload");
            screen.await("hooks not loaded: gate.java");
            screen.submit("/hooks");
            assertThat(screen.await("stays in force")).contains("not loaded", "blok");
            screen.submit("go");
            screen.await("Stopped.");
            assertThat(screen.project().resolve("through")).doesNotExist();

            Files.writeString(file, good.replace("call.block(\"the old gate\")", "call.allow()"));
            screen.awaitGone("Working");
            screen.submit("/reload");
            screen.await("it is loaded again", now -> now.lastIndexOf("loaded again") > now.indexOf("Stopped."));
            screen.awaitGone("hooks not loaded");
            screen.submit("go");
            screen.await("Through.");
            assertThat(screen.project().resolve("through")).exists();
        }
    }

    @Test
    void a_reload_says_what_came_went_changed_and_does_not_load() throws Exception {
        try (var screen = TestScreen.in(dir, 140, 40)
                .hook("deploy", "pi.on(TOOL_CALL, (call, _) -> call.allow());")
                .hook("edited", "pi.on(TOOL_CALL, (call, _) -> call.allow());")
                .hook("gone", "pi.on(TOOL_CALL, (call, _) -> call.allow());")
                .start()) {
            screen.await("scripted-1");
            screen.submit("/reload");
            screen.await("nothing changed", now -> now.contains("loaded again.") && !now.contains("Hooks:"));

            var hooks = screen.agentDir().resolve("hooks");
            var good = Files.readString(hooks.resolve("deploy.java"));
            Files.writeString(hooks.resolve("deploy.java"), good.replace("call.allow", "call.alow"));
            Files.writeString(hooks.resolve("edited.java"), good + "// more");
            Files.move(hooks.resolve("gone.java"), hooks.resolve("come.java"));
            screen.submit("/reload");
            screen.await("Hooks: +1 −1 ~1; deploy.java NOT loaded, its last version stays in force.");
        }
    }

    @Test
    void a_reload_reads_keys_and_the_theme_again() throws Exception {
        try (var screen = TestScreen.in(dir, 100, 40).start()) {
            screen.await("scripted-1");
            screen.user("keybindings.json", "{\"app.thinking.cycle\": \"f9\", \"nonsense\": \"f8\"}");
            screen.user("settings.json", "{\"theme\": \"there-is-none\"}");
            screen.submit("/reload");
            screen.await("nonsense: there is no such action");
            assertThat(screen.await("there-is-none")).contains("loaded again");
            screen.submit("/hotkeys");
            screen.await("f9");
        }
    }

    @Test
    void a_start_without_a_hook_is_asked_about() throws Exception {
        try (var screen = TestScreen.in(dir, 100, 40, Turn.text("Hi."))
                .hook("gate", "this is not Java")
                .start()) {
            assertThat(screen.await("Go on without it?")).contains("gate.java");
            screen.type("\u001b[27u");
            assertThat(screen.ended()).isEqualTo(1);
        }
    }

    @Test
    void a_command_with_the_name_of_a_built_in_one_is_warned_of_and_listed_once() throws Exception {
        try (var screen = TestScreen.in(dir, 100, 40)
                .hook("mine", "pi.command(\"model\", \"mine\", _ -> Outcome.nothing());")
                .start()) {
            screen.await("which is one of the program's own");
            screen.type("/mode");
            assertThat(screen.await("choose the model")).doesNotContain("mine\n");
        }
    }

    @Test
    void themes_that_hooks_name_can_be_chosen() throws Exception {
        try (var screen = TestScreen.in(dir, 100, 40)
                .file("themes/sea.json", "{}")
                .hook("looks", """
                    pi.on(RESOURCES_DISCOVER, (event, _) -> event.withThemes(event.cwd().resolve("themes")));
                    pi.command("looks", "", ctx -> Outcome.status("there is " + ctx.ui().themes()));
                    """)
                .start()) {
            screen.await("scripted-1");
            screen.submit("/looks ");
            assertThat(screen.await("there is")).contains("sea");
        }
    }
}
