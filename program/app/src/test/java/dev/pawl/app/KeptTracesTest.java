package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What hooks did is kept beside a session by choice, and never what they took out. */
class KeptTracesTest {
    private static final String HOOK = """
        pi.on(TOOL_CALL, (call, ctx) -> call.arguments().string("command", "").contains("forbidden")
            ? call.block("not that one") : call.allow());
        pi.on(TOOL_RESULT, (result, ctx) -> result.withText(result.text().replace("s3cr3t-output", "***")));
        """;

    @TempDir
    Path dir;

    private TestProgram program() throws IOException {
        return TestProgram.in(
                        dir,
                        Turn.calls(call("bash", JsonObject.of("command", "cat data"))),
                        Turn.calls(call("bash", JsonObject.of("command", "echo forbidden"))),
                        Turn.text("Done."))
                .file("data", "s3cr3t-output\n")
                .hook("guard", HOOK);
    }

    private static List<Path> files(Path folder, String text) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> holds(file, text))
                    .toList();
        }
    }

    private static boolean holds(Path file, String text) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text);
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void traces_are_kept_shown_and_exported_without_what_a_hook_removed() throws Exception {
        try (var pawl = program().user("settings.json", "{\"traces\":{\"keep\":true}}")) {
            var run = pawl.run("--session-id", "abc-1", "-p", "Go");
            assertThat(run.status()).isZero();
            var json = pawl.run("trace", "abc", "--json");
            assertThat(json.err()).isEmpty();
            var trace = JsonObject.parse(json.out());
            assertThat(trace.objects("dispatches"))
                    .anySatisfy(line -> {
                        assertThat(line.string("point")).isEqualTo("tool_call");
                        assertThat(line.objects("steps").getFirst().string("effect"))
                                .isEqualTo("stopped");
                    })
                    .anySatisfy(line -> {
                        assertThat(line.string("point")).isEqualTo("tool_result");
                        assertThat(line.objects("steps").getFirst().string("effect"))
                                .isEqualTo("changed");
                    });
            assertThat(trace.objects("hooks").getFirst().integer("calls", 0)).isPositive();
            assertThat(pawl.run("trace", "abc", "trace.html").status()).isZero();
            assertThat(pawl.run("--export", "abc", "out.html").status()).isZero();
            assertThat(pawl.run("--export", "abc", "out.md").status()).isZero();
            assertThat(pawl.project.resolve("out.html")).content().contains("not that one", "guard.java");
            assertThat(pawl.project.resolve("out.md")).content().contains("guard.java at tool_call: stopped");
            assertThat(json.out()).doesNotContain("s3cr3t-output");
            // The hook itself names it, in its file and compiled.
            var ofHook =
                    List.of(pawl.agentDir().resolve("hooks"), pawl.agentDir().resolve("cache/pawl-hooks"));
            assertThat(files(dir, "s3cr3t-output"))
                    .filteredOn(file -> ofHook.stream().noneMatch(file::startsWith))
                    .containsExactly(pawl.project.resolve("data"));
        }
    }

    @Test
    void without_the_setting_nothing_is_kept_and_trace_says_how_to() throws Exception {
        try (var pawl = program()) {
            pawl.run("--session-id", "abc-1", "-p", "Go");
            var run = pawl.run("trace", "abc");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains("no traces are kept", "\"traces\": {\"keep\": true}");
            try (var files = Files.walk(dir)) {
                assertThat(files.filter(file -> file.toString().endsWith(".trace")))
                        .isEmpty();
            }
        }
    }
}
