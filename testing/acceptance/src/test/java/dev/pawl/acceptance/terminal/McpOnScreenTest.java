package dev.pawl.acceptance.terminal;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.Programs;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tool servers on the screen: the command that shows them, and the question about tools that changed. */
@Timeout(600)
@Deep
class McpOnScreenTest {
    private static final Path SCRIPT = Checkout.file("features/mcp/src/test/resources/dev/pawl/mcp/server.mjs");
    private static final String DOWN = "\u001b[B";

    @TempDir
    Path dir;

    @BeforeEach
    void node() {
        Assumptions.assumeTrue(Programs.find("node", System.getenv()) != null, "node is not installed");
    }

    private static JsonObject entry(String... args) {
        var words = new java.util.ArrayList<>(List.of(SCRIPT.toString()));
        words.addAll(List.of(args));
        return JsonObject.of("command", "node", "args", words).with("exposure", "direct");
    }

    private static String servers(String one, JsonObject first, String other, JsonObject second) {
        return JsonObject.of("mcpServers", JsonObject.of(one, first, other, second))
                .toString();
    }

    @Test
    void state_tools_and_errors_are_shown_and_a_server_is_connected_again() throws Exception {
        var call = Turn.calls(call("mcp__good__echo", JsonObject.of("message", "on the screen")));
        try (var seat = Seat.in(dir, call, Turn.text("All done."))) {
            var marker = seat.root.resolve("started");
            seat.user("mcp.json", servers("good", entry("forks", marker.toString()), "bad", entry("broken")));
            var it = seat.start(110, 40);
            it.submit("Go").await("All done.");
            assertThat(seat.model.requests().get(1).body().toString()).contains("Echo: on the screen");
            var first = Files.readString(marker);

            it.submit("/mcp").await("MCP servers");
            var list = it.await("good  connected, 9 tools");
            assertThat(list).contains("bad  failed");
            it.type("\r");
            var details = it.await("- echo: Says it again");
            assertThat(details).contains("Reconnect", "Disable", "from ");
            it.await("a choice is marked", now -> now.contains("→ 1  Back"));
            it.type(DOWN).await("→ 2  Reconnect");
            it.type("\r").await("good  connected, 9 tools, resources, prompts  [direct]");
            it.await("another process is there", _ -> !read(marker).equals(first));

            it.submit("/mcp").await("MCP servers");
            it.type(DOWN).await("→ 2  bad");
            it.type("\r").await("cannot find the database");
            it.type("\u001b");
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (java.io.IOException e) {
            return "";
        }
    }

    @Test
    void a_changed_tool_is_shown_before_the_model_sees_it_and_approved_on_the_screen() throws Exception {
        try (var seat = Seat.in(dir, Turn.text("One."), Turn.text("Two."), Turn.text("Three."))) {
            var said = seat.root.resolve("said");
            Files.writeString(said, "Says it again");
            seat.user(
                    "mcp.json",
                    JsonObject.of("mcpServers", JsonObject.of("te-st", entry("changed", said.toString())))
                            .toString());
            var it = seat.shell(100, 40);
            it.command("pawl -p Go").await("One.");
            assertThat(seat.model.requests().getFirst().body().toString()).contains("mcp__te_st__echo");

            Files.writeString(said, "Says it twice, and loudly");
            it.command("pawl").await("scripted-1");
            it.submit("Go").await("changed since you approved it");
            assertThat(it.screen()).contains("Says it twice, and loudly", "Keep them from the model");
            it.type("\r").await("Two.");
            assertThat(seat.model.requests().get(1).body().toString()).doesNotContain("mcp__te_st__echo");

            it.type("\u0003", "\u0003", "\u0004").await("shell>");
            it.command("pawl").await("scripted-1");
            it.submit("Go").await("changed since you approved it");
            it.type(DOWN).await("→ 2  Approve");
            it.type("\r").await("Three.");
            assertThat(seat.model.requests().get(2).body().toString())
                    .contains("mcp__te_st__echo", "Says it twice, and loudly");
        }
    }

    private static Turn wants(String tool, JsonObject arguments) {
        return Turn.calls(call("mcp__web__" + tool, arguments));
    }

    @Test
    void a_page_that_a_server_wants_opened_is_shown_with_its_whole_address_and_only_if_it_is_one_of_the_web()
            throws Exception {
        var page = JsonObject.of("url", "https://example.com/sign?paper=7");
        try (var seat = Seat.in(
                dir,
                wants("page", page),
                Turn.text("One."),
                wants("page", page),
                Turn.text("Two."),
                wants("page", JsonObject.of("url", "file:///etc/passwd")),
                Turn.text("Three."),
                wants("paged", JsonObject.empty()),
                Turn.text("Four."))) {
            seat.user(
                    "mcp.json",
                    JsonObject.of("mcpServers", JsonObject.of("web", entry("pages")))
                            .toString());
            var it = seat.start(110, 40);
            it.submit("Go").await("asks you to open a page: Please sign the paper");
            assertThat(it.screen()).contains("\"web\"", "https://example.com/sign?paper=7", "→ 2  Refuse");
            it.type("\r").await("One.");
            assertThat(seat.model.requests().get(1).body().toString()).contains("{\\\"action\\\":\\\"decline\\\"}");

            it.submit("Go").await("→ 2  Refuse");
            it.type("\u001b[A").await("→ 1  I have opened it");
            it.type("\r").await("Two.");
            assertThat(seat.model.requests().get(3).body().toString()).contains("{\\\"action\\\":\\\"accept\\\"}");

            it.submit("Go").await("Three.");
            assertThat(it.screen()).contains("asked to open an address that is not a web page");

            it.submit("Go").await("asks you to open a page: Sign in first");
            it.type("\u001b[A").await("→ 1  I have opened it");
            it.type("\r").await("Four.");
            assertThat(seat.model.requests().get(7).body().toString())
                    .contains("A page has to be opened (the user has opened it; call the tool again)");
        }
    }
}
