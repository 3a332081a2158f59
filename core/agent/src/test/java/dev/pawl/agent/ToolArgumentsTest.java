package dev.pawl.agent;

import static dev.pawl.agent.TestTools.text;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Hook;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolArgumentsTest {
    private static final JsonObject COUNT = JsonObject.of("type", "object")
            .with("properties", JsonObject.of("count", JsonObject.of("type", "number")))
            .with("required", List.of("count"));

    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    private final Hook listener = pi -> pi.on(TOOL_CALL, (call, _) -> {
        recorded.add("gate " + call.arguments());
        return call.allow();
    });

    private Tool counting() {
        return Tool.of("count", "Counts", COUNT, (arguments, _) -> {
            recorded.add("tool " + arguments);
            return ToolOutput.text("counted");
        });
    }

    private TestAgent counting(Tool tool, String arguments) throws Exception {
        return TestAgent.in(dir)
                .model(Turn.calls(call(tool.name(), arguments)), Turn.text("Done."))
                .hook(pi -> pi.tool(tool))
                .hook(listener)
                .start();
    }

    @Test
    void an_unknown_tool_is_an_error_that_names_it() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(call("fly", JsonObject.empty())), Turn.text("Done."))
                .hook(listener)
                .start()) {
            it.prompt("Fly");
            assertThat(recorded).isEmpty();
            assertThat(it.results().getFirst().isError()).isTrue();
            assertThat(it.results().getFirst().text()).isEqualTo("Tool fly not found");
            assertThat(it.happened()).containsSubsequence("ToolStarted", "ToolEnded", "MessageStarted", "MessageEnded");
            assertThat(it.requests()).isEqualTo(2);
        }
    }

    @Test
    void a_tool_that_is_not_active_cannot_be_called_by_the_model() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(call("ls", JsonObject.empty())), Turn.text("Done."))
                .start()) {
            it.prompt("List it");
            assertThat(it.results().getFirst().text()).isEqualTo("Tool ls not found");
        }
    }

    @Test
    void arguments_that_do_not_fit_are_reported_by_property_and_no_gate_is_asked() throws Exception {
        try (var it = counting(counting(), "{\"count\":\"many\",\"more\":1}")) {
            it.prompt("Count");
            assertThat(recorded).isEmpty();
            assertThat(it.results().getFirst().isError()).isTrue();
            assertThat(it.results().getFirst().text()).isEqualTo("""
                Validation failed for tool "count":
                  - count: expected number, got string

                Received arguments:
                {
                  "count": "many",
                  "more": 1
                }\
                """);
        }
    }

    @Test
    void a_number_in_quotes_reaches_gate_and_tool_as_a_number() throws Exception {
        try (var it = counting(counting(), "{\"count\":\"5\"}")) {
            it.prompt("Count");
            assertThat(recorded).containsExactly("gate {\"count\":5}", "tool {\"count\":5}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "true"})
    void a_number_or_a_truth_reaches_gate_and_tool_as_text_where_text_is_asked_for(String written) throws Exception {
        var schema = JsonObject.of("type", "object")
                .with("properties", JsonObject.of("count", JsonObject.of("type", "string")));
        var tool = Tool.of("count", "Counts", schema, (arguments, _) -> {
            recorded.add("tool " + arguments);
            return ToolOutput.text("counted");
        });
        try (var it = counting(tool, "{\"count\":" + written + "}")) {
            it.prompt("Count");
            assertThat(recorded)
                    .containsExactly("gate {\"count\":\"" + written + "\"}", "tool {\"count\":\"" + written + "\"}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"count\": ", "count=5", "[5]", "\"five\"", "5"})
    void arguments_that_are_no_object_are_refused_with_what_was_sent(String written) throws Exception {
        try (var it = counting(counting(), written)) {
            it.prompt("Count");
            assertThat(recorded).isEmpty();
            assertThat(it.results().getFirst().isError()).isTrue();
            assertThat(it.results().getFirst().text())
                    .startsWith("Invalid arguments for tool \"count\": Tool arguments must be ")
                    .contains(written);
            assertThat(it.requests()).isEqualTo(2);
        }
    }

    @Test
    void a_call_without_arguments_is_one_with_none() throws Exception {
        try (var it = counting(counting(), "")) {
            it.prompt("Count");
            assertThat(it.results().getFirst().text()).contains("- count: missing");
        }
    }

    @Test
    void a_tool_repairs_its_arguments_before_they_are_checked() throws Exception {
        UnaryOperator<JsonObject> repair = given -> given.without("number").with("count", given.get("number"));
        try (var it = counting(counting().with(tool -> tool.prepareArguments(repair)), "{\"number\":\"7\"}")) {
            it.prompt("Count");
            assertThat(recorded).containsExactly("gate {\"count\":7}", "tool {\"count\":7}");
        }
    }

    @Test
    void a_repair_that_breaks_is_the_calls_error() throws Exception {
        try (var it = counting(
                counting()
                        .with(tool -> tool.prepareArguments(_ -> {
                            throw new StackOverflowError();
                        })),
                "{\"count\":1}")) {
            it.prompt("Count");
            assertThat(recorded).isEmpty();
            assertThat(it.results().getFirst().text()).contains("StackOverflowError");
            assertThat(it.requests()).isEqualTo(2);
        }
    }

    @Test
    @SuppressWarnings("NullAway") // Hooks are compiled without it.
    void a_repair_that_makes_nothing_is_the_calls_error() throws Exception {
        UnaryOperator<JsonObject> nothing = _ -> null;
        try (var it = counting(counting().with(tool -> tool.prepareArguments(nothing)), "{\"count\":1}")) {
            it.prompt("Count");
            assertThat(it.results().getFirst().text()).contains("made nothing of them");
        }
    }

    @Test
    void a_schema_that_refers_to_itself_without_end_is_checked_to_an_end() throws Exception {
        var endless = JsonObject.of("type", "object")
                .with("anyOf", List.of(JsonObject.of("$ref", "#"), JsonObject.of("$ref", "#")));
        var tool = Tool.of("endless", "Has no end", endless, (_, _) -> ToolOutput.text("came to an end"));
        try (var it = counting(tool, "{\"count\":1}")) {
            it.prompt("Go");
            assertThat(it.sentMessages(2)).last().isEqualTo("tool: came to an end");
        }
    }

    @Test
    void calls_with_one_id_are_distinguished_and_both_run() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(
                        Turn.calls(
                                call("echo", text("one")).withId("same"),
                                call("echo", text("two")).withId("same")),
                        Turn.text("Done."))
                .hook(pi -> pi.tool(TestTools.echo("echo")))
                .start()) {
            it.prompt("Twice");
            assertThat(it.results()).extracting(Message::text).containsExactly("echo says one", "echo says two");
            assertThat(it.results()).extracting(Message.ToolResult::toolCallId).doesNotHaveDuplicates();
            assertThat(it.sentMessages(2)).contains("tool: echo says one", "tool: echo says two");
        }
    }
}
