package dev.pawl.app;

import static dev.pawl.ai.demo.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each answer that a question about a call offers, given over RPC. */
class PermissionQuestionsTest {
    private static final String SESSION = "Allow for this session: Bash(touch *)";
    private static final String ALWAYS = "Always allow in this project: Bash(touch *)";
    private static final String PROMPT = "{\"type\": \"prompt\", \"message\": \"Go\"}";

    private final Path dir;
    private TestProgram pawl;

    PermissionQuestionsTest(@TempDir Path dir) {
        this.dir = dir;
    }

    private static Turn touch(String file) {
        return Turn.calls(call("bash", JsonObject.of("command", "touch " + file)));
    }

    @BeforeEach
    void program() throws Exception {
        pawl = TestProgram.in(dir, touch("a"), touch("b"), Turn.text("Done."), touch("c"), Turn.text("Done."))
                .user("settings.json", "{\"permissions\": {}}");
    }

    /** Runs the prompt; the question that comes first is answered so, and a second one with no. */
    private int asked(String answer) throws Exception {
        try (var rpc = new InnerRpc(pawl)) {
            rpc.send(PROMPT);
            rpc.await("\"method\":\"select\"", 1);
            assertThat(rpc.dialogs().getFirst().strings("options"))
                    .containsExactly("Allow once", SESSION, ALWAYS, "No", "No, and tell the model why");
            rpc.answer(JsonObject.of("value", answer));
            if (answer.endsWith("why")) {
                rpc.await("\"method\":\"input\"", 1);
                rpc.answer(JsonObject.of("value", "take b"));
            }
            if (!answer.equals(SESSION) && !answer.equals(ALWAYS)) {
                rpc.await("\"method\":\"select\"", 2);
                rpc.answer(JsonObject.of("value", "No"));
            }
            rpc.await("\"type\":\"agent_settled\"", 1);
            return (int) rpc.dialogs().stream()
                    .filter(dialog -> "select".equals(dialog.string("method")))
                    .count();
        }
    }

    private boolean made(String file) {
        return Files.exists(pawl.project.resolve(file));
    }

    @Test
    void once_is_for_this_call_only() throws Exception {
        assertThat(asked("Allow once")).isEqualTo(2);
        assertThat(made("a")).isTrue();
        assertThat(made("b")).isFalse();
    }

    @Test
    void for_the_session_is_for_calls_like_it_and_not_for_the_next_session() throws Exception {
        assertThat(asked(SESSION)).isEqualTo(1);
        assertThat(made("a") && made("b")).isTrue();
        pawl.run("-p", "Again");
        assertThat(made("c")).isFalse();
    }

    @Test
    void always_writes_the_rule_that_it_showed_and_holds_in_the_next_session() throws Exception {
        assertThat(asked(ALWAYS)).isEqualTo(1);
        assertThat(Files.readString(pawl.agentDir().resolve("permissions.json")))
                .contains("\"Bash(touch *)\"");
        pawl.run("-p", "Again");
        assertThat(made("c")).isTrue();
    }

    @Test
    void no_with_a_reason_is_sent_to_the_model() throws Exception {
        assertThat(asked("No, and tell the model why")).isEqualTo(2);
        assertThat(made("a")).isFalse();
        assertThat(pawl.asked(2).getLast()).isEqualTo("tool: The user said no: take b");
        assertThat(pawl.asked(3).getLast()).contains("The user said no. Do not try the same in another way");
    }
}
