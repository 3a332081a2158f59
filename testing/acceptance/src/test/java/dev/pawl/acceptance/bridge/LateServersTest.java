package dev.pawl.acceptance.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.testkit.program.RpcClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tool servers that hooks register while the program runs, and take back, in Java and in TypeScript. */
@Timeout(600)
@Deep
class LateServersTest {
    private static final Path SCRIPT = Checkout.file("features/mcp/src/test/resources/dev/pawl/mcp/server.mjs");

    @TempDir
    Path dir;

    @Test
    void a_hook_in_java_brings_a_server_later_and_takes_it_back() throws Exception {
        walk("hook.java", """
            import module dev.pawl.api;

            class Late implements Hook {
                public void install(Host pi) {
                    pi.command("add", "Brings a server", ctx -> {
                        pi.mcpServer(new McpServer("late", JsonObject.of("command", "node",
                            "args", java.util.List.of("%s")).with("exposure", "direct")));
                        return Outcome.nothing();
                    });
                    pi.command("drop", "Takes it back", ctx -> {
                        pi.removeMcpServer("late");
                        return Outcome.nothing();
                    });
                }
            }
            """.formatted(SCRIPT));
    }

    @Test
    void a_hook_in_typescript_brings_a_server_later_and_takes_it_back() throws Exception {
        walk("hook.ts", """
            export default (pi) => {
              pi.registerCommand("add", { description: "Brings a server", handler: async () => {
                pi.registerMcpServer("late", { command: "node", args: ["%s"], exposure: "direct" });
              } });
              pi.registerCommand("drop", { description: "Takes it back", handler: async () => {
                pi.unregisterMcpServer("late");
              } });
            };
            """.formatted(SCRIPT));
    }

    private void walk(String name, String source) throws Exception {
        var place = NodePlace.in(dir);
        var hook = dir.resolve(name);
        NodePlace.write(hook, source);
        NodePlace.write(place.home().resolve(".pi/agent/mcp.json"), "{\"mcpServers\": {}}");
        List<JsonObject> events = Collections.synchronizedList(new ArrayList<>());
        try (var model = ScriptedModel.playing(Turn.text("one"), Turn.text("two"), Turn.text("three"))) {
            var process = place.pawl(model)
                    .start("--mode", "rpc", "--model", "scripted/" + ScriptedModel.MODEL, "--hook", hook.toString());
            try (var client = RpcClient.of(process)) {
                client.onEvent(events::add);
                client.promptAndWait("Before");
                assertThat(tools(model, 0)).doesNotContain("mcp__late__echo");

                client.prompt("/add");
                awaitStatus(client, events, "late  connected, 9 tools");
                client.promptAndWait("With it");
                assertThat(tools(model, 1)).contains("mcp__late__echo");

                client.prompt("/drop");
                awaitStatus(client, events, "no MCP servers are configured");
                client.promptAndWait("Without it");
                assertThat(tools(model, 2)).doesNotContain("mcp__late__echo");
            }
            assertThat(process.waitFor()).isZero();
        }
    }

    private static String tools(ScriptedModel model, int request) {
        return model.requests().get(request).body().objects("tools").toString();
    }

    /** Asks for the servers until they are as they should be. */
    private static void awaitStatus(RpcClient client, List<JsonObject> events, String text) throws Exception {
        Await.value(
                "the servers are as they should be: " + text,
                () -> {
                    int before = events.size();
                    client.prompt("/mcp");
                    synchronized (events) {
                        return List.copyOf(events.subList(before, events.size()));
                    }
                },
                now -> now.toString().contains(text));
    }
}
