package dev.pawl.app;

import static dev.pawl.ai.demo.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import dev.pawl.property.Deep;
import dev.pawl.property.Needed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bash tool in bubblewrap: what it can write, and what it cannot. */
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
    void only_hosts_of_the_list_can_be_reached_and_only_through_the_proxy() throws Exception {
        assumeBubblewrap();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("from outside".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        server.start();
        var address = ":" + server.getAddress().getPort() + "/x";
        try (var pawl = TestProgram.in(
                        dir,
                        bash("curl -sS --noproxy '' http://127.0.0.1" + address),
                        bash("curl -sS --noproxy '' http://localhost" + address + "; exit 3"),
                        bash("curl -sS --noproxy '*' http://127.0.0.1" + address),
                        bash("curl -sS --noproxy '' -p http://127.0.0.1" + address),
                        bash("curl -sSf --noproxy '' http://localhost" + address + " || true"),
                        Turn.text("Done."))
                .user(
                        "settings.json",
                        "{\"sandbox\": {\"enabled\": true, \"network\": [\"127.0.0.1\", \"*.example.com\"]}}")) {
            var run = pawl.run("-p", "Go");
            assertThat(run.out()).as(run.err()).isEqualTo("Done.\n");
            assertThat(pawl.asked(2).getLast()).isEqualTo("tool: from outside");
            assertThat(pawl.asked(3).getLast())
                    .contains("The sandbox does not allow localhost: sandbox.network allows *.example.com, 127.0.0.1.")
                    .contains("[The sandbox refused a connection to localhost: sandbox.network allows only");
            assertThat(pawl.asked(4).getLast())
                    .doesNotContain("from outside")
                    .contains("[The sandbox refused a connection: only");
            assertThat(pawl.asked(5).getLast()).as("a tunnel").isEqualTo("tool: from outside");
            assertThat(pawl.asked(6).getLast())
                    .as("a program that hides the answer of the proxy")
                    .contains("[The sandbox refused a connection to localhost");
        } finally {
            server.stop(0);
        }
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
