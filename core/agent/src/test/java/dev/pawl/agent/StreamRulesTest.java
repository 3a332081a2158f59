package dev.pawl.agent;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.HookPoints;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.testkit.model.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamRulesTest {
    @TempDir
    Path dir;

    private void rule(String name, String trigger) throws IOException {
        var rules = Files.createDirectories(dir.resolve("work/.pi/rules"));
        Files.writeString(
                rules.resolve(name + ".md"),
                "---\ndescription: about " + name + "\nttsr_trigger: '" + trigger + "'\n---\nDo not write " + name
                        + ".\n");
    }

    private TestAgent.Builder answering(Script.Turn... turns) {
        return TestAgent.in(dir).model(turns);
    }

    @Test
    void an_answer_that_breaks_a_rule_is_stopped_hidden_and_asked_for_again() throws Exception {
        rule("console", "console\\.log\\(");
        var recorded = new ArrayList<String>();
        var bad = "I will print: console.log(1) " + "and so on ".repeat(500);
        try (var it = answering(Turn.text(bad).chunk(10), Turn.text("A clean answer."))
                .hook(pi -> {
                    pi.on(
                            HookPoints.TTSR_TRIGGERED,
                            (event, ctx) -> recorded.add(
                                    "rule " + event.rules().getFirst().name()));
                    pi.on(HookPoints.AGENT_SETTLED, (event, ctx) -> recorded.add("settled " + event.aborted()));
                })
                .start()) {
            it.prompt("print it");
            assertThat(recorded).containsExactly("rule console", "settled false");
            assertThat(it.requests()).isEqualTo(2);
            assertThat(it.sentMessages(2)).hasSize(2);
            assertThat(it.sentMessages(2).getLast())
                    .startsWith("user: <rule-interrupt rule=\"console\"")
                    .contains("Do not write console.");
            assertThat(it.storedMessages())
                    .extracting(Message::role)
                    .containsExactly("user", "assistant", "user", "assistant");
            assertThat(it.storedMessages().get(1).text())
                    .startsWith("I will print: console.log(1)")
                    .hasSizeLessThan(bad.length());
            assertThat(it.entries()).anyMatch(Entry.ContextEdit.class::isInstance);
            assertThat(it.of(AgentEvent.RunStarted.class)).hasSize(1);
            assertThat(it.of(AgentEvent.TurnEnded.class)).hasSize(2);
        }
    }

    @Test
    void a_call_that_breaks_a_rule_is_not_run() throws Exception {
        rule("force", "push --force\\b");
        try (var it = answering(
                        Turn.calls(call("bash", JsonObject.of("command", "touch ran; git push --force origin main"))),
                        Turn.text("Then not."))
                .start()) {
            it.prompt("push it");
            assertThat(it.results()).isEmpty();
            assertThat(dir.resolve("work/ran")).doesNotExist();
            assertThat(it.storedMessages()).last().extracting(Message::text).isEqualTo("Then not.");
        }
    }

    @Test
    void the_answer_may_stay_in_what_the_model_sees() throws Exception {
        rule("console", "console\\.log");
        try (var it = answering(Turn.text("console.log is used here"), Turn.text("Sorry."))
                .settings(JsonObject.of("ttsr", JsonObject.of("contextMode", "keep")))
                .start()) {
            it.prompt("print it");
            assertThat(it.sentMessages(2)).hasSize(3);
            assertThat(it.sentMessages(2).get(1)).startsWith("assistant: console.log");
        }
    }

    @Test
    void a_rule_speaks_up_once_or_again_after_a_gap() throws Exception {
        rule("console", "console\\.log");
        var bad = Turn.text("console.log again");
        try (var it = answering(bad, Turn.text("ok"), bad, Turn.text("never asked for"))
                .start()) {
            it.prompt("one").prompt("two");
            assertThat(it.requests()).isEqualTo(3);
        }
        try (var it = TestAgent.in(dir)
                .model(bad, bad, bad, bad, Turn.text("ok"))
                .settings(JsonObject.of("ttsr", JsonObject.of("repeatMode", "after-gap", "repeatGap", 2)))
                .start()) {
            // Turn 1 breaks it; turns 2 and 3 are within the gap; turn 4 breaks it again.
            it.prompt("one").prompt("two").prompt("three");
            assertThat(it.requests()).isEqualTo(5);
        }
    }

    @Test
    void a_bad_expression_is_named_and_the_others_count() throws Exception {
        rule("broken", "(unclosed");
        rule("good", "forbidden word");
        try (var it =
                answering(Turn.text("a forbidden word here"), Turn.text("ok")).start()) {
            it.prompt("go");
            assertThat(it.errors()).hasSize(1);
            assertThat(it.errors().getFirst().hookPath()).endsWith("broken.md");
            assertThat(it.errors().getFirst().error()).contains("ttsr_trigger");
            assertThat(it.requests()).isEqualTo(2);
        }
    }

    @Test
    void nothing_is_watched_where_it_is_turned_off() throws Exception {
        rule("console", "console\\.log");
        try (var it = answering(Turn.text("console.log"))
                .settings(JsonObject.of("ttsr", JsonObject.of("enabled", false)))
                .start()) {
            it.prompt("go");
            assertThat(it.requests()).isEqualTo(1);
        }
    }

    @Test
    void an_abort_while_a_rule_is_broken_is_still_an_abort() throws Exception {
        rule("console", "console\\.log");
        try (var it = answering(Turn.text("console.log and more"), Turn.text("never"))
                .hook(pi -> pi.on(
                        HookPoints.TTSR_TRIGGERED, (event, ctx) -> ctx.session().abort()))
                .start()) {
            it.prompt("go");
            assertThat(it.requests()).isEqualTo(1);
            assertThat(it.of(AgentEvent.Settled.class).getLast().aborted()).isTrue();
        }
    }

    @Test
    void the_users_own_rules_count_too() throws Exception {
        var own = Files.createDirectories(dir.resolve("home/.pi/agent/rules"));
        Files.writeString(own.resolve("mine.md"), "---\nttsr_trigger: mine only\n---\nNot that.");
        try (var it =
                answering(Turn.text("this is mine only."), Turn.text("ok")).start()) {
            it.prompt("go");
            assertThat(it.sentMessages(2).getLast()).contains("Not that.");
        }
    }

    @Test
    void no_rule_no_library() throws Exception {
        try (var it = answering(Turn.text("console.log")).start()) {
            it.prompt("go");
            assertThat(it.storedMessages()).hasSize(2);
            assertThat(it.errors()).isEqualTo(List.of());
        }
    }
}
