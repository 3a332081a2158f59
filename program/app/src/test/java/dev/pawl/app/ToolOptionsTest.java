package dev.pawl.app;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which tools the model is told of. */
class ToolOptionsTest {
    private static final String TOOL = """
        pi.tool(Tool.of("mine", "Does mine.", JsonObject.of("type", "object"), (_, _) -> ToolOutput.text("done")));
        pi.tool(Tool.of("asleep", "Does nothing yet.", JsonObject.of("type", "object"), (_, _) -> ToolOutput.text("x"))
                .with(traits -> traits.activeByDefault(false)));
        """;

    @TempDir
    Path dir;

    private List<String> offered(TestProgram pawl, String options) throws Exception {
        var args = new ArrayList<>(List.of("-p", "Hi"));
        if (!options.isBlank()) {
            args.addAll(List.of(options.split(" ")));
        }
        var run = pawl.run(args.toArray(String[]::new));
        assertThat(run.err()).isEmpty();
        return pawl.tools(pawl.requests());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        ''                              | read bash edit write mine
        --tools read,grep               | read grep
        --tools=grep,mine,read          | grep mine read
        -t *e*                          | read edit write grep codemode mine
        --tools read,asleep             | read asleep
        --tools +grep,-bash             | read edit write grep mine
        --exclude-tools bash,m*         | read edit write
        --tools read,bash -xt bash      | read
        --no-builtin-tools              | mine
        -nbt --tools +ls                | ls mine
        --no-tools                      | -
        -nt --tools read                | read
        """)
    void tools_are_chosen_on_the_command_line(String options, String expected) throws Exception {
        try (var pawl = TestProgram.in(dir).hook("tools", TOOL)) {
            assertThat(offered(pawl, options))
                    .containsExactlyInAnyOrder(expected == null ? new String[0] : expected.split(" "));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ["read","ls"]   | ''             | read ls
        ["+grep"]       | ''             | read bash edit write grep
        ["+grep"]       | --tools +ls    | read bash edit write grep ls
        ["read"]        | -t bash        | bash
        """)
    void the_settings_choose_and_the_command_line_has_the_last_word(String setting, String options, String expected)
            throws Exception {
        try (var pawl = TestProgram.in(dir).user("settings.json", "{\"defaultTools\":" + setting + "}")) {
            assertThat(offered(pawl, options)).containsExactlyInAnyOrder(expected.split(" "));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        ''                     | grep bash fresh
        --tools +ls,-bash      | grep fresh ls
        --tools read,mine      | read mine
        --exclude-tools grep   | bash fresh
        --no-builtin-tools     | mine fresh
        --no-tools             | -
        """)
    void a_session_that_is_resumed_has_the_tools_it_was_left_with(String options, String expected) throws Exception {
        try (var pawl = TestProgram.in(dir).hook("tools", TOOL)) {
            pawl.run("-p", "One");
            pawl.hook(
                    "selects",
                    "pi.on(BEFORE_AGENT_START, (event, ctx) -> {"
                            + " ctx.tools().setActive(List.of(\"grep\", \"bash\")); return event; });");
            pawl.run("-p", "Two", "--continue");
            pawl.hook(
                    "selects",
                    "pi.tool(Tool.of(\"fresh\", \"Is new.\", JsonObject.of(\"type\", \"object\"),"
                            + " (_, _) -> ToolOutput.text(\"x\")));");
            assertThat(offered(pawl, ("--continue " + options).strip()))
                    .containsExactlyInAnyOrder(expected == null ? new String[0] : expected.split(" "));
        }
    }

    @Test
    void a_tool_that_is_not_allowed_does_not_run_even_if_the_model_asks() throws Exception {
        var touch = Turn.calls(call("bash", JsonObject.of("command", "touch made")));
        try (var pawl = TestProgram.in(dir, touch, Turn.text("I cannot."))) {
            assertThat(pawl.run("-p", "--tools", "read", "Make a file").out()).isEqualTo("I cannot.\n");
            assertThat(pawl.project.resolve("made")).doesNotExist();
        }
    }

    @Test
    void a_tool_of_a_hook_runs() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.calls(call("mine", "{}")), Turn.text("ok"))
                .hook("tools", TOOL)) {
            assertThat(pawl.run("-p", "Do it").out()).isEqualTo("ok\n");
            assertThat(pawl.asked(2)).last().isEqualTo("tool: done");
        }
    }
}
