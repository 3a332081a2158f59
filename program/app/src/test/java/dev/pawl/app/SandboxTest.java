package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sandbox in the whole program: what runs inside, and that nothing starts without it. */
@Deep
class SandboxTest {
    private static final String ON = "{\"sandbox\": {\"enabled\": true, \"read\": \"project\"}}";

    @TempDir
    Path dir;

    /** Bubblewrap is there and the kernel allows what it needs. */
    private static void assumeBubblewrap() throws InterruptedException {
        try {
            var probe = new ProcessBuilder(List.of(
                            "bwrap",
                            "--unshare-pid",
                            "--unshare-net",
                            "--ro-bind",
                            "/",
                            "/",
                            "--proc",
                            "/proc",
                            "true"))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            Needed.orSkip(probe.waitFor() == 0, "the kernel refuses bubblewrap its namespaces");
        } catch (IOException e) {
            Needed.that(false, "bwrap is not installed (Debian: package bubblewrap)");
        }
    }

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    @Test
    void shell_hooks_run_inside_if_asked() throws Exception {
        assumeBubblewrap();
        var outside = Files.createDirectory(dir.resolve("elsewhere"));
        var hook = JsonObject.of("event", "tool_call", "matcher", "bash")
                .with("command", "echo in > in; echo out > '" + outside + "/out' || true; echo no >&2; exit 2");
        for (boolean inside : List.of(false, true)) {
            try (var pawl = TestProgram.in(dir, bash("echo went"), Turn.text("Done."))
                    .user(
                            "settings.json",
                            JsonObject.of(
                                            "hooks",
                                            List.of(hook),
                                            "sandbox",
                                            JsonObject.of("enabled", true, "hooks", inside))
                                    .toString())) {
                Files.deleteIfExists(outside.resolve("out"));
                pawl.run("-p", "Go");
                assertThat(pawl.asked(2).getLast()).contains("no");
                assertThat(pawl.project.resolve("in")).exists();
                assertThat(Files.exists(outside.resolve("out"))).isEqualTo(!inside);
            }
        }
    }

    @Test
    void hooks_of_git_cannot_be_planted_where_there_are_none() throws Exception {
        assumeBubblewrap();
        try (var pawl = TestProgram.in(
                        dir, bash("mkdir -p .git/hooks; echo evil > .git/hooks/pre-commit"), Turn.text("Done."))
                .file(".git/config", "")
                .user("settings.json", ON)) {
            pawl.run("-p", "Go");
            assertThat(pawl.project.resolve(".git/hooks/pre-commit")).doesNotExist();
        }
    }

    @Test
    void asked_for_and_not_there_the_program_does_not_start() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Never said."))
                .user("settings.json", ON)
                .environment("PATH", dir.toString())) {
            var run = pawl.run("-p", "Go");

            assertThat(run.status()).isNotZero();
            assertThat(run.err()).contains("the settings ask for a sandbox").contains("bubblewrap");
            assertThat(pawl.requests()).isZero();
        }
    }

    @Test
    void there_and_refused_by_the_kernel_the_program_does_not_start_either() throws Exception {
        var bwrap = Files.writeString(dir.resolve("bwrap"), "#!/bin/sh\necho bwrap: no namespaces >&2; exit 1\n");
        assertThat(bwrap.toFile().setExecutable(true)).isTrue();
        try (var pawl = TestProgram.in(dir, Turn.text("Never said."))
                .user("settings.json", ON)
                .environment("PATH", dir + ":" + System.getenv("PATH"))) {
            var run = pawl.run("-p", "Go");

            assertThat(run.status()).isNotZero();
            assertThat(run.err())
                    .contains("the settings ask for a sandbox: " + bwrap.toRealPath())
                    .contains("does not work here: bwrap: no namespaces");
            assertThat(pawl.requests()).isZero();
        }
    }

    @Test
    void commands_of_a_client_run_inside_too() throws Exception {
        assumeBubblewrap();
        try (var pawl = TestProgram.in(dir, Turn.text("Never asked.")).user("settings.json", ON)) {
            var command = JsonObject.of("type", "bash", "command", "touch inside; touch /usr/made");
            var run = pawl.piped(command + "\n", "--mode", "rpc");

            assertThat(pawl.project.resolve("inside")).exists();
            assertThat(run.out()).contains("The sandbox refused a write");
        }
    }

    /** The prefix stands for a mistake in reading the line: it writes, whatever the line is. */
    private TestProgram planning(boolean sandbox, Turn... turns) throws Exception {
        return TestProgram.in(dir, turns)
                .file("f", "content\n")
                .user(
                        "settings.json",
                        JsonObject.of(
                                        "shellCommandPrefix",
                                        "touch written /tmp/written-in-plan-mode; :> /dev/tcp/127.0.0.1/1")
                                .with("sandbox", JsonObject.of("enabled", sandbox, "network", "on"))
                                .toString());
    }

    private void nothingWasWritten(TestProgram pawl, String printed) {
        assertThat(printed)
                .contains("content")
                .contains("Read-only file system")
                .containsPattern("CapEff:(\\\\t|\t)0000000000000000")
                .containsPattern("Seccomp:(\\\\t|\t)2");
        assertThat(pawl.project.resolve("written")).doesNotExist();
        assertThat(Path.of("/tmp/written-in-plan-mode")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void in_plan_mode_commands_can_write_nothing_whatever_the_settings_of_the_sandbox(boolean sandbox)
            throws Exception {
        assumeBubblewrap();
        try (var pawl =
                planning(sandbox, bash("cat f; grep -e CapEff -e Seccomp /proc/self/status"), Turn.text("Done."))) {
            pawl.run("--permission-mode", "plan", "-p", "Go");
            nothingWasWritten(pawl, pawl.asked(2).getLast());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nor_can_commands_of_a_client(boolean sandbox) throws Exception {
        assumeBubblewrap();
        try (var pawl = planning(sandbox, Turn.text("Never asked."))) {
            var command =
                    JsonObject.of("type", "bash", "command", "cat f; grep -e CapEff -e Seccomp /proc/self/status");
            nothingWasWritten(
                    pawl,
                    pawl.piped(command + "\n", "--mode", "rpc", "--permission-mode", "plan")
                            .out());
        }
    }

    @Test
    void in_plan_mode_a_program_of_the_project_does_not_run_in_a_sandbox_either() throws Exception {
        assumeBubblewrap();
        try (var pawl =
                planning(true, bash("ls"), Turn.text("Done.")).file("bin/ls", "#!/bin/sh\necho of the project\n")) {
            assertThat(pawl.project.resolve("bin/ls").toFile().setExecutable(true))
                    .isTrue();
            pawl.environment("PATH", pawl.project.resolve("bin") + ":" + System.getenv("PATH"));
            pawl.run("--permission-mode", "plan", "-p", "Go");
            assertThat(pawl.asked(2).getLast())
                    .contains("Plan mode")
                    .contains("where the project may have a program ls");
        }
    }

    @Test
    void settings_that_make_no_sense_do_not_start_either() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Never said."))
                .user("settings.json", "{\"sandbox\": {\"enabled\": true, \"network\": \"some\"}}")) {
            assertThat(pawl.run("-p", "Go").err())
                    .contains("sandbox.network must be \"on\" or \"off\" or a list of hosts");
            assertThat(pawl.requests()).isZero();
        }
    }
}
