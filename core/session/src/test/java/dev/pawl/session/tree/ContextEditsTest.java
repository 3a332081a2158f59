package dev.pawl.session.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.ContextMessage;
import dev.pawl.session.MemoryLog;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContextEditsTest {
    private final MemoryLog log = new MemoryLog();

    @Test
    void an_edit_without_a_replacement_hides_its_target_unread() {
        int secret = log.user("secret");
        log.user("rest");
        log.hide(secret);

        assertThat(log.context()).containsExactly("rest");
        assertThat(log.read()).doesNotContain(secret);
    }

    @ParameterizedTest
    @ValueSource(strings = {"user", "assistant", "toolResult", "custom"})
    void an_edit_with_a_text_replaces_the_content_by_one_block(String role) {
        int target = log.message(role, "before");
        log.edit(target, "after");

        var message = message();

        assertThat(message.role()).isEqualTo(role);
        assertThat(blocks(message)).containsExactly(Content.text("after"));
    }

    @Test
    void an_edit_with_blocks_replaces_the_content_by_them() {
        int target = log.message("toolResult", "before");
        log.edit(target, List.of(Content.image("AA==", "image/png").toJson()));

        assertThat(blocks(message())).containsExactly(Content.image("AA==", "image/png"));
    }

    @Test
    void an_edit_replaces_the_content_of_a_custom_message() {
        int target = log.add("custom_message", JsonObject.of("customType", "note", "content", "before"));
        log.edit(target, "after");

        assertThat(message()).isInstanceOf(Message.Custom.class);
        assertThat(log.context()).containsExactly("after");
    }

    @ParameterizedTest
    @ValueSource(strings = {"system", "dream"})
    void messages_of_other_roles_keep_their_content(String role) {
        int target = log.message(role, "before");
        log.edit(target, "after");

        assertThat(log.context()).containsExactly("before");
    }

    @Test
    void the_latest_edit_of_a_target_wins() {
        int one = log.user("one");
        int two = log.user("two");
        log.edit(one, "first");
        log.edit(one, "second");
        log.edit(two, "shown");
        log.hide(two);

        assertThat(log.context()).containsExactly("second");
    }

    @Test
    void a_branch_that_leaves_before_the_edit_shows_the_original() {
        log.user("one");
        int answer = log.user("original");
        log.edit(answer, "edited");
        assertThat(log.context()).containsExactly("one", "edited");

        log.branch(answer);
        log.user("other");

        assertThat(log.context()).containsExactly("one", "original", "other");
    }

    @Test
    void an_edit_after_a_compaction_reaches_what_was_kept() {
        log.user("gone");
        int kept = log.user("kept");
        log.compaction(log.id(kept), "C");
        log.edit(kept, "edited");

        assertThat(log.context()).containsExactly("C", "edited");
    }

    @ParameterizedTest
    @ValueSource(strings = {"user", "assistant", "toolResult", "custom", "hookMessage"})
    void what_is_said_on_the_branch_can_be_edited(String role) {
        int target = log.message(role, "said");
        int leaf = log.user("leaf");

        assertThatCode(() -> ContextEdits.check(log, leaf, log.id(target))).doesNotThrowAnyException();
    }

    @Test
    void a_custom_message_can_be_edited() {
        int target = log.add("custom_message", JsonObject.of("customType", "note", "content", "look"));

        assertThatCode(() -> ContextEdits.check(log, target, log.id(target))).doesNotThrowAnyException();
    }

    @Test
    void an_unknown_entry_cannot_be_edited() {
        int leaf = log.user("leaf");

        assertThatThrownBy(() -> ContextEdits.check(log, leaf, "gone"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("gone")
                .hasMessageContaining("no entry");
    }

    @Test
    void an_entry_on_another_branch_cannot_be_edited() {
        int root = log.user("root");
        int left = log.user("left");
        log.branch(root);
        int right = log.user("right");

        assertThatThrownBy(() -> ContextEdits.check(log, right, log.id(left)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not on the active branch");
        assertThatThrownBy(() -> ContextEdits.check(log, root, log.id(left)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void an_entry_that_says_nothing_cannot_be_edited() {
        int target = log.compaction("", "C");

        assertThatThrownBy(() -> ContextEdits.check(log, target, log.id(target)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("it is a compaction");
    }

    @ParameterizedTest
    @ValueSource(strings = {"system", "bashExecution", "dream"})
    void messages_of_other_roles_cannot_be_edited(String role) {
        int target = log.message(role, "said");

        assertThatThrownBy(() -> ContextEdits.check(log, target, log.id(target)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("role " + role);
    }

    private Message message() {
        return Projection.of(log, log.path()).stream()
                .map(ContextMessage::message)
                .findFirst()
                .orElseThrow();
    }

    private static List<Content> blocks(Message message) {
        return switch (message) {
            case Message.User user -> user.content().blocks();
            case Message.Custom custom -> custom.content().blocks();
            case Message.Assistant answer -> answer.content();
            case Message.ToolResult result -> result.content();
            default -> throw new AssertionError(message);
        };
    }
}
