package dev.pawl.examples;

import static dev.pawl.api.HookPoints.AGENT_SETTLED;
import static dev.pawl.api.HookPoints.AGENT_START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Flag;
import dev.pawl.api.event.AgentSettled;
import dev.pawl.api.event.AgentStart;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotifyWhenDoneTest {
    @Test
    void the_title_shows_whether_the_agent_works() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("notify-when-done.java"))) {
            trial.context().session().rename("parser");

            trial.fire(AGENT_START, new AgentStart());
            trial.fire(AGENT_SETTLED, new AgentSettled(false));

            assertThat(trial.ui().shown()).containsExactly("title: working: parser", "title: done: parser");
        }
    }

    @Test
    void a_run_that_was_stopped_is_not_called_done() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("notify-when-done.java"))) {
            trial.context().session().rename("parser");

            trial.fire(AGENT_SETTLED, new AgentSettled(true));

            assertThat(trial.ui().shown()).containsExactly("title: stopped: parser");
        }
    }

    @Test
    void it_brings_a_flag() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("notify-when-done.java"))) {
            assertThat(trial.brought().flags())
                    .containsExactlyEntriesOf(Map.of(
                            "notify-with",
                            new Flag.Text(
                                    "notify-with", "Program to call with a sentence when the agent is done", null)));
        }
    }

    @Test
    void the_program_of_the_flag_is_called_with_the_sentence(@TempDir Path folder) throws Exception {
        var program = folder.resolve("say");
        Files.writeString(program, "#!/bin/sh\nprintf '%s' \"$1\" > said\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        try (var trial = HookTrial.inWithFiles(folder, Path.of("notify-when-done.java"))) {
            trial.flag("notify-with", program.toString());
            trial.context().session().rename("parser");

            trial.fire(AGENT_SETTLED, new AgentSettled(false));

            assertThat(trial.errors()).isEmpty();
            assertThat(folder.resolve("said")).hasContent("done: parser");
        }
    }
}
