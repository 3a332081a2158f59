package dev.pawl.acceptance.acp;

import static org.assertj.core.api.Assertions.assertThat;

import com.agentclientprotocol.sdk.client.AcpClient;
import com.agentclientprotocol.sdk.client.transport.AgentParameters;
import com.agentclientprotocol.sdk.client.transport.StdioAcpClientTransport;
import com.agentclientprotocol.sdk.spec.AcpSchema;
import dev.pawl.acceptance.mcp.NpmPackages;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that others wrote: the protocol's libraries for JavaScript and Java, acpx, and pi's adapter over RPC. */
@Timeout(600)
@Deep
class OutsideClientsTest {
    private static final Path NODE = Path.of("target", "acp-clients").toAbsolutePath();
    private static final String MODEL = "scripted/" + ScriptedModel.MODEL;
    /** With rules there are modes. */
    private static final String RULES = "{\"permissions\": {\"allow\": [\"Bash\", \"Read\"]}}";

    @TempDir
    Path dir;

    @BeforeAll
    static void install() throws Exception {
        if (!Files.exists(NODE.resolve("node_modules/pi-acp"))) {
            Files.createDirectories(NODE);
            for (var name : List.of("package.json", "client.mjs")) {
                try (var in = Objects.requireNonNull(OutsideClientsTest.class.getResourceAsStream(name))) {
                    Files.write(NODE.resolve(name), in.readAllBytes());
                }
            }
            var npm = NpmPackages.run(
                    NODE, Map.of(), List.of("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund"));
            assertThat(npm.status()).as(npm.err()).isZero();
        }
    }

    private static Turn bash(String command) {
        return Turn.calls(Script.call("bash", JsonObject.of("command", command)));
    }

    @Test
    void the_library_for_javascript_walks_through_files_terminals_questions_and_sessions() throws Exception {
        var read = Turn.calls(Script.call("read", JsonObject.of("path", "a.txt")));
        try (var editor = Editor.in(
                dir,
                bash("make"),
                Turn.text("one "),
                read,
                Turn.text("two "),
                bash("sleep 1000"),
                Turn.text("three"))) {
            editor.hook("""
                pi.on(TOOL_CALL, (call, ctx) -> ctx.ui().confirm("Sure?", "") ? call.allow() : call.block("no"));
                """);
            editor.user("settings.json", RULES);
            Files.writeString(editor.project.resolve("a.txt"), "quiet");
            var walk = NpmPackages.run(
                    NODE,
                    Map.of("WALK", "own"),
                    List.of(
                            "node",
                            "client.mjs",
                            editor.project.toString(),
                            editor.launcher().toString(),
                            "acp",
                            "--model",
                            MODEL));
            assertThat(walk.status()).as(walk.err()).isZero();
            var seen = JsonObject.parse(walk.out());
            assertThat(seen.object("first").string("stopReason")).isEqualTo("end_turn");
            assertThat(seen.object("third").string("stopReason")).isEqualTo("cancelled");
            assertThat(seen.integer("permissions", 0)).isEqualTo(3);
            assertThat(seen.strings("modes")).contains("default", "plan");
            assertThat(seen.strings("updates")).contains("current_mode_update");
            assertThat(seen.strings("reads"))
                    .containsExactly(editor.project.resolve("a.txt").toString());
            assertThat(seen.strings("terminals")).containsExactly("make", "sleep 1000");
            assertThat(seen.object("list").objects("sessions")).hasSize(1);
            assertThat(seen.strings("replayed")).contains("user_message_chunk", "tool_call", "agent_message_chunk");
            assertThat(editor.model.requests().get(1).body().toString()).contains("from the terminal");
            assertThat(editor.model.requests().get(3).body().toString()).contains("QUIET");
        }
    }

    @Test
    void acpx_runs_a_prompt() throws Exception {
        try (var editor = Editor.in(dir, bash("echo made > made.txt"), Turn.text("It is done."))) {
            var agent = editor.launcher() + " acp --model " + MODEL;
            var ran = NpmPackages.run(
                    editor.project,
                    Map.of("HOME", editor.home.toString()),
                    List.of(
                            "node",
                            NODE.resolve("node_modules/acpx/dist/cli.js").toString(),
                            "--approve-all",
                            "--agent",
                            agent,
                            "exec",
                            "make it"));
            assertThat(ran.out()).as(ran.err()).contains("It is done.");
            assertThat(editor.project.resolve("made.txt")).exists();
        }
    }

    @Test
    void the_adapter_of_pi_drives_the_rpc_mode_unchanged() throws Exception {
        try (var editor = Editor.in(dir, bash("echo made > made.txt"), Turn.text("It is done."))) {
            editor.user("settings.json", """
                {"defaultProvider": "scripted", "defaultModel": "%s"}
                """.formatted(ScriptedModel.MODEL));
            var walk = NpmPackages.run(
                    NODE,
                    Map.of(
                            "PI_ACP_PI_COMMAND",
                            editor.launcher().toString(),
                            "PI_CODING_AGENT_DIR",
                            editor.home.resolve(".pi/agent").toString(),
                            "PAWL_AS_PI",
                            "1"),
                    List.of(
                            "node",
                            "client.mjs",
                            editor.project.toString(),
                            "node",
                            "node_modules/pi-acp/dist/index.js"));
            assertThat(walk.status()).as(walk.err()).isZero();
            var seen = JsonObject.parse(walk.out());
            assertThat(seen.object("first").string("stopReason")).isEqualTo("end_turn");
            assertThat(seen.string("text")).contains("It is done.");
            assertThat(editor.project.resolve("made.txt")).exists();
        }
    }

