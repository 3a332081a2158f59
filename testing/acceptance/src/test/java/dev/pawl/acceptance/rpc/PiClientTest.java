package dev.pawl.acceptance.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Beside;
import dev.pawl.machine.Comparison;
import dev.pawl.machine.Pi;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.testkit.program.ProgramCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pi's own client class, as published, drives Pawl through everything it offers. */
@Beside
class PiClientTest {
    /** The client starts {@code node <file>}; this is the file, and it starts Pawl. */
    private static final String SHIM = """
        import { spawn } from "node:child_process";
        const command = JSON.parse(process.env.PAWL_COMMAND);
        const child = spawn(command[0], [...command.slice(1), ...process.argv.slice(2)], { stdio: "inherit" });
        for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => child.kill(signal));
        child.on("exit", (code) => process.exit(code ?? 1));
        """;

    private static final String DRIVE = """
        import { RpcClient } from "CLIENT";
        const client = new RpcClient({ cliPath: "SHIM", provider: "scripted", model: "MODEL" });
        const seen = {};
        const note = async (name, call) => { seen[name] = (await call()) ?? null; };
        const types = [];
        await client.start();
        client.onEvent((event) => types.push(event.type));
        await note("state", () => client.getState());
        await note("models", async () => (await client.getAvailableModels()).map((model) => model.id));
        await client.prompt("read small.txt");
        await client.waitForIdle();
        await note("text", () => client.getLastAssistantText());
        await note("messages", async () => (await client.getMessages()).map((message) => message.role));
        await note("stats", () => client.getSessionStats());
        await note("entries", async () => (await client.getEntries()).entries.length);
        await note("tree", async () => (await client.getTree()).tree.length);
        await note("forkMessages", () => client.getForkMessages());
        await note("events", async () => (await client.promptAndWait("again")).map((event) => event.type));
        await client.setThinkingLevel("off");
        await note("level", () => client.cycleThinkingLevel());
        await note("cycled", () => client.cycleModel());
        await client.setSteeringMode("all");
        await client.setFollowUpMode("one-at-a-time");
        await client.setAutoCompaction(false);
        await client.setAutoRetry(false);
        await note("bash", () => client.bash("echo hello"));
        await client.setSessionName("driven");
        await note("name", async () => (await client.getState()).sessionName);
        await note("commands", async () => (await client.getCommands()).map((command) => command.name));
        await note("page", () => client.exportHtml("out.html"));
        await note("fork", () => client.fork(seen.forkMessages[0].entryId));
        await note("clone", () => client.clone().catch((error) => error.message));
        await note("levels", () => client.getAvailableThinkingLevels());
        await note("queue", async () => client.clearQueue ? await client.clearQueue() : {});
        await note("fresh", () => client.newSession());
        await note("kept", async () => (await client.getState()).steeringMode);
        await note("back", () => client.switchSession(seen.state.sessionFile));
        await client.abort();
        await client.stop();
        seen.types = types;
        console.log(JSON.stringify(seen));
        process.exit(0);
        """;

    @TempDir
    Path dir;

    @ParameterizedTest
    @EnumSource
    void pis_client_drives_pawl(Pi pi) throws Exception {
        var look = Turn.text("Let me look.").andCalls(Script.call("read", JsonObject.of("path", "small.txt")));
        var script = Script.of(look, Turn.text("All done.")).endingWith(Turn.text("Again."));
        try (var pawl = Driven.in(dir, script)) {
            Files.writeString(pawl.project.resolve("small.txt"), "one\ntwo\n");
            var shim = Files.writeString(dir.resolve("shim.mjs"), SHIM);
            var drive = Files.writeString(
                    dir.resolve("drive.mjs"),
                    DRIVE.replace(
                                    "CLIENT",
                                    pi.file("dist/modes/rpc/rpc-client.js").toString())
                            .replace("SHIM", shim.toString())
                            .replace("MODEL", ScriptedModel.MODEL));
            var builder = new ProcessBuilder(Pi.node().toString(), drive.toString())
                    .directory(pawl.project.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().put("HOME", pawl.home.toString());
            builder.environment().remove("PI_CODING_AGENT_DIR");
            builder.environment().put("PAWL_COMMAND", dev.pawl.api.json.Json.write(ProgramCommand.of()));
            var process = builder.start();
            process.getOutputStream().close();
            var out = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            assertThat(process.waitFor()).isZero();
            var seen = JsonObject.parse(out.strip().lines().toList().getLast());
            assertThat(seen.string("text")).isEqualTo("All done.");
            assertThat(seen.strings("messages"))
                    .containsExactly("system", "user", "assistant", "toolResult", "assistant");
            assertThat(seen.object("stats").number("toolCalls", 0)).isEqualTo(1);
            assertThat(seen.strings("events")).startsWith("agent_start").endsWith("agent_settled");
            assertThat(seen.object("bash").string("output")).isEqualTo("hello\n");
            assertThat(seen.string("name")).isEqualTo("driven");
            assertThat(seen.object("fork").bool("cancelled", true)).isFalse();
            assertThat(seen.object("fork").string("text")).isEqualTo("read small.txt");
            assertThat(seen.object("fresh").bool("cancelled", true)).isFalse();
            assertThat(seen.object("back").bool("cancelled", true)).isFalse();
            assertThat(seen.strings("levels")).contains("off", "high");
            assertThat(seen.object("page").string("path"))
                    .isEqualTo(pawl.project.resolve("out.html").toString());
            assertThat(seen.string("kept")).isEqualTo("all");
            assertThat(seen.strings("models")).contains(ScriptedModel.MODEL);
            new Comparison("pi's client class drives Pawl", pi).found(List.of());
        }
    }
}
