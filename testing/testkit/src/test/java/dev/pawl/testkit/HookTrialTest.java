package dev.pawl.testkit;

import static dev.pawl.api.HookPoints.TOOL_CALL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.Flag;
import dev.pawl.api.Outcome;
import dev.pawl.api.context.CommandContext.NewSession;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.tool.SubagentTask;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.ToolInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

class HookTrialTest {
    record Words(String text) {}

    private static final Tool SHOUT = Tool.of("shout", "Say it loudly", Words.class, (words, ctx) -> {
        ctx.update(ToolOutput.text("…"));
        return ToolOutput.text(words.text() + "!");
    });

    @Test
    void a_tool_is_called_as_the_model_would() throws Exception {
        try (var trial = HookTrial.of(pi -> pi.tool(SHOUT))) {
            assertThat(trial.call("shout", "{\"text\": \"hey\"}")).isEqualTo(ToolOutput.text("hey!"));
            assertThat(trial.context().done()).containsExactly("update: …");
            assertThatThrownBy(() -> trial.call("whisper", "{}")).hasMessage("no hook brings a tool whisper");
        }
    }

    @Test
    void a_tool_calls_another_one_through_the_gate() throws Exception {
        var twice = Tool.of("twice", "Say it twice", Words.class, (words, ctx) -> {
            var arguments = JsonObject.of("text", words.text());
            var first = ctx.executeTool("shout", arguments);
            var second = ctx.executeTool("nobody", arguments);
            return ToolOutput.text(first.output() + "\n" + second.output());
        });
        try (var trial = HookTrial.of(
                pi -> {
                    pi.tool(SHOUT);
                    pi.tool(twice);
                },
                pi -> pi.on(
                        TOOL_CALL,
                        (call, _) -> "loud".equals(call.arguments().string("text"))
                                ? call.block("Not so loud, " + call.parentToolCallId())
                                : call.allow()))) {
            assertThat(trial.call("twice", "{\"text\": \"hey\"}").toString())
                    .contains("hey!", "Tool nobody is not part of this trial");
            assertThat(trial.call("twice", "{\"text\": \"loud\"}").toString()).contains("Not so loud, call_1");
        }
    }

    @Test
    void a_tool_sees_the_tools_there_are() throws Exception {
        var names = Tool.of(
                "names",
                "Tell the tools",
                Words.class,
                (_, ctx) -> ToolOutput.text(String.join(
                        " ", ctx.callableTools().stream().map(ToolInfo::name).toList())));
        try (var trial = HookTrial.of(pi -> pi.tool(names))) {
            trial.context().tools().setActive(List.of("read", "grep"));

            assertThat(trial.call("names", "{\"text\": \"\"}")).isEqualTo(ToolOutput.text("read grep names"));
        }
    }

    @Test
    void a_subagent_says_what_the_models_of_paper_say() throws Exception {
        var ask = Tool.of("ask", "Ask a subagent", Words.class, (words, ctx) -> {
            var task = SubagentTask.of(words.text(), List.of("read")).withInstructions("Be brief.");
            return ToolOutput.text(ctx.subagent(task).text());
        });
        try (var trial = HookTrial.of(pi -> pi.tool(ask))) {
            trial.context().models().answer("Fine.");

            assertThat(trial.call("ask", "{\"text\": \"How are you?\"}")).isEqualTo(ToolOutput.text("Fine."));
            assertThat(trial.context().models().requests().getFirst().systemPrompt())
                    .isEqualTo("Be brief.");
        }
    }

    @Test
    void flags_have_the_values_that_a_test_gives_them() throws Exception {
        try (var trial = HookTrial.of(pi -> {
            pi.flag(new Flag.Switch("loud", "Say it loudly", false));
            pi.flag(new Flag.Text("name", "Whom to greet", "you"));
            pi.command("greet", "Greet", _ -> Outcome.status(pi.flagValue("name") + (pi.flagged("loud") ? "!" : ".")));
        })) {
            assertThat(trial.run("greet", "")).isEqualTo(Outcome.status("you."));

            trial.flag("loud", "").flag("name", "everybody");

            assertThat(trial.run("greet", "")).isEqualTo(Outcome.status("everybody!"));
        }
    }

    @Test
    void a_session_that_a_command_starts_is_set_up_and_gone_on_with() throws Exception {
        try (var trial = HookTrial.of(pi -> pi.command("again", "Begin again", ctx -> {
            ctx.newSession(new NewSession(
                    null,
                    session -> session.append(Message.user("known", 0)),
                    fresh -> fresh.messages()
                            .sendUser(fresh.messages().list().getFirst().text() + ", go on")));
            return Outcome.nothing();
        }))) {
            trial.run("again", "");

            assertThat(trial.context().done()).containsExactly("new session", "user: known, go on");
            assertThat(trial.context().started().getFirst().messages())
                    .extracting(Message::text)
                    .containsExactly("known");
            assertThat(trial.session().messages()).isEmpty();
        }
    }

    @Test
    void nothing_passes_while_a_hook_did_not_load() throws Exception {
        try (var trial = HookTrial.of(
                pi -> {
                    throw new IllegalStateException("no rules");
                },
                pi -> pi.on(TOOL_CALL, (call, _) -> call.allow()))) {
            var call = ToolCall.of("bash", "1", JsonObject.of("command", "ls"));
            assertThatThrownBy(() -> trial.fire(TOOL_CALL, call))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("the program does not start")
                    .hasMessageContaining("no rules");
            assertThat(trial.withoutFailedHooks().fire(TOOL_CALL, call)).isInstanceOf(Decision.Pass.class);
        }
    }

    @Test
    void a_model_may_fail() {
        var models = new FakeModels().fail("overloaded");

        var answer = models.complete(FakeModels.MODEL, ModelRequest.of(List.of()));

        assertThat(answer.stopReason()).isEqualTo(StopReason.ERROR);
        assertThat(answer.errorMessage()).isEqualTo("overloaded");
    }
}
