package dev.pawl.acceptance.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Deep;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.testkit.program.PawlProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client hears of what could not be kept, and the program ends with 1. */
@Deep
class UnkeptSessionTest {
    @TempDir
    Path dir;

    @Test
    void a_session_that_another_program_changed_is_an_event_and_the_exit_code_is_1() throws Exception {
        try (var pawl = Driven.in(dir, Turn.text("one"), Turn.text("two")).start()) {
            pawl.client().promptAndWait("Hi");
            var file = Path.of(pawl.client().state().string("sessionFile", ""));
            var before = Files.writeString(file, "somebody else\n", StandardOpenOption.APPEND);
            pawl.client().promptAndWait("And now?");
            var told = pawl.await("session_not_kept");
            assertThat(told.string("error")).contains("changed by another program");
            assertThat(told.string("sessionFile")).isEqualTo(before.toString());
            assertThat(pawl.types()).doesNotContain("extension_error");
            assertThat(pawl.model.requests()).hasSize(1);
            pawl.process().getOutputStream().close();
            assertThat(pawl.process().waitFor(Patience.SECONDS, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(pawl.process().exitValue()).isEqualTo(1);
        }
    }

    @Test
    void two_programs_do_not_drive_one_session() throws Exception {
        try (var first = Driven.in(dir, Turn.text("one"), Turn.text("two")).start()) {
            first.client().promptAndWait("Hi");
            var file = first.client().state().string("sessionFile", "");
            var second = new PawlProcess(first.home, first.project)
                    .run("--model", "scripted/" + ScriptedModel.MODEL, "--session", file, "-p", "Me, too");
            assertThat(second.status()).isEqualTo(1);
            assertThat(second.err())
                    .contains("is open in another program (process "
                            + first.process().pid());
            first.client().promptAndWait("Still here?");
            assertThat(first.types()).doesNotContain("session_not_kept");
        }
    }
}
