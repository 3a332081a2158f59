package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What hooks draw themselves: their tools, tools of others, and Markdown on its way to the screen. */
class RenderersTest {
    @TempDir
    Path dir;

    @Test
    void a_tool_draws_its_call_and_its_result() throws Exception {
        var call = Turn.calls(Script.call("greet", JsonObject.of("name", "Ada")));
        try (var screen =
                TestScreen.in(dir, call, Turn.text("Done.")).hook("greet", """
                    pi.tool(Tool.of("greet", "Greets",
                            JsonObject.parse("{\\"type\\":\\"object\\",\\"properties\\":{\\"name\\":{\\"type\\":\\"string\\"}}}"),
                            (arguments, ctx) -> ToolOutput.text("hello"))
                        .withRenderer(new ToolRenderer() {
                            public Component call(JsonObject arguments, Theme theme, Row row) {
                                return width -> java.util.List.of("GREETING " + arguments.string("name"));
                            }
                            public Component result(ToolOutput output, Theme theme, Row row) {
                                return width -> java.util.List.of("GREETED partial=" + row.partial());
                            }
                        }));
                    """).start()) {
            screen.submit("greet");
            screen.await("Done.");
            assertThat(screen.screen()).contains("GREETING Ada", "GREETED partial=false");
        }
    }

    @Test
    void a_renderer_that_fails_leaves_the_usual_drawing() throws Exception {
        var call = Turn.calls(Script.call("bash", JsonObject.of("command", "echo fine")));
        try (var screen = TestScreen.in(dir, 80, 40, call, Turn.text("Done."))
                .hook("broken", """
                    pi.toolRenderer((name, next) -> new ToolRenderer() {
                        public Component call(JsonObject arguments, Theme theme, Row row) {
                            throw new IllegalStateException("cannot draw");
                        }
                    });
                    """)
                .start()) {
            screen.submit("go");
            screen.await("Done.");
            assertThat(screen.await("cannot draw")).contains("$ echo fine", "fine");
        }
    }

    @Test
    void markdown_is_changed_on_its_way_to_the_screen_and_only_there() throws Exception {
        try (var screen = TestScreen.in(dir, Turn.text("The secret is 42."), Turn.text("Again."))
                .hook("redact", "pi.markdownTransformer((text, shown) -> text.replace(\"42\", \"██\"));")
                .start()) {
            screen.submit("What is it?");
            screen.await("The secret is ██.");
            screen.submit("Again");
            screen.await("Again.");
            assertThat(screen.asked(2)).contains("assistant: The secret is 42.");
        }
    }
}
