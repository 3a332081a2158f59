package dev.pawl.policy.permission;

import static dev.pawl.policy.Calls.bash;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.TestHome;
import dev.pawl.api.value.Mode;
import dev.pawl.policy.PolicyHome;
import dev.pawl.testkit.FakeUi;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each answer that a question about a call offers. */
class PermissionQuestionsTest {
    private static final String ONCE = "Allow once";
    private static final String SESSION = "Allow for this session: Bash(touch *)";
    private static final String ALWAYS = "Always allow in this project: Bash(touch *)";
    private static final String NO = "No";
    private static final String WHY = "No, because …";

    private final Path dir;
    private TestHome pawl;

    PermissionQuestionsTest(@TempDir Path dir) {
        this.dir = dir;
    }

    @BeforeEach
    void home() throws Exception {
        pawl = PolicyHome.in(
                        dir, bash("touch a"), bash("touch b"), Turn.text("Done."), bash("touch c"), Turn.text("Done."))
                .user("settings.json", "{\"permissions\": {}}");
    }

    @AfterEach
    void close() {
        pawl.close();
    }

    /** Runs the prompt with a user who gives these answers; how often one was asked to choose. */
    private int asked(String... answers) throws Exception {
        var ui = new FakeUi();
        for (var answer : answers) {
            ui.answer(answer);
        }
        try (var agent = pawl.start(ui, Mode.RPC)) {
            agent.prompt("Go");
        }
        var questions = ui.shown().stream()
                .filter(shown -> shown.startsWith("select: "))
                .toList();
        assertThat(questions.getFirst())
                .startsWith("select: Allow bash: touch a?")
                .endsWith(" | " + String.join(", ", ONCE, SESSION, ALWAYS, NO, WHY));
        return questions.size();
    }

    private boolean made(String file) {
        return Files.exists(pawl.project.resolve(file));
    }

    @Test
    void once_is_for_this_call_only() throws Exception {
        assertThat(asked(ONCE, NO)).isEqualTo(2);
        assertThat(made("a")).isTrue();
        assertThat(made("b")).isFalse();
    }

    @Test
    void for_the_session_is_for_calls_like_it_and_not_for_the_next_session() throws Exception {
        assertThat(asked(SESSION)).isEqualTo(1);
        assertThat(made("a") && made("b")).isTrue();
        assertThat(pawl.agentDir().resolve("permissions.json")).doesNotExist();
        pawl.run("Again");
        assertThat(made("c")).isFalse();
    }

    @Test
    void always_writes_the_rule_that_it_showed_and_holds_in_the_next_session() throws Exception {
        assertThat(asked(ALWAYS)).isEqualTo(1);
        assertThat(Files.readString(pawl.agentDir().resolve("permissions.json")))
                .contains("\"Bash(touch *)\"");
        pawl.run("Again");
        assertThat(made("c")).isTrue();
    }

    @Test
    void no_with_a_reason_is_sent_to_the_model() throws Exception {
        assertThat(asked(WHY, "take b", NO)).isEqualTo(2);
        assertThat(made("a")).isFalse();
        assertThat(pawl.asked(2).getLast()).isEqualTo("tool: The user said no: take b");
        assertThat(pawl.asked(3).getLast()).contains("The user said no").contains("do not try the same in another way");
    }

    @Test
    void a_question_that_is_cancelled_is_answered_with_no() throws Exception {
        var ui = new FakeUi().cancel().cancel();
        try (var agent = pawl.start(ui, Mode.RPC)) {
            agent.prompt("Go");
        }
        assertThat(made("a") || made("b")).isFalse();
    }
}
