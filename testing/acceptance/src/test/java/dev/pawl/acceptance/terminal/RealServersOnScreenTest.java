package dev.pawl.acceptance.terminal;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.mcp.NpmPackages;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server of the protocol's authors that has everything, in a terminal: printing, and on the screen. */
@Timeout(600)
@Deep
class RealServersOnScreenTest {
    private static final String ESCAPE = "\u001b";

    @TempDir
    Path dir;

    @BeforeAll
    static void install() throws Exception {
        NpmPackages.install();
    }

    private static Turn wants(String tool, JsonObject arguments) {
        return Turn.calls(call("mcp__all__" + tool, arguments));
    }

    private static void configure(Seat seat) throws Exception {
        var command = NpmPackages.server("everything");
        var entry = JsonObject.of("command", command.getFirst(), "args", command.subList(1, command.size()))
                .with("exposure", "direct");
        seat.user(
                "mcp.json",
                JsonObject.of("mcpServers", JsonObject.of("all", entry)).toString());
    }

    @Test
    void a_print_run_gets_images_structured_content_and_resources() throws Exception {
        try (var seat = Seat.in(
                dir,
                wants("get_tiny_image", JsonObject.empty()),
                wants("get_structured_content", JsonObject.of("location", "New York")),
                Turn.calls(call("list_mcp_resources", JsonObject.empty())),
                Turn.text("All done."))) {
            configure(seat);
            seat.shell(110, 40).command("pawl -p Go").await("All done.");
            var requests = seat.model.requests();
            assertThat(requests.get(1).body().toString()).contains("data:image/png;base64,");
            assertThat(requests.get(2).body().toString()).contains("temperature");
            assertThat(requests.get(3).body().toString()).contains("demo://resource");
        }
    }

    @Test
    void progress_questions_and_prompts_are_on_the_screen() throws Exception {
        try (var seat = Seat.in(
                dir,
                wants("trigger_long_running_operation", JsonObject.of("duration", 4, "steps", 4)),
                Turn.text("One."),
                wants("trigger_elicitation_request", JsonObject.empty()),
                Turn.text("Two."),
                Turn.text("Three."))) {
            configure(seat);
            var it = seat.start(110, 40);
            it.submit("Go").await("2/4");
            it.await("One.");
            it.submit("Go").await("Please provide inputs for the following fields:");
            assertThat(it.screen()).contains("\"all\"");
            it.type(ESCAPE).await("Two.");
            assertThat(seat.model.requests().get(3).body().toString()).contains("cancel");
            it.submit("/all:args-prompt city=Oslo").await("Three.");
            assertThat(seat.model.requests().get(4).body().toString()).contains("What's weather in Oslo?");
        }
    }
}
