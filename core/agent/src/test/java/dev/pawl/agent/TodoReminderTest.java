package dev.pawl.agent;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.testkit.model.Script;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TodoReminderTest {
    private static final JsonObject ON = JsonObject.of("todoCompletion", JsonObject.of("enabled", true));

    @TempDir
    Path dir;

    record Done(int done) {}

    /** A list of two, of which as many are done as the model says. */
    private static final Hook TODO = pi -> pi.tool(Tool.of(
            "todo",
            "Keep a list",
            Done.class,
            (arguments, ctx) -> ToolOutput.text("kept")
                    .withDetails(JsonObject.of(
                            "items",
                            List.of(
                                    JsonObject.of("text", "wash", "done", arguments.done() > 0),
                                    JsonObject.of("text", "dry", "done", arguments.done() > 1))))));

    private static Script.Turn done(int count) {
        return Turn.calls(call("todo", JsonObject.of("done", count)));
    }

    @Test
    void a_model_that_stops_too_early_is_reminded_until_all_is_done() throws Exception {
        var recorded = new ArrayList<String>();
        try (var it = TestAgent.in(dir)
                .model(
                        done(0),
                        Turn.text("I stop."),
                        done(1),
                        Turn.text("I stop again."),
                        done(2),
                        Turn.text("All done."))
                .settings(ON)
                .hook(TODO)
                .hook(pi -> pi.on(
                        HookPoints.TODO_REMINDER,
                        (event, ctx) -> recorded.add(event.attempt() + "/" + event.maxAttempts() + " "
                                + event.todos().size())))
                .start()) {
            it.prompt("do the dishes");
            assertThat(recorded).containsExactly("1/3 2", "2/3 1");
            assertThat(it.sentMessages(3).getLast()).contains("- wash\n- dry");
            assertThat(it.sentMessages(5).getLast()).contains("- dry").doesNotContain("- wash");
            assertThat(it.storedMessages()).last().extracting(Message::text).isEqualTo("All done.");
            assertThat(it.of(AgentEvent.Settled.class)).hasSize(1);
        }
    }

    @Test
    void it_is_not_reminded_for_ever() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(done(0), Turn.text("No.").repeat(20))
                .settings(ON)
                .hook(TODO)
                .start()) {
            it.prompt("do the dishes");
            assertThat(it.requests()).isEqualTo(5);
        }
    }

    @Test
    void no_reminder_is_sent_unless_the_settings_ask_for_it() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(done(0), Turn.text("I stop."))
                .hook(TODO)
                .start()) {
            it.prompt("do the dishes");
            assertThat(it.requests()).isEqualTo(2);
        }
    }
}
