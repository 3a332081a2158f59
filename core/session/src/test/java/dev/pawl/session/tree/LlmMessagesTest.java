package dev.pawl.session.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LlmMessagesTest {
    @ParameterizedTest
    @ValueSource(strings = {"system", "user", "assistant", "toolResult"})
    void what_a_model_knows_stays_as_it_is(String role) {
        var message =
                Message.from(JsonObject.of("role", role, "content", "said").with("timestamp", 7));

        assertThat(LlmMessages.of(List.of(message))).containsExactly(message);
    }

    @Test
    void a_command_kept_from_the_model_is_left_out() {
        assertThat(LlmMessages.of(List.of(bash("{'output':'x','excludeFromContext':true}"))))
                .isEmpty();
    }

    @Test
    void a_command_becomes_a_message_of_the_user_with_its_output() {
        assertThat(LlmMessages.of(List.of(bash("{'output':'a\\nb','exitCode':0}"))))
                .containsExactly(Message.user("Ran `make`\n```\na\nb\n```", 7));
    }

    @Test
    void a_command_that_failed_is_reported_with_its_exit_code() {
        assertThat(text(bash("{'output':'x\\n','exitCode':2}")))
                .isEqualTo("Ran `make`\n```\nx\n\n```\n\nCommand exited with code 2");
    }

    @Test
    void a_command_that_was_cancelled_is_reported_instead_of_its_exit_code() {
        assertThat(text(bash("{'exitCode':130,'cancelled':true}")))
                .isEqualTo("Ran `make`\n(no output)\n\n(command cancelled)");
    }

    @Test
    void a_long_output_is_reported_with_the_place_where_all_of_it_is() {
        assertThat(text(bash("{'output':'x','truncated':true,'fullOutputPath':'/tmp/all'}")))
                .isEqualTo("Ran `make`\n```\nx\n```\n\n[Output truncated. Full output: /tmp/all]");
        assertThat(text(bash("{'output':'x','truncated':true}"))).endsWith("\n\n[Output truncated]");
    }

    @Test
    void an_output_cannot_close_its_own_fence() {
        assertThat(text(bash("{'output':'````java'}"))).isEqualTo("Ran `make`\n`````\n````java\n`````");
    }

    @Test
    void a_message_of_a_hook_becomes_a_message_of_the_user() {
        var content = Body.of(Content.text("look"), Content.image("AA==", "image/png"));
        var message = new Message.Custom("note", content, true, null, 7, JsonObject.empty());

        assertThat(LlmMessages.of(List.of(message))).containsExactly(new Message.User(content, 7, JsonObject.empty()));
    }

    @Test
    void a_summary_becomes_a_message_of_the_user_after_a_sentence_that_says_of_what() {
        var branch = new Message.BranchSummary("tried a fix", "e1", 7, JsonObject.empty());
        var compaction = new Message.CompactionSummary("built it", 100, 8, JsonObject.empty());

        var told = LlmMessages.of(List.of(branch, compaction));

        assertThat(told).extracting(Message::role).containsExactly("user", "user");
        assertThat(told).extracting(Message::timestamp).containsExactly(7L, 8L);
        assertThat(told.getFirst().text()).contains("branch").endsWith(":\n\n<summary>\ntried a fix</summary>");
        assertThat(told.getLast().text())
                .contains("compacted into the following summary")
                .endsWith(":\n\n<summary>\nbuilt it\n</summary>");
    }

    @Test
    void a_message_of_an_unknown_role_is_left_out() {
        assertThat(LlmMessages.of(List.of(Message.from(JsonObject.of("role", "dream", "content", "x")))))
                .isEmpty();
    }

    private static Message bash(String fields) {
        return Message.from(JsonObject.of("role", "bashExecution", "command", "make")
                .with("timestamp", 7)
                .with(JsonObject.parse(fields.replace('\'', '"'))));
    }

    private static String text(Message message) {
        return LlmMessages.of(List.of(message)).getFirst().text();
    }
}
