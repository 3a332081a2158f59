package dev.pawl.acceptance.program;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program through its launcher, as people start it; the first start of all builds it. */
@Deep
class LaunchedTest {
    private static final Path PAWL = Checkout.ROOT.resolve("pawl");

    @TempDir
    Path dir;

    /** With the environment of the build, which knows where Maven keeps things. */
    @BeforeAll
    static void build() throws Exception {
        var process = new ProcessBuilder("bash", PAWL.toString(), "--version")
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private static List<String> pawl(String... args) {
        var command = new ArrayList<>(List.of("bash", PAWL.toString()));
        command.addAll(List.of(args));
        return command;
    }

    private static List<String> shell(String script, String... args) {
        var command = new ArrayList<>(List.of("bash", "-c", script, "bash", PAWL.toString()));
        command.addAll(List.of(args));
        return command;
    }

    @Test
    void under_the_name_of_pi_it_reports_a_version_of_pi() throws Exception {
        var link = Files.createSymbolicLink(dir.resolve("pi"), PAWL);
        try (var pawl = Pawl.in(dir)) {
            assertThat(pawl.start(List.of("bash", link.toString(), "--version"))
                            .end()
                            .out())
                    .matches("[1-9]\\d*\\.\\d+\\.\\d+\n");
        }
    }

    @Test
    void it_answers() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("here"))) {
            var run = pawl.start(pawl("-p", "Hi")).end();
            assertThat(run.out()).isEqualTo("here\n");
            assertThat(run.err()).isEmpty();
            assertThat(run.status()).isZero();
        }
    }

    @Test
    void what_a_conversation_needs_comes_from_the_start_up_cache_and_no_window_system_is_loaded() throws Exception {
        var look = Turn.calls(call("read", JsonObject.of("path", "a.txt")));
        try (var pawl = Pawl.in(dir, look, Turn.text("read"))) {
            Pawl.write(pawl.project.resolve("a.txt"), "text");
            pawl.environment.put("PAWL_JAVA_OPTS", "-Xlog:class+load:stderr");
            var run = pawl.start(pawl("--mode", "json", "Hi")).end();
            assertThat(run.status()).isZero();
            var fromCache = run.err()
                    .lines()
                    .filter(line -> line.contains(" source: shared objects file"))
                    .map(line -> line.substring(line.indexOf("] ") + 2, line.indexOf(" source:")))
                    .toList();
            assertThat(fromCache)
                    .contains(
                            "dev.pawl.serve.print.AgentRun",
                            "dev.pawl.agent.event.EventJson",
                            "dev.pawl.agent.run.TurnLoop",
                            "dev.pawl.ai.openai.OpenAiCompletions",
                            "dev.pawl.tools.builtin.ReadTool",
                            "dev.pawl.ai.socket.SocketClient");
            assertThat(run.err().lines())
                    .noneMatch(line -> line.contains("java.awt.")
                            || line.contains("javax.imageio")
                            || line.contains("sun.java2d")
                            || line.contains("com.sun.tools.javac"));
        }
    }

    @Test
    void screens_runs_and_editors_have_a_start_up_cache() throws Exception {
        try (var files = Files.list(PAWL.resolveSibling(".launch"))) {
            var caches = files.map(file -> String.valueOf(file.getFileName())).filter(name -> name.endsWith(".aot"));
            assertThat(caches.map(name -> name.replaceFirst(".*-", ""))).contains("screen.aot", "run.aot", "acp.aot");
        }
    }

    @Test
    void hooks_are_tried() throws Exception {
        Pawl.write(dir.resolve("gate.java"), """
            import dev.pawl.api.*;

            class Gate implements Hook {
                public void install(Host host) {
                    host.on(HookPoints.TOOL_CALL, (call, _) -> call.block("not here"));
                }
            }
            """);
        try (var pawl = Pawl.in(dir)) {
            var run = pawl.start(
                            pawl("--hook", dir.resolve("gate.java").toString(), "hooks", "try", "tool_call", "rm a"))
                    .end();
            assertThat(run.err()).isEmpty();
            assertThat(run.out()).contains("not here");
        }
    }

    @Test
    void words_that_are_not_ascii_arrive_in_any_locale() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("grün"), Turn.text("blau"))) {
            for (var locale : List.of("LC_ALL=C", "LANG=")) {
                pawl.environment.remove("LC_ALL");
                var run = pawl.start(shell("export " + locale + "; exec bash \"$@\"", "-p", "süß 東京 😀"))
                        .end();
                assertThat(run.status()).isZero();
                assertThat(pawl.model.requests().getLast().body().toString()).contains("süß 東京 😀");
            }
        }
    }

    @Test
    void closed_input_is_no_input() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("ok"))) {
            var run = pawl.start(shell("exec bash \"$@\" <&-", "-p", "Hi")).end();
            assertThat(run.out()).isEqualTo("ok\n");
            assertThat(pawl.start(shell("exec bash \"$@\" <&-", "-p")).end().err())
                    .contains("there is no prompt");
        }
    }

    @Test
    void a_folder_that_is_gone_is_named() throws Exception {
        try (var pawl = Pawl.in(dir)) {
            var run = pawl.start(shell("mkdir gone; cd gone; rmdir ../gone; exec bash \"$@\"", "-p", "Hi"))
                    .end();
            assertThat(run.err()).contains("pawl: the folder this was started in is gone");
            assertThat(run.status()).isEqualTo(1);
        }
    }

    @Test
    void in_a_terminal_it_prints_when_asked_to_and_a_pipe_in_it_is_read() throws Exception {
        Needed.program("script");
        try (var pawl = Pawl.in(dir, Turn.text("one"), Turn.text("two"))) {
            assertThat(terminal(pawl, "bash " + PAWL + " -p Hi")).contains("one");
            assertThat(terminal(pawl, "echo piped | bash " + PAWL + " -p")).contains("two");
            assertThat(pawl.model.requests()).hasSize(2);
            assertThat(pawl.model.requests().getLast().body().toString()).contains("piped");
        }
    }

    /** What a terminal shows while a command runs in it. */
    private static String terminal(Pawl pawl, String command) throws Exception {
        var run = pawl.start(List.of("script", "-qec", command, "/dev/null")).end();
        assertThat(run.status()).as(run.out()).isZero();
        return run.out();
    }

    @Test
    void a_signal_reaches_it_through_the_launcher() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.stalled())) {
            var running = pawl.start(pawl("-p", "Hi"));
            pawl.model.awaitRequest(1);
            assertThat(running.signal("TERM").end().status()).isEqualTo(143);
        }
    }

    @Test
    void programs_of_the_project_are_not_run_by_the_launcher() throws Exception {
        var link = Files.createSymbolicLink(dir.resolve("linked"), PAWL);
        try (var pawl = Pawl.in(dir, Turn.text("Good day."))) {
            for (var name : List.of("readlink", "mkdir", "find", "java", "dirname", "uname")) {
                var trap = pawl.project.resolve(name);
                Files.writeString(trap, "#!/bin/sh\ntouch '" + dir.resolve("ran") + "'\n");
                assertThat(trap.toFile().setExecutable(true)).isTrue();
            }
            pawl.environment.put("PATH", ".::" + pawl.environment.get("PATH"));
            var bash = pawl.start(List.of("/bin/bash", link.toString(), "-p", "Hi"))
                    .end();
            assertThat(dir.resolve("ran")).doesNotExist();
            assertThat(bash.out()).as(bash.err()).isEqualTo("Good day.\n");
        }
    }

    /** A tree with sources that are newer than what was built; its build prints a line. */
    private Path newerSources() throws Exception {
        var tree = dir.resolve("tree");
        var build = Files.createDirectories(tree.resolve("build")).resolve("launch");
        Files.copy(PAWL, tree.resolve("pawl"));
        Files.createSymbolicLink(tree.resolve(".launch"), PAWL.resolveSibling(".launch"));
        Files.writeString(tree.resolve("pom.xml"), "");
        Files.writeString(build, "#!/bin/sh\necho building\n");
        assertThat(build.toFile().setExecutable(true)).isTrue();
        return tree.resolve("pawl");
    }

    @ParameterizedTest
    @ValueSource(strings = {"acp", "--mode acp", "mcp serve"})
    void an_editor_waits_for_no_build_and_a_build_prints_nothing_among_lines_of_a_protocol(String args)
            throws Exception {
        var hello =
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"initialize\", \"params\": {\"protocolVersion\": 1}}";
        // The last cat reads until everything that writes to standard error has ended.
        var script =
                "{ echo '%s' | bash '%s' %s 2>&3 | cat > answers; } 3>&1 | cat".formatted(hello, newerSources(), args);
        try (var pawl = Pawl.in(dir)) {
            var errors = pawl.start(List.of("bash", "-c", script)).end().out();
            var answers = Files.readString(pawl.project.resolve("answers"));
            assertThat(JsonObject.parse(answers).integer("id", 0)).isEqualTo(1);
            assertThat(errors).isEqualTo(args.contains("acp") ? "" : "building\n");
        }
    }

    @Test
    void a_crash_that_has_no_place_for_its_report_leaves_nothing_in_the_project() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.stalled()).user("crash", "a file where the folder would be")) {
            var running = pawl.start(pawl("-p", "Hi"));
            pawl.model.awaitRequest(1);
            assertThat(running.signal("SEGV").end().status()).isNotZero();
            assertThat(pawl.home.resolve(".pi/agent/crash")).hasContent("a file where the folder would be");
            try (var left = Files.list(pawl.project)) {
                assertThat(left).isEmpty();
            }
        }
    }

    @Test
    void a_crash_is_reported_in_the_user_s_folder_and_no_other_user_can_read_it() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.stalled())) {
            var running = pawl.start(pawl(
                    "--provider", "scripted", "--model", "scripted-1", "--api-key", "sk-not-for-others", "-p", "Hi"));
            pawl.model.awaitRequest(1);
            assertThat(running.signal("SEGV").end().status()).isNotZero();
            var report = pawl.home.resolve(".pi/agent/crash/report.log");
            assertThat(report).content().contains("SIGSEGV");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(report)))
                    .isEqualTo("rw-------");
            try (var left = Files.list(pawl.project)) {
                assertThat(left).isEmpty();
            }
        }
    }
}
