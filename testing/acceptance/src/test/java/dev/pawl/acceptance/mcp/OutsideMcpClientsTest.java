package dev.pawl.acceptance.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The protocol's own libraries as clients of {@code pawl mcp serve}: the one with a handshake and the one without. */
@Timeout(600)
@Deep
class OutsideMcpClientsTest {
    @TempDir
    Path dir;

    @BeforeAll
    static void install() throws Exception {
        NpmPackages.install();
    }

    @ParameterizedTest
    @ValueSource(strings = {"legacy", "modern"})
    void the_library_runs_continues_and_answers_a_gate(String generation) throws Exception {
        var make = Script.call("bash", JsonObject.of("command", "echo made > made.txt"));
        try (var served = Served.in(dir, Turn.calls(make), Turn.text("It is done."), Turn.text("Nothing more."))) {
            served.hook("""
                pi.on(TOOL_CALL, (call, ctx) -> ctx.ui().confirm("Sure?", "") ? call.allow() : call.block("no"));
                """);
            var ran = NpmPackages.run(List.of(
                    "node",
                    "client.mjs",
                    generation,
                    served.launcher().toString(),
                    "mcp",
                    "serve",
                    "--model",
                    Served.MODEL));
            assertThat(ran.status()).as(ran.err()).isZero();
            var seen = JsonObject.parse(ran.out());
            assertThat(seen.object("server").string("name")).isEqualTo("pawl");
            assertThat(seen.strings("tools")).containsExactly("run", "continue", "cancel");
            assertThat(seen.strings("asked")).containsExactly("Sure?");
            assertThat(seen.object("run").object("structuredContent").string("text"))
                    .isEqualTo("It is done.");
            assertThat(seen.object("next").object("structuredContent").string("text"))
                    .isEqualTo("Nothing more.");
            assertThat(seen.strings("progress")).anyMatch(message -> message.startsWith("bash echo made"));
            // A run without a folder works where its server was started.
            assertThat(NpmPackages.FOLDER.resolve("made.txt")).exists();
        }
    }
}
