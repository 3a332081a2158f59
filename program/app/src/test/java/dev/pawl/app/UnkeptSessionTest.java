package dev.pawl.app;

import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.SmallDisk;
import dev.pawl.screen.kit.TestScreen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be kept is reported in every mode, and the program ends with 1. */
class UnkeptSessionTest {
    /** While the model answers, another program writes to the session. */
    private static final String GROWING = """
        pi.on(MESSAGE_UPDATE, (update, ctx) -> {
            try {
                java.nio.file.Files.writeString(
                        ctx.session().file(), "somebody else\\n", java.nio.file.StandardOpenOption.APPEND);
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        """;

    @TempDir
    Path dir;

    @Test
    void print_mode_prints_the_answer_says_what_is_missing_and_ends_with_1() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Seven."), Turn.text("never asked"))
                .hook("grow", GROWING)) {
            var run = pawl.run("-p", "How many?", "And then?");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.out()).isEqualTo("Seven.\n");
            assertThat(run.err())
                    .contains("was not kept", "changed by another program", "--no-session")
                    .hasLineCount(1);
            assertThat(pawl.requests()).isEqualTo(1);
        }
    }

    @Test
    void json_mode_has_an_event_for_it_before_the_run_ends() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Seven.")).hook("grow", GROWING)) {
            var run = pawl.run("--mode", "json", "How many?");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains("was not kept");
            var types =
                    run.records().stream().map(line -> line.string("type", "")).toList();
            assertThat(types).contains("session_not_kept").doesNotContain("extension_error");
            assertThat(types.indexOf("session_not_kept")).isLessThan(types.indexOf("agent_end"));
            var told = run.records().get(types.indexOf("session_not_kept"));
            assertThat(told.string("error")).contains("changed by another program");
            assertThat(told.string("sessionFile"))
                    .isEqualTo(pawl.sessions().getFirst().toString());
        }
    }

    @Test
    void the_screen_shows_it_and_the_program_ends_with_1_when_it_is_left() throws Exception {
        try (var pawl = TestScreen.in(dir, Turn.text("Seven.")).hook("grow", GROWING)) {
            pawl.start().submit("How many?");
            pawl.await("was not kept");
            pawl.type("\u0004");
            assertThat(pawl.ended()).isEqualTo(1);
            assertThat(pawl.errors()).contains("was not kept", "changed by another program");
        }
    }

    @Test
    void what_was_typed_and_could_not_be_kept_is_in_the_editor_again() throws Exception {
        try (var pawl = TestScreen.in(dir, Turn.text("Seven.")).user("sessions", "a file in the way")) {
            pawl.start().submit("How many?");
            pawl.await("was not kept");
            pawl.await("the question is back", screen -> screen.lastIndexOf("How many?") > screen.indexOf("────"));
            pawl.type("\u0003", "\u0004");
            assertThat(pawl.ended()).isEqualTo(1);
            assertThat(pawl.requests()).isZero();
        }
    }

    @Test
    void a_first_start_on_a_full_disk_says_so() throws Exception {
        try (var mounted = SmallDisk.in(dir);
                var pawl = TestProgram.in(dir, Turn.text("Seven."))) {
            var disk = mounted.folder();
            fill(disk.resolve("filler"));
            for (int i = 0; i < 2; i++) {
                var run = pawl.run("--session-dir", disk.resolve("sessions").toString(), "-p", "How many?");
                assertThat(run.status()).isEqualTo(1);
                assertThat(run.err()).contains("No space left").doesNotContain("open in another program");
            }
            assertThat(pawl.requests()).isZero();
        }
    }

    @Test
    void a_session_that_is_deleted_while_the_model_answers_is_there_again_and_the_user_is_notified() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Seven.")).hook("delete", """
            pi.on(MESSAGE_UPDATE, (update, ctx) -> {
                try {
                    java.nio.file.Files.deleteIfExists(ctx.session().file());
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            """)) {
            var run = pawl.run("-p", "How many?");
            assertThat(run.status()).isZero();
            assertThat(run.err()).contains("was deleted or moved while it was open");
            assertThat(TestProgram.messagesIn(pawl.sessions().getFirst()))
                    .containsExactly("user: How many?", "assistant: Seven.");
        }
    }

    @Test
    void sessions_that_others_can_read_are_mentioned_once_and_left_as_they_are() throws Exception {
        var open = PosixFilePermissions.fromString("rwxr-xr-x");
        Files.setPosixFilePermissions(dir, open);
        try (var pawl = TestProgram.in(dir, Turn.text("one"), Turn.text("two"))) {
            var folder = Files.createDirectories(pawl.agentDir().resolve("sessions"));
            for (var path = folder; !path.equals(dir.toRealPath()); path = path.getParent()) {
                Files.setPosixFilePermissions(path, open);
            }
            assertThat(pawl.run("-p", "Hi").err())
                    .contains("Other users of this machine can read the sessions in " + folder)
                    .contains("chmod -R go= " + folder);
            assertThat(Files.getPosixFilePermissions(folder)).isEqualTo(open);
            assertThat(Files.getPosixFilePermissions(pawl.sessions().getFirst()))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
            assertThat(pawl.run("-p", "Hi").err()).isEmpty();
        }
    }

    private static void fill(Path file) throws IOException {
        try (var out = Files.newOutputStream(file)) {
            while (true) {
                out.write(new byte[1_024]);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
    }
}
