package dev.pawl.ai.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Cost;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ThinkingLevel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReadableMessagesTest {
    private static final Model OWN = model("anthropic-messages", "anthropic", "claude", Model.Medium.IMAGE);
    private static final Model BLIND = model("openai-completions", "local", "llama");
    private static final Content IMAGE = Content.image("AAAA", "image/png");

    @Test
    void the_model_s_own_thinking_goes_back_with_its_signature_even_if_it_is_empty() {
        var thinking = new Content.Thinking("", "sig", false, JsonObject.empty());
        assertThat(read(OWN, answer(OWN, StopReason.STOP, thinking, Content.text("hi"))))
                .containsExactly(answer(OWN, StopReason.STOP, thinking, Content.text("hi")));
    }

    @Test
    void another_model_s_thinking_and_its_signatures_go() {
        var said = answer(
                OWN,
                StopReason.STOP,
                new Content.Thinking("because", "sig", false, JsonObject.empty()),
                new Content.Thinking("", "sig", false, JsonObject.empty()),
                new Content.Thinking("hidden", "sig", true, JsonObject.empty()),
                new Content.Text("so", "text-sig", JsonObject.empty()));
        assertThat(((Message.Assistant) read(BLIND, said).getFirst()).content()).containsExactly(Content.text("so"));
    }

    @Test
    void calls_of_another_model_are_renamed_to_what_the_wire_takes_and_their_results_with_them() {
        var read = read(
                BLIND,
                answer(OWN, StopReason.TOOL_USE, call("call|fc_1/ü"), call("call|fc_2")),
                result("call|fc_2", "two"),
                result("call|fc_1/ü", "one"));
        var calls = ((Message.Assistant) read.getFirst()).toolCalls();
        assertThat(calls).extracting(Content.ToolUse::id).containsExactly("call", "call_2");
        assertThat(read.subList(1, 3))
                .extracting(message -> ((Message.ToolResult) message).toolCallId() + "=" + message.text())
                .containsExactly("call_2=two", "call=one");
    }

    @Test
    void an_id_that_is_too_long_is_cut_and_stays_its_own() {
        var long1 = "x".repeat(200) + "1";
        var long2 = "x".repeat(200) + "2";
        var read = read(BLIND, answer(OWN, StopReason.TOOL_USE, call(long1), call(long2)));
        assertThat(((Message.Assistant) read.getFirst()).toolCalls())
                .extracting(Content.ToolUse::id)
                .doesNotHaveDuplicates()
                .allSatisfy(id -> assertThat(id).hasSizeLessThanOrEqualTo(40));
    }

    @Test
    void answers_that_failed_are_left_out_and_so_are_results_without_a_call() {
        assertThat(read(
                        OWN,
                        user("one"),
                        answer(OWN, StopReason.ERROR, call("a")),
                        result("a", "orphan"),
                        answer(OWN, StopReason.ABORTED, Content.text("half")),
                        user("two")))
                .extracting(Message::text)
                .containsExactly("one", "two");
    }

    @Test
    void a_call_without_a_result_gets_an_error_before_the_next_message_and_at_the_end() {
        var read = read(
                OWN,
                answer(OWN, StopReason.TOOL_USE, call("a"), call("b")),
                result("b", "done"),
                user("go on"),
                answer(OWN, StopReason.TOOL_USE, call("c")));
        assertThat(read)
                .extracting(Message::role)
                .containsExactly("assistant", "toolResult", "toolResult", "user", "assistant", "toolResult");
        assertThat(((Message.ToolResult) read.get(2)).toolCallId()).isEqualTo("a");
        assertThat(((Message.ToolResult) read.get(2)).isError()).isTrue();
        assertThat(((Message.ToolResult) read.get(5)).toolCallId()).isEqualTo("c");
    }

    @Test
    void a_system_message_between_a_call_and_its_results_moves_behind_them() {
        var read = read(
                OWN,
                answer(OWN, StopReason.TOOL_USE, call("a"), call("b")),
                result("a", "1"),
                system("new rule", Map.of()),
                result("b", "2"));
        assertThat(read).extracting(Message::role).containsExactly("assistant", "toolResult", "toolResult", "system");
    }

    @Test
    void what_stands_between_a_call_and_its_results_moves_behind_them() {
        var read = read(
                OWN,
                answer(OWN, StopReason.TOOL_USE, call("a"), call("b")),
                result("a", "1"),
                user("$ ls"),
                result("b", "2"),
                user("go on"),
                answer(OWN, StopReason.TOOL_USE, call("c")),
                user("$ pwd"),
                system("new rule", Map.of()));
        assertThat(read)
                .extracting(Message::text)
                .containsExactly("", "1", "2", "$ ls", "go on", "", "No result provided", "$ pwd", "new rule");
    }

    @Test
    void a_model_without_eyes_reads_one_note_for_each_run_of_images() {
        var blocks = List.of(IMAGE, IMAGE, Content.text("and"), IMAGE);
        var read = read(BLIND, new Message.User(Body.of(blocks), 0, JsonObject.empty()));
        assertThat(((Message.User) read.getFirst()).content().blocks())
                .hasSize(3)
                .noneMatch(Content.Image.class::isInstance);
        assertThat(read(OWN, new Message.User(Body.of(blocks), 0, JsonObject.empty())))
                .containsExactly(new Message.User(Body.of(blocks), 0, JsonObject.empty()));
    }

    @Test
    void changes_of_the_prompt_are_folded_into_it_for_models_that_take_none_in_the_middle() {
        var question = Questions.of(
                OWN,
                ModelRequest.of(List.of(
                        system("", sections("preamble", "You help.", "rules", "<rules>a</rules>")),
                        user("hi"),
                        system("", sections("rules", "<rules>b</rules>", "extra", "<extra>c</extra>")),
                        user("again"),
                        system("", sections("extra", null)))));
        assertThat(question.systemPrompt()).isEqualTo("You help.\n\n<rules>b</rules>");
        assertThat(question.messages()).extracting(Message::role).containsExactly("user", "user");
    }

    @Test
    void a_model_that_takes_them_in_the_middle_reads_the_changes_where_they_happened() {
        var model = new Model(
                "openai",
                "gpt",
                "GPT",
                "openai-responses",
                "",
                false,
                List.of(),
                Set.of(Model.Medium.TEXT),
                Cost.NONE,
                1000,
                100,
                JsonObject.of("compat", JsonObject.of("supportsMidConvoSystemMessages", true)));
        var question = Questions.of(
                model,
                ModelRequest.of(List.of(
                        system("", sections("preamble", "You help.")),
                        user("hi"),
                        system("", sections("rules", "<rules>b</rules>", "old", null)))));
        assertThat(question.systemPrompt()).isEqualTo("You help.");
        assertThat(question.messages().getLast().text())
                .startsWith("<rules>b</rules>")
                .contains("\"old\"");
    }

    @Test
    void limits_and_levels_are_the_model_s_own() {
        var request =
                new ModelRequest(null, List.of(user("hi")), List.of(), ThinkingLevel.HIGH, 5_000L, JsonObject.empty());
        var question = Questions.of(BLIND, request);
        assertThat(question.maxTokens()).isEqualTo(100);
        assertThat(question.thinking()).isEqualTo(ThinkingLevel.OFF);
    }

    @Test
    void an_answer_is_asked_for_as_long_as_the_window_has_room_for_it() {
        // 10,000 tokens, 4,096 of them for what an estimate is wrong by.
        assertThat(limit(user("x".repeat(3_500 * 5)))).isEqualTo(100);
        assertThat(limit(user("x".repeat(3_500 * 5 + 3_500 * 9 / 10)))).isEqualTo(4);
        assertThat(limit(user("x".repeat(50_000)))).isEqualTo(1);
    }

    @Test
    void what_an_answer_reports_counts_for_all_that_is_before_it_and_nothing_that_was_put_there_later() {
        var counted = new Message.Assistant(
                List.of(Content.text("said")),
                "",
                "",
                "",
                new Usage(5_700, 100, 0, 0, 5_800, Cost.NONE, JsonObject.empty()),
                StopReason.STOP,
                null,
                5,
                JsonObject.empty());
        assertThat(limit(user("x".repeat(50_000)), counted, user("x".repeat(35))))
                .isEqualTo(94);
        assertThat(limit(Message.user("a summary", 6), counted, user("x".repeat(35))))
                .isEqualTo(100);
    }

    private static long limit(Message... messages) {
        return Questions.of(OWN, ModelRequest.of(List.of(messages))).maxTokens();
    }

    private static List<Message> read(Model model, Message... messages) {
        return ReadableMessages.of(model, List.of(messages));
    }

    private static Model model(String api, String provider, String id, Model.Medium... more) {
        var input = new java.util.HashSet<>(List.of(more));
        input.add(Model.Medium.TEXT);
        return new Model(
                provider,
                id,
                id,
                api,
                "",
                false,
                List.of(ThinkingLevel.OFF),
                Set.copyOf(input),
                Cost.NONE,
                10_000,
                100,
                JsonObject.empty());
    }

    private static Message user(String text) {
        return Message.user(text, 0);
    }

    private static Message.Assistant answer(Model by, StopReason stop, Content... content) {
        return new Message.Assistant(
                List.of(content), by.api(), by.provider(), by.id(), Usage.NONE, stop, null, 0, JsonObject.empty());
    }

    private static Content.ToolUse call(String id) {
        return Content.ToolUse.of(id, "read", JsonObject.empty());
    }

    private static Message result(String id, String text) {
        return new Message.ToolResult(
                id, "read", List.of(Content.text(text)), null, false, null, 0, JsonObject.empty());
    }

    private static Message system(String text, Map<String, @Nullable String> sections) {
        return new Message.SystemPrompt(Body.of(text), sections, List.of(), List.of(), 0, JsonObject.empty());
    }

    private static Map<String, @Nullable String> sections(@Nullable String... namesAndTexts) {
        var sections = new LinkedHashMap<String, @Nullable String>();
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            sections.put(String.valueOf(namesAndTexts[i]), namesAndTexts[i + 1]);
        }
        return sections;
    }
}
