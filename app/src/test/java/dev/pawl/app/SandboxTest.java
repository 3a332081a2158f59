package dev.pawl.app;

import static dev.pawl.ai.demo.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bash tool in bubblewrap: what it can write, and what it cannot. */
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
            assumeTrue(probe.waitFor() == 0, "the kernel refuses bubblewrap its namespaces");
        } catch (IOException e) {
            assumeTrue(false, "bwrap is not installed (Debian: package bubblewrap)");
        }
    }

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    @Test
    void the_project_can_be_written_and_nothing_else() throws Exception {
        assumeBubblewrap();
        var outside = Files.createDirectory(dir.resolve("outside"));
        try (var pawl = TestProgram.in(
                        dir,
                        bash("echo in > made && cat made"),
                        bash("echo out > '" + outside + "/made'; touch /usr/made"),
                        bash("ls -A ~; echo 'quoted \"text\"' $((1+1)); exit 3"),
                        bash("echo x >> .pi/settings.json"),
                        Turn.text("Done."))
                .file(".pi/settings.json", "{}")
                .user("settings.json", ON)) {
            pawl.run("-p", "Go");

            assertThat(pawl.asked(2).getLast()).isEqualTo("tool: in\n");
            assertThat(pawl.project.resolve("made")).hasContent("in");
            assertThat(outside).isEmptyDirectory();
            assertThat(pawl.asked(3).getLast()).contains("The sandbox refused a write");
            assertThat(pawl.asked(4).getLast())
                    .startsWith("tool: quoted \"text\" 2")
                    .contains("exited with code 3");
            assertThat(pawl.project.resolve(".pi/settings.json")).hasContent("{}");
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
    void settings_that_make_no_sense_do_not_start_either() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Never said."))
                .user("settings.json", "{\"sandbox\": {\"enabled\": true, \"network\": \"some\"}}")) {
            assertThat(pawl.run("-p", "Go").err()).contains("sandbox.network must be \"on\" or \"off\"");
            assertThat(pawl.requests()).isZero();
        }
    }
}
