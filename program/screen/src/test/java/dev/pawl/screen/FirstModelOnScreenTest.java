package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first start without a key, the demonstration, and naming a model. */
class FirstModelOnScreenTest {
    private static final String UP = "\u001b[A";
    private static final String DOWN = "\u001b[B";
    private static final String ESCAPE = "\u001b[27u";

    @TempDir
    Path dir;

    private TestScreen withoutKey() throws Exception {
        return TestScreen.in(dir, 80, 30).user("models.json", "{\"providers\":{}}");
    }

    @Test
    void without_a_key_the_ways_to_get_one_are_offered_once() throws Exception {
        try (var screen = withoutKey().start()) {
            screen.await("Welcome to pawl");
            screen.type(UP, "\r");
            screen.await("This is the demonstration model.");
            screen.await("the choice is kept", _ -> settings(screen).contains("\"welcomed\""));
            screen.type("\u0004");
            screen.ended();
            try (var again = screen.again("What is in here?")) {
                again.await("demonstration");
                again.await("tour");
                assertThat(again.everything()).doesNotContain("Welcome to pawl");
            }
        }
    }

    @Test
    void the_welcome_does_not_take_what_was_typed_before_it_opened() throws Exception {
        try (var screen = withoutKey().start()) {
            screen.typeAhead("a", "b", "\r", "c");
            screen.await("Welcome to pawl");
            screen.typeAhead("d", "\r");
            screen.await(
                    "it is still there, and asks", now -> now.contains("Welcome to pawl") && now.contains("choose"));
            assertThat(settings(screen)).doesNotContain("welcomed");
            screen.type(UP, "\r");
            screen.await("This is the demonstration model.");
        }
    }

    @Test
    void escape_leads_back_one_step() throws Exception {
        try (var screen = withoutKey().start()) {
            screen.await("Welcome to pawl");
            screen.await("Sign in with an account (");
            screen.type("\r").await("Sign in with which account?");
            screen.type(ESCAPE).await("Welcome to pawl");
            screen.type(DOWN, "\r").await("Save the key of which provider?");
            screen.type("groq").await("→ Groq");
            screen.type("\r").await("Key for Groq");
            screen.type(ESCAPE).await("Save the key of which provider?");
            screen.type(ESCAPE).await("Welcome to pawl");
            screen.type(ESCAPE).await("This is the demonstration model.");
        }
    }

    @Test
    void inside_tmux_it_warns_where_keys_are_hidden() throws Exception {
        var programs = Files.createDirectories(dir.resolve("programs"));
        var tmux = Files.writeString(
                programs.resolve("tmux"),
                "#!/bin/sh\n[ \"$*\" = '%s' ] && echo off\n".formatted("show-options -sv extended-keys"));
        Files.setPosixFilePermissions(tmux, PosixFilePermissions.fromString("rwx------"));
        try (var screen = TestScreen.in(dir, 80, 30)
                .environment("TMUX", "/tmp/tmux,1,0")
                .environment("PATH", programs + ":/usr/bin:/bin")
                .begin()) {
            screen.await("tmux hides keys such as shift+enter");
        }
    }

    @Test
    void a_part_of_a_name_opens_the_list_with_it() throws Exception {
        try (var screen = TestScreen.in(dir, 80, 30, Turn.text("First.")).start()) {
            screen.await("scripted-1");
            screen.submit("/model ripted");
            screen.await("Only models there is a key for");
            screen.await("> ripted");
            assertThat(screen.screen()).doesNotContain("tour").doesNotContain("Model: ");
            screen.type("\r");
            screen.await("Model: scripted/scripted-1");
        }
    }

    @Test
    void a_model_that_does_not_exist_is_refused() throws Exception {
        try (var screen = TestScreen.in(dir, 80, 30, Turn.text("First.")).start()) {
            screen.await("scripted-1");
            screen.submit("/model scripted/zzqqy");
            screen.await("There is no model \"scripted/zzqqy\"");
            screen.submit("Hello");
            screen.await("First.");
        }
    }

    @Test
    void the_demonstration_is_gone_from_lists_and_footer_once_there_is_a_real_model() throws Exception {
        try (var screen = TestScreen.in(dir, 80, 30, Turn.text("First."))
                .with("--model", "demo/tour")
                .start()) {
            screen.await("tour");
            assertThat(screen.screen()).doesNotContain("(demo)");
            screen.type("\u0010");
            screen.await("Model: scripted/scripted-1");
            screen.type("\u0010");
            screen.await("There is no other model");
            screen.type("/model ");
            screen.await("→ scripted-1");
            assertThat(screen.screen()).doesNotContain("tour");
        }
    }

    private static String settings(TestScreen screen) {
        try {
            return Files.readString(screen.agentDir().resolve("settings.json"));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
