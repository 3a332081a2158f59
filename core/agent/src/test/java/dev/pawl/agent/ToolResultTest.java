package dev.pawl.agent;

import static dev.pawl.agent.TestTools.text;
import static dev.pawl.api.HookPoints.TOOL_EXECUTION_END;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.Hook;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.Usage;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ToolResultTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    private TestAgent working(Tool.Executor work, Hook... hooks) throws Exception {
        var agent = TestAgent.in(dir)
                .model(Turn.calls(call("work", text("now"))), Turn.text("Done."))
                .hook(pi -> pi.tool(TestTools.named("work", work)));
        List.of(hooks).forEach(agent::hook);
        return agent.start();
    }

    private static ToolOutput rich() {
        return new ToolOutput(
                List.of(Content.text("plain")),
                JsonObject.of("lines", 3),
                JsonObject.of("rows", List.of(1, 2)),
                null,
                false,
                false);
    }

    @Test
    void one_hook_changes_the_content_another_the_details_and_both_count() throws Exception {
        try (var it = working(
                (_, _) -> rich(),
                pi -> pi.on(TOOL_RESULT, (result, _) -> result.withText("rewritten")),
                pi -> pi.on(TOOL_RESULT, (result, _) -> {
                    recorded.add(result.text());
                    return result.withDetails(JsonObject.of("lines", 4));
                }))) {
            it.prompt("Work");
            assertThat(recorded).containsExactly("rewritten");
            var kept = (Message.ToolResult) it.storedMessages().get(2);
            assertThat(kept.text()).isEqualTo("rewritten");
            assertThat(kept.details()).isEqualTo(JsonObject.of("lines", 4));
            assertThat(it.sentMessages(2)).last().isEqualTo("tool: rewritten");
        }
    }

    @Test
    void what_a_hook_takes_out_of_the_content_is_not_kept_in_the_details() throws Exception {
        var text = "first\nPIN=hunter2\n";
        var details = JsonObject.of("truncation", JsonObject.of("content", text, "truncatedBy", "lines"));
        try (var it = working(
                (_, _) -> new ToolOutput(List.of(Content.text(text + "[cut]")), details, null, null, false, false),
                pi -> pi.on(TOOL_RESULT, (result, _) -> result.mapText(old -> old.replace("hunter2", "…"))))) {
            it.prompt("Work");
            var kept = (Message.ToolResult) it.storedMessages().get(2);
            assertThat(String.valueOf(kept.details()))
                    .contains("PIN=…", "lines")
                    .doesNotContain("hunter2");
        }
    }

    @Test
    void a_hook_may_turn_a_failure_into_a_success_the_model_reads() throws Exception {
        try (var it = working(
                (_, _) -> {
                    throw new IllegalStateException("the disk is full");
                },
                pi -> pi.on(TOOL_RESULT, (result, _) -> {
                    recorded.add(result.isError() + " " + result.text());
                    return result.withText("found room elsewhere").withError(false);
                }))) {
            it.prompt("Work");
            assertThat(recorded).containsExactly("true the disk is full");
            assertThat(it.results().getFirst().isError()).isFalse();
            assertThat(it.sentMessages(2)).last().isEqualTo("tool: found room elsewhere");
        }
    }

    @Test
    void a_hook_may_turn_a_success_into_a_failure() throws Exception {
        try (var it = working((_, _) -> rich(), pi -> pi.on(TOOL_RESULT, (result, _) -> result.withError(true)))) {
            it.prompt("Work");
            assertThat(it.results().getFirst().isError()).isTrue();
            assertThat(it.of(AgentEvent.ToolEnded.class).getFirst().end().isError())
                    .isTrue();
        }
    }

    @Test
    void new_content_takes_the_structured_content_of_the_old_one_with_it() throws Exception {
        try (var it = working((_, _) -> rich(), pi -> {
            pi.on(TOOL_RESULT, (result, _) -> {
                recorded.add("before " + result.structuredContent());
                return result.withText("other");
            });
            pi.on(
                    TOOL_EXECUTION_END,
                    (end, _) -> recorded.add("after " + end.result().structuredContent()));
        })) {
            it.prompt("Work");
            assertThat(recorded).containsExactly("before {\"rows\":[1,2]}", "after null");
        }
    }

    @Test
    void a_hook_that_fails_is_reported_and_has_changed_nothing() throws Exception {
        try (var it = working(
                (_, _) -> rich(),
                pi -> pi.on(TOOL_RESULT, (result, _) -> {
                    result.withText("half done");
                    throw new IllegalStateException("boom");
                }),
                pi -> pi.on(TOOL_RESULT, (result, _) -> {
                    recorded.add(result.text());
                    return result;
                }))) {
            it.prompt("Work");
            assertThat(recorded).containsExactly("plain");
            assertThat(it.errors())
                    .extracting(error -> error.hookPath() + " " + error.event() + ": " + error.error())
                    .containsExactly("hook2 tool_result: boom");
            assertThat(it.sentMessages(2)).last().isEqualTo("tool: plain");
        }
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new StackOverflowError(), "java.lang.StackOverflowError"),
                Arguments.of(new NoClassDefFoundError("some/Missing"), "java.lang.NoClassDefFoundError: some/Missing"),
                Arguments.of(new AssertionError("cannot be"), "java.lang.AssertionError: cannot be"),
                Arguments.of(new OutOfMemoryError("Java heap space"), "java.lang.OutOfMemoryError: Java heap space"),
                Arguments.of(new Error("strange"), "java.lang.Error: strange"),
                Arguments.of(new IllegalStateException(), "java.lang.IllegalStateException"),
                Arguments.of(new NoSuchFileException("/a/b"), "java.nio.file.NoSuchFileException: /a/b"),
                Arguments.of(new IllegalArgumentException("no such colour"), "no such colour"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whatever_a_tool_throws_is_its_answer_and_the_run_goes_on(Throwable failure, String words) throws Exception {
        try (var it = working((_, _) -> {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (Exception) failure;
        })) {
            it.prompt("Work");
            assertThat(it.results()).singleElement().satisfies(result -> {
                assertThat(result.isError()).isTrue();
                assertThat(result.text()).isEqualTo(words);
            });
            assertThat(it.of(AgentEvent.ToolEnded.class)).hasSize(1);
            assertThat(it.sentMessages(2)).last().isEqualTo("tool: " + words);
        }
    }

    @Test
    @SuppressWarnings("NullAway") // Hooks are compiled without it.
    void a_tool_that_answers_nothing_has_failed() throws Exception {
        try (var it = working((_, _) -> null)) {
            it.prompt("Work");
            assertThat(it.results().getFirst().isError()).isTrue();
            assertThat(it.results().getFirst().text()).contains("work answered nothing");
        }
    }

    record Found(String name, List<Integer> lines) {}

    @Test
    void details_are_kept_as_they_were_whatever_the_tool_does_to_them_later() throws Exception {
        var mine = new HashMap<String, Object>(Map.of("seen", new ArrayList<>(List.of(1))));
        try (var it = working((_, _) -> ToolOutput.text("ok").withDetails(mine))) {
            it.prompt("Work");
            mine.put("seen", "changed");
            assertThat(it.results().getFirst().details()).isEqualTo(JsonObject.of("seen", List.of(1)));
            assertThat(((Message.ToolResult) it.storedMessages().get(2)).details())
                    .isEqualTo(JsonObject.of("seen", List.of(1)));
        }
    }

    @Test
    void a_record_is_good_for_details() throws Exception {
        try (var it = working((_, _) -> ToolOutput.text("ok").withDetails(new Found("a", List.of(1, 2))))) {
            it.prompt("Work");
            assertThat(it.results().getFirst().details()).isEqualTo(JsonObject.of("name", "a", "lines", List.of(1, 2)));
        }
    }

    @Test
    void details_that_have_no_end_are_an_error_and_not_the_end_of_the_run() throws Exception {
        var endless = new HashMap<String, Object>();
        endless.put("me", endless);
        try (var it = working((_, _) -> ToolOutput.text("ok").withDetails(endless))) {
            it.prompt("Work");
            assertThat(it.results().getFirst().isError()).isTrue();
            assertThat(it.results().getFirst().text()).contains("cannot be kept as JSON");
            assertThat(it.requests()).isEqualTo(2);
        }
    }

    @Test
    void a_huge_answer_reaches_the_model_whole() throws Exception {
        var huge = "0123456789abcdef".repeat(512 * 1024);
        try (var it = TestAgent.in(dir)
                .settings(JsonObject.of("compaction", JsonObject.of("enabled", false)))
                .model(Turn.calls(call("work", text("now"))), Turn.text("Done."))
                .hook(pi -> pi.tool(TestTools.named("work", (_, _) -> ToolOutput.text(huge))))
                .start()) {
            it.prompt("Work");
            assertThat(it.sentMessages(2).getLast()).hasSize(huge.length() + "tool: ".length());
            assertThat(it.storedMessages().get(2).text()).isEqualTo(huge);
        }
    }

    @Test
    void an_empty_answer_is_one() throws Exception {
        try (var it = working((_, _) -> new ToolOutput(List.of(), null, null, null, false, false))) {
            it.prompt("Work");
            assertThat(it.results().getFirst().content()).isEmpty();
            assertThat(it.requests()).isEqualTo(2);
            assertThat(it.request(2).objects("messages").getLast().string("role"))
                    .isEqualTo("tool");
        }
    }

    @Test
    void the_tokens_a_tool_used_up_are_kept_with_its_result() throws Exception {
        var spent = Usage.from(JsonObject.of("input", 70, "output", 7));
        try (var it = working((_, _) -> new ToolOutput(List.of(Content.text("ok")), null, null, spent, false, false))) {
            it.prompt("Work");
            assertThat(((Message.ToolResult) it.storedMessages().get(2)).usage())
                    .isEqualTo(spent);
        }
    }

    @Test
    void a_tool_of_a_hook_keeps_records_through_its_context() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(call("work", text("now"))), Turn.text("Done."))
                .hook(pi -> {
                    pi.entry("found", Found.class);
                    pi.tool(TestTools.named("work", (_, ctx) -> {
                        ctx.session().save(new Found("a", List.of(1)));
                        return ToolOutput.text("kept");
                    }));
                })
                .start()) {
            it.prompt("Work");
            assertThat(it.sentMessages(2)).last().isEqualTo("tool: kept");
            assertThat(it.entries()).extracting(entry -> entry.type()).contains("found");
        }
    }
}
