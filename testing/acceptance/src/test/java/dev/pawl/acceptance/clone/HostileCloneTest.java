package dev.pawl.acceptance.clone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.terminal.TerminalRun;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Call;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.program.PawlProcess;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A repository that was cloned and not trusted runs nothing, reads and writes nothing outside, and holds up nothing. */
@Deep
class HostileCloneTest {
    private static final String[] TOOLS = {"--tools", "read,grep,find,ls,bash"};

    @TempDir
    Path dir;

    private static Turn call(String tool, JsonObject arguments) {
        return Turn.calls(new Call(null, tool, arguments.toString(), null));
    }

    private HostileClone searched() throws Exception {
        return HostileClone.in(
                dir,
                call("grep", JsonObject.of("pattern", "text to find")),
                call("find", JsonObject.of("pattern", "*.txt")),
                call("ls", JsonObject.empty()),
                Turn.text("Searched."),
                Turn.text("Again."));
    }

    private static String[] with(String... more) {
        var all = new String[TOOLS.length + more.length];
        System.arraycopy(TOOLS, 0, all, 0, TOOLS.length);
        System.arraycopy(more, 0, all, TOOLS.length, more.length);
        return all;
    }

    @Test
    void in_print_mode() throws Exception {
        try (var clone = searched()) {
            var run = clone.program().run(with("-p", "Look"));
            assertThat(run.out()).as(run.err()).isEqualTo("Searched.\n");
            assertThat(run.err()).contains("it is not trusted", "AGENTS.md", "leads out of");
            assertThat(run.status()).isZero();
            clone.program().run(with("-c", "-p", "/skill:planted and /planted"));
            clone.didNothing();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"../elsewhere", "src/elsewhere"})
    void where_its_folder_of_settings_is_a_link(String elsewhere) throws Exception {
        try (var clone = searched()) {
            var run = clone.linked(elsewhere).program().run(with("-p", "Look"));
            assertThat(run.out()).as(run.err()).isEqualTo("Searched.\n");
            assertThat(run.status()).isZero();
            clone.program().run(with("-c", "-p", "/skill:planted and /planted"));
            clone.didNothing();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"src", "module"})
    void in_a_bare_repository_or_a_submodule_inside_of_it(String folder) throws Exception {
        try (var clone = searched()) {
            Files.writeString(clone.project.resolve(folder).resolve("main.txt"), "text to find\n");
            var program = new PawlProcess(
                    clone.home, clone.project.resolve(folder), clone.program().environment());
            var run = program.run(with("-p", "Look"));
            assertThat(run.out()).as(run.err()).isEqualTo("Searched.\n");
            assertThat(run.status()).isZero();
            clone.didNothing();
            try (var terminal = TerminalRun.start(program, 100, 30, TOOLS)) {
                terminal.await("rust");
                terminal.type("\u001b");
                terminal.await("scripted");
                terminal.type("Hi @ma").await("main.txt");
                terminal.type("\u001b").awaitGone("main.txt");
                terminal.type("\r");
                terminal.await("Again.");
                clone.didNothing();
            }
        }
    }

    @Test
    void in_json_mode() throws Exception {
        try (var clone = searched()) {
            var run = clone.program().run(with("--mode", "json", "Look"));
            assertThat(run.status()).as(run.err()).isZero();
            assertThat(run.out()).contains("Searched.");
            clone.didNothing();
        }
    }

    @Test
    void over_rpc_also_in_a_session_that_is_begun_later() throws Exception {
        try (var clone = searched()) {
            var process = clone.program().start(with("--mode", "rpc"));
            try (var out = process.outputWriter(StandardCharsets.UTF_8);
                    var in = new BufferedReader(
                            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                out.write("{\"type\":\"prompt\",\"message\":\"Look\"}\n");
                out.flush();
                for (int ends = 0; ends < 2; ) {
                    var line = in.readLine();
                    assertThat(line).isNotNull();
                    var record = JsonObject.parse(line);
                    switch (record.string("type", "")) {
                        case "extension_ui_request" ->
                            out.write(JsonObject.of("type", "extension_ui_response", "cancelled", true)
                                            .with("id", record.string("id", ""))
                                    + "\n");
                        case "agent_end" -> {
                            ends++;
                            out.write("{\"type\":\"new_session\"}\n");
                        }
                        case "response" -> {
                            assertThat(record.bool("success", false)).as(line).isTrue();
                            if (record.string("command", "").equals("new_session")) {
                                out.write("{\"type\":\"prompt\",\"message\":\"Hi\"}\n");
                            }
                        }
                        default -> {}
                    }
                    out.flush();
                }
            }
            assertThat(process.waitFor()).isZero();
            clone.didNothing();
        }
    }

    @Test
    void in_a_terminal_where_files_are_completed() throws Exception {
        try (var clone = searched();
                var terminal = TerminalRun.start(clone.program(), 100, 30, TOOLS)) {
            terminal.await("rust");
            terminal.type("\u001b");
            terminal.await("scripted");
            terminal.type("@main");
            terminal.await("main.txt");
            terminal.type("\t", "\r");
            terminal.await("Searched.");
            clone.didNothing();
        }
    }
}
