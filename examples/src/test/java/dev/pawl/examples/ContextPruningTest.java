package dev.pawl.examples;

import static dev.pawl.api.HookPoints.CONTEXT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.ModelContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ContextPruningTest {
    private static final String NOTE = "[bash: 6000 characters left out; call the tool again if you need them]";

    /** A prompt, then so many tool results of a length. */
    private static List<Message> results(int count, int length) {
        var messages = new ArrayList<Message>();
        messages.add(Message.user("go", 0));
        IntStream.range(0, count)
                .mapToObj(i -> new Message.ToolResult(
                        "call_" + i,
                        "bash",
                        List.of(Content.text("x".repeat(length))),
                        null,
                        false,
                        null,
                        0,
                        JsonObject.empty()))
                .forEach(messages::add);
        return messages;
    }

    private static List<Message> pruned(List<Message> messages) throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("context-pruning.java"))) {
            var result = trial.fire(CONTEXT, ModelContext.of(messages)).messages();
            assertThat(trial.errors()).isEmpty();
            return result;
        }
    }

    private static List<String> texts(List<Message> messages) {
        return messages.stream().map(Message::text).collect(Collectors.toList());
    }

    @Test
    void little_output_stays_whole_however_many_results_there_are() throws Exception {
        var messages = results(99, 1_000);

        assertThat(pruned(messages)).isEqualTo(messages);
    }

    @Test
    void of_much_output_the_old_results_become_a_line_each() throws Exception {
        var messages = results(25, 6_000);

        var pruned = pruned(messages);

        assertThat(texts(pruned.subList(1, 11))).containsOnly(NOTE);
        assertThat(pruned.subList(11, 26)).isEqualTo(messages.subList(11, 26));
        assertThat(pruned.getFirst()).isEqualTo(messages.getFirst());
    }

    @Test
    void a_call_keeps_its_result_even_if_the_output_is_gone() throws Exception {
        var pruned = pruned(results(25, 6_000));

        assertThat(pruned).hasSize(26);
        assertThat(((Message.ToolResult) pruned.get(1)).toolCallId()).isEqualTo("call_0");
    }

    @Test
    void the_last_ten_results_always_stay() throws Exception {
        var messages = results(10, 60_000);

        assertThat(pruned(messages)).isEqualTo(messages);
    }

    @Test
    void between_two_steps_what_was_sent_before_stays_the_same() throws Exception {
        assertThat(pruned(results(29, 6_000)).subList(0, 26)).isEqualTo(pruned(results(25, 6_000)));
    }
}
