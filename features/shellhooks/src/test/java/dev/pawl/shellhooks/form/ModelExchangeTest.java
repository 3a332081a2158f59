package dev.pawl.shellhooks.form;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ModelExchangeTest {
    private static final List<Message> TALK = List.of(user("one"), model("two"), user("three"), model("four"));

    private static Message user(String text) {
        return Message.user(text, 1);
    }

    private static Message model(String text) {
        return new Message.Assistant(
                List.of(Content.text(text)), "a", "p", "m", Usage.NONE, StopReason.STOP, null, 1, JsonObject.empty());
    }

    /** What becomes of the talk if a hook wants these: a text with {@code >} before it is the model's. */
    private static List<String> wanted(String... texts) {
        var messages = Stream.of(texts)
                .map(text -> text.startsWith(">")
                        ? JsonObject.of("role", "model", "content", text.substring(1))
                        : JsonObject.of("role", "user", "content", text))
                .toList();
        return ModelExchange.changed(TALK, JsonObject.of("messages", messages)).stream()
                .map(message -> (message instanceof Message.User ? "" : ">") + message.text())
                .toList();
    }

    @Test
    void a_message_that_a_hook_puts_anywhere_moves_no_other() {
        assertThat(wanted("first", "one", ">two", "three", ">four"))
                .containsExactly("first", "one", ">two", "three", ">four");
        assertThat(wanted("one", ">two", ">between", "three", ">four"))
                .containsExactly("one", ">two", ">between", "three", ">four");
        assertThat(wanted("one", ">two", "three", ">four", "last"))
                .containsExactly("one", ">two", "three", ">four", "last");
    }

    @Test
    void a_message_that_a_hook_leaves_out_or_changes_moves_no_other() {
        assertThat(wanted("one", "three", ">four")).containsExactly("one", "three", ">four");
        assertThat(wanted("one", ">TWO", "three", ">four")).containsExactly("one", ">TWO", "three", ">four");
        assertThat(wanted()).isEmpty();
        assertThat(wanted("one", ">two", "three", ">four")).containsExactly("one", ">two", "three", ">four");
    }

    @Test
    void what_is_the_same_is_the_same_object() {
        var request = ModelExchange.request("m", TALK);
        assertThat(ModelExchange.changed(TALK, request)).isEqualTo(TALK);
        assertThat(ModelExchange.changed(TALK, JsonObject.empty())).isSameAs(TALK);
    }
}
