package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SubagentTest {
    private HookTrial trial;

    @BeforeEach
    void load() throws Exception {
        trial = HookTrial.ofFiles(Path.of("subagent.java"));
    }

    @AfterEach
    void close() {
        trial.close();
    }

    @Test
    void the_report_is_the_answer_and_the_conversation_is_kept_beside_it() throws Exception {
        trial.context().models().answer("It is in Parser.java.");

        var output = trial.call("subagent", "{\"task\": \"Find the parser\"}");

        assertThat(Content.text(output.content())).isEqualTo("It is in Parser.java.");
        assertThat(output.isError()).isFalse();
        assertThat(((JsonObject) output.details()).objects("messages"))
                .extracting(message -> message.string("role"))
                .containsExactly("user", "assistant");
        var request = trial.context().models().requests().getFirst();
        assertThat(request.messages().getFirst().text()).isEqualTo("Find the parser");
        assertThat(request.systemPrompt()).startsWith("You work for another agent");
    }

    @Test
    void it_may_only_look_unless_the_model_says_otherwise() throws Exception {
        trial.context().models().answer("Found.").answer("Changed.");

        trial.call("subagent", "{\"task\": \"Find the parser\"}");
        trial.call("subagent", "{\"task\": \"Mend the parser\", \"writes\": true}");

        assertThat(trial.context().done())
                .containsExactly("subagent paper-1 with read", "subagent paper-1 with read, bash, edit, write");
    }

    @Test
    void a_failure_is_an_error_the_model_can_read() throws Exception {
        trial.context().models().fail("overloaded");

        var output = trial.call("subagent", "{\"task\": \"Find the parser\"}");

        assertThat(output.isError()).isTrue();
        assertThat(Content.text(output.content())).startsWith("The agent did not finish: overloaded");
    }
}
