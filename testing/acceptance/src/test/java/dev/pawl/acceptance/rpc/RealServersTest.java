package dev.pawl.acceptance.rpc;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.mcp.NpmPackages;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tool servers of the protocol's authors, through the whole program over RPC. */
@Timeout(600)
@Deep
class RealServersTest {
    @TempDir
    Path dir;

    @BeforeAll
    static void install() throws Exception {
        NpmPackages.install();
    }

    private static JsonObject entry(List<String> command) {
        return JsonObject.of("command", command.getFirst(), "args", command.subList(1, command.size()))
                .with("exposure", "direct");
    }

    @Test
    void everything_filesystem_and_memory_are_called_through_the_gates() throws Exception {
        var place = Files.createDirectories(dir.resolve("project")).toRealPath();
        var note = place.resolve("note.txt");
        Files.writeString(note, "a note on disk");
        var entity =
                JsonObject.of("name", "Pawl", "entityType", "program").with("observations", List.of("holds a ratchet"));
        try (var pawl = Driven.in(
                dir,
                Turn.calls(
                        call("mcp__everything__echo", JsonObject.of("message", "over RPC")),
                        call("mcp__files__read_text_file", JsonObject.of("path", note.toString())),
                        call("mcp__files__write_file", JsonObject.of("path", "x", "content", "y")),
                        call("mcp__memory__create_entities", JsonObject.of("entities", List.of(entity)))),
                Turn.calls(call("mcp__memory__read_graph", JsonObject.empty())),
                Turn.text("Done."))) {
            pawl.user(
                    "mcp.json",
                    JsonObject.of(
                                    "mcpServers",
                                    JsonObject.of("everything", entry(NpmPackages.server("everything")))
                                            .with("files", entry(NpmPackages.server("filesystem", place.toString())))
                                            .with(
                                                    "memory",
                                                    entry(NpmPackages.server("memory"))
                                                            .with(
                                                                    "env",
                                                                    JsonObject.of(
                                                                            "MEMORY_FILE_PATH",
                                                                            dir.resolve("memory.json")
                                                                                    .toString()))))
                            .toString());
            pawl.hook("""
                pi.on(TOOL_CALL, (call, ctx) -> call.toolName().endsWith("write_file")
                    ? call.block("nothing is written here") : call.allow());
                """);
            pawl.start();
            pawl.client().prompt("Go");
            pawl.await("agent_end");
            var second = pawl.model.requests().get(1).body().toString();
            assertThat(second).contains("Echo: over RPC", "a note on disk", "nothing is written here");
            assertThat(pawl.model.requests().get(2).body().toString()).contains("holds a ratchet");
            assertThat(dir.resolve("memory.json")).content().contains("Pawl");

            pawl.client().prompt("/mcp");
            var status = pawl.await(event -> event.toString().contains("everything  connected"));
            assertThat(status.toString()).contains("files  connected", "memory  connected", "protocol 20");
        }
    }
}
