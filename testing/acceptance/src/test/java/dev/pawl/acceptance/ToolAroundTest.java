package dev.pawl.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Hook;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.testkit.HookTrial;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A tool with something around its work. */
class ToolAroundTest {
    private static final Tool INNER = Tool.of(
                    "count",
                    "Counts.",
                    JsonObject.of("type", "object"),
                    (arguments, ctx) -> ToolOutput.text("inner " + arguments.string("text", "")))
            .with(tool -> tool.label("Count")
                    .promptSnippet("count things")
                    .promptGuidelines(List.of("Count often."))
                    .sequential());

    @Test
    void a_tool_with_something_around_it_keeps_all_its_traits() throws Exception {
        var tool = INNER.around((arguments, ctx, inner) ->
                inner.execute(arguments.with("text", "changed " + arguments.string("text", "")), ctx));
        assertThat(tool).usingRecursiveComparison().ignoringFields("executor").isEqualTo(INNER);
        Hook hook = pi -> pi.tool(tool);
        try (var trial = HookTrial.of(hook)) {
            assertThat(trial.call("count", "{\"text\":\"plain\"}")).isEqualTo(ToolOutput.text("inner changed plain"));
        }
    }
}