    @Test
    void the_library_for_java_walks_through_a_prompt_a_question_and_the_list() throws Exception {
        try (var editor = Editor.in(dir, bash("echo made > made.txt"), Turn.text("It is done."))) {
            editor.hook("""
                pi.on(TOOL_CALL, (call, ctx) -> ctx.ui().confirm("Sure?", "") ? call.allow() : call.block("no"));
                """);
            var updates = Collections.synchronizedList(new ArrayList<AcpSchema.SessionUpdate>());
            var transport = new StdioAcpClientTransport(
                    AgentParameters.builder(editor.launcher().toString())
                            .args("acp", "--model", MODEL)
                            .build());
            try (var client = AcpClient.sync(transport)
                    .requestTimeout(Duration.ofMinutes(2))
                    .sessionUpdateConsumer(update -> updates.add(update.update()))
                    .requestPermissionHandler(
                            asked -> new AcpSchema.RequestPermissionResponse(new AcpSchema.PermissionSelected(
                                    asked.options().getFirst().optionId())))
                    .build()) {
                client.initialize();
                var session = client.newSession(new AcpSchema.NewSessionRequest(editor.project.toString(), List.of()));
                var ended = client.prompt(new AcpSchema.PromptRequest(
                        session.sessionId(), List.of(new AcpSchema.TextContent("make it"))));
                assertThat(ended.stopReason()).isEqualTo(AcpSchema.StopReason.END_TURN);
                assertThat(client.listSessions(new AcpSchema.ListSessionsRequest(editor.project.toString()))
                                .sessions())
                        .hasSize(1);
            }
            assertThat(editor.project.resolve("made.txt")).exists();
            assertThat(updates).anyMatch(AcpSchema.AgentMessageChunk.class::isInstance);
        }
    }

    @Test
    void the_library_for_java_walks_through_files_terminals_modes_a_cancellation_and_loading() throws Exception {
        var read = Turn.calls(Script.call("read", JsonObject.of("path", "a.txt")));
        try (var editor = Editor.in(dir, read, bash("make"), Turn.text("one"), bash("sleep 1000"), Turn.text("two"))) {
            editor.user("settings.json", RULES);
            Files.writeString(editor.project.resolve("a.txt"), "quiet");
            var updates = Collections.synchronizedList(new ArrayList<AcpSchema.SessionUpdate>());
            var terminals = Collections.synchronizedList(new ArrayList<String>());
            var second = new CountDownLatch(1);
            var killed = new CountDownLatch(1);
            var transport = new StdioAcpClientTransport(
                    AgentParameters.builder(editor.launcher().toString())
                            .args("acp", "--model", MODEL)
                            .build());
            try (var client = AcpClient.sync(transport)
                    .requestTimeout(Duration.ofMinutes(2))
                    .sessionUpdateConsumer(update -> updates.add(update.update()))
                    .readTextFileHandler(_ -> new AcpSchema.ReadTextFileResponse("LOUD"))
                    .writeTextFileHandler(_ -> new AcpSchema.WriteTextFileResponse())
                    .createTerminalHandler(asked -> {
                        terminals.add(asked.args().getLast());
                        if (terminals.size() == 2) {
                            second.countDown();
                        }
                        return new AcpSchema.CreateTerminalResponse("t" + terminals.size());
                    })
                    .terminalOutputHandler(_ -> new AcpSchema.TerminalOutputResponse("made it", false, null))
                    .waitForTerminalExitHandler(asked -> {
                        if (!asked.terminalId().equals("t1")) {
                            awaited(killed);
                        }
                        return new AcpSchema.WaitForTerminalExitResponse(0, null);
                    })
                    .killTerminalHandler(_ -> {
                        killed.countDown();
                        return new AcpSchema.KillTerminalCommandResponse();
                    })
                    .releaseTerminalHandler(_ -> new AcpSchema.ReleaseTerminalResponse())
                    .build()) {
                client.initialize(new AcpSchema.InitializeRequest(
                        1, new AcpSchema.ClientCapabilities(new AcpSchema.FileSystemCapability(true, true), true)));
                var session = client.newSession(new AcpSchema.NewSessionRequest(editor.project.toString(), List.of()));
                var id = session.sessionId();
                assertThat(session.modes().availableModes())
                        .extracting(AcpSchema.SessionMode::id)
                        .contains("plan");
                client.setSessionMode(new AcpSchema.SetSessionModeRequest(id, "plan"));
                client.setSessionMode(
                        new AcpSchema.SetSessionModeRequest(id, session.modes().currentModeId()));
                var go = List.<AcpSchema.ContentBlock>of(new AcpSchema.TextContent("go"));
                assertThat(client.prompt(new AcpSchema.PromptRequest(id, go)).stopReason())
                        .isEqualTo(AcpSchema.StopReason.END_TURN);
                assertThat(editor.model.requests().get(1).body().toString()).contains("LOUD");
                assertThat(editor.model.requests().get(2).body().toString()).contains("made it");

                var run = new FutureTask<>(() -> client.prompt(new AcpSchema.PromptRequest(id, go)));
                Thread.ofVirtual().start(run);
                awaited(second);
                client.cancel(new AcpSchema.CancelNotification(id));
                assertThat(run.get().stopReason()).isEqualTo(AcpSchema.StopReason.CANCELLED);
                assertThat(terminals).containsExactly("make", "sleep 1000");

                client.closeSession(new AcpSchema.CloseSessionRequest(id));
                updates.clear();
                client.loadSession(new AcpSchema.LoadSessionRequest(id, editor.project.toString(), List.of()));
                assertThat(updates).anyMatch(AcpSchema.UserMessageChunk.class::isInstance);
                assertThat(updates).anyMatch(AcpSchema.AgentMessageChunk.class::isInstance);
            } finally {
                killed.countDown();
            }
        }
    }

    private static void awaited(CountDownLatch latch) {
        try {
            assertThat(latch.await(2, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
