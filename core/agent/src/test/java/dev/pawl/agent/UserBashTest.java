package dev.pawl.agent;

import static dev.pawl.api.HookPoints.USER_BASH;
import static dev.pawl.api.HookPoints.USER_BASH_RESULT;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.event.UserBash;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.BashResult;
import dev.pawl.api.value.OnFailure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserBashTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    private static List<Message.BashExecution> kept(TestAgent it) {
        return it.agent.session().messages().stream()
                .filter(Message.BashExecution.class::isInstance)
                .map(Message.BashExecution.class::cast)
                .toList();
    }

    @Test
    void what_the_user_ran_is_reported_to_the_model_with_its_exit_code() throws Exception {
        try (var it = TestAgent.in(dir).model(Turn.text("I see.")).start()) {
            var result = it.agent.bash("echo out; exit 3", false);
            assertThat(result.exitCode()).isEqualTo(3);
            assertThat(result.output()).isEqualTo("out\n");
            it.prompt("What was that?");
            assertThat(it.sentMessages(1)).hasSize(2);
            assertThat(it.sentMessages(1).getFirst())
                    .startsWith("user: Ran `echo out; exit 3`")
                    .contains("```\nout\n\n```", "exited with code 3");
            assertThat(it.of(AgentEvent.BashOutput.class))
                    .extracting(AgentEvent.BashOutput::delta)
                    .contains("out\n");
        }
    }

    @Test
    void what_the_user_ran_for_themselves_is_kept_and_not_sent() throws Exception {
        try (var it = TestAgent.in(dir).model(Turn.text("Hello.")).start()) {
            it.agent.bash("echo secret", true);
            it.prompt("Hi");
            assertThat(it.sentMessages(1)).containsExactly("user: Hi");
            assertThat(kept(it)).singleElement().satisfies(bash -> {
                assertThat(bash.command()).isEqualTo("echo secret");
                assertThat(bash.excludeFromContext()).isTrue();
            });
        }
    }

    @Test
    void what_a_hook_takes_out_of_the_output_is_neither_kept_nor_sent() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(
                        USER_BASH_RESULT,
                        (event, _) -> event.mapText(text -> text.replace("hunter2", "[REDACTED]")),
                        OnFailure.STOP))
                .model(Turn.text("I see."))
                .start()) {
            assertThat(it.agent.bash("echo PIN=hunter2", false).output()).isEqualTo("PIN=[REDACTED]\n");
            it.prompt("What was that?");
            assertThat(it.sentMessages(1).getFirst()).contains("PIN=[REDACTED]").doesNotContain("\nPIN=hunter2");
            assertThat(kept(it)).extracting(Message.BashExecution::output).containsExactly("PIN=[REDACTED]\n");
        }
    }

    @Test
    void the_output_is_withheld_if_the_hook_that_checks_it_fails() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(
                        USER_BASH_RESULT,
                        (_, _) -> {
                            throw new IllegalStateException("broken");
                        },
                        OnFailure.STOP))
                .start()) {
            assertThat(it.agent.bash("printf 'PIN=%s' hunter2", false).output()).contains("withheld");
            assertThat(kept(it))
                    .singleElement()
                    .satisfies(bash ->
                            assertThat(bash.output()).contains("withheld").doesNotContain("PIN=hunter2"));
        }
    }

    @Test
    void a_result_of_a_hook_is_kept_without_anything_being_run() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(USER_BASH, (event, _) -> {
                    recorded.add(event.command() + " " + event.excludeFromContext() + " " + event.cwd());
                    return event.answer(new BashResult("made up", 0, false, false, null));
                }))
                .hook(pi -> pi.on(USER_BASH, (event, _) -> {
                    recorded.add("second");
                    return event.proceed();
                }))
                .start()) {
            var marker = dir.resolve("work/ran");
            assertThat(it.agent.bash("touch ran", false).output()).isEqualTo("made up");
            assertThat(marker).doesNotExist();
            assertThat(recorded).containsExactly("touch ran false " + dir.resolve("work"));
            assertThat(kept(it)).extracting(Message.BashExecution::output).containsExactly("made up");
        }
    }

    @Test
    void a_hook_can_run_it_elsewhere() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(
                        USER_BASH,
                        (event, _) -> event.runWith((command, cwd, _, output) -> {
                            output.accept(("there: " + command).getBytes(UTF_8));
                            return 7;
                        })))
                .start()) {
            var result = it.agent.bash("touch ran", false);
            assertThat(result).isEqualTo(new BashResult("there: touch ran", 7, false, false, null));
            assertThat(dir.resolve("work/ran")).doesNotExist();
            assertThat(kept(it)).extracting(Message.BashExecution::exitCode).containsExactly(7);
        }
    }

    @Test
    void a_hook_can_have_something_else_run_and_that_is_what_is_kept() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(
                        USER_BASH, (event, _) -> new UserBash("echo " + event.command(), false, event.cwd()).proceed()))
                .start()) {
            assertThat(it.agent.bash("rm -rf x", false).output()).isEqualTo("rm -rf x\n");
            assertThat(kept(it)).extracting(Message.BashExecution::command).containsExactly("echo rm -rf x");
        }
    }

    @Test
    void a_hook_can_give_the_command_variables() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(
                        USER_BASH,
                        (event, _) -> new UserBash(event.command(), false, event.cwd(), Map.of("GIVEN", "by a hook"))
                                .proceed()))
                .start()) {
            assertThat(it.agent.bash("echo $GIVEN in $HOME", false).output())
                    .isEqualTo("by a hook in " + dir.resolve("home") + "\n");
        }
    }

    @Test
    void a_hook_that_fails_keeps_it_from_being_run() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(USER_BASH, (_, _) -> {
                    throw new IllegalStateException("boom");
                }))
                .start()) {
            assertThatThrownBy(() -> it.agent.bash("touch ran", false))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("boom");
            assertThat(dir.resolve("work/ran")).doesNotExist();
            assertThat(kept(it)).isEmpty();
            assertThat(it.errors()).hasSize(1);
        }
    }

    @Test
    void an_answer_that_is_none_keeps_it_from_being_run() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.onNamed("user_bash", (_, _) -> "whatever"))
                .start()) {
            assertThatThrownBy(() -> it.agent.bash("touch ran", false)).isInstanceOf(IllegalStateException.class);
            assertThat(dir.resolve("work/ran")).doesNotExist();
        }
    }

    @Test
    void what_is_run_while_the_agent_works_is_kept_when_the_run_is_over() throws Exception {
        var hold = new Waypoint();
        try (var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .model(Turn.calls(call("hold", JsonObject.empty())), Turn.text("Done."), Turn.text("Two."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            it.agent.bash("echo meanwhile", false);
            assertThat(kept(it)).isEmpty();
            hold.open();
            run.await();
            assertThat(it.sentMessages(2)).noneMatch(message -> message.contains("meanwhile"));
            assertThat(it.storedMessages()).last().isInstanceOf(Message.BashExecution.class);
            it.prompt("And?");
            assertThat(it.sentMessages(3).get(4)).contains("Ran `echo meanwhile`");
        }
    }
}
