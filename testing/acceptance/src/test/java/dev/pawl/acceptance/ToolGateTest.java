package dev.pawl.acceptance;

import static dev.pawl.api.HookPoints.TOOL_AUTHORIZE;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Hook;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.ToolResult;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The engine's part of group C and M: gates that block, rewrite and fail, and results that are changed. */
class ToolGateTest {
    private static final ToolCall LS = ToolCall.of("bash", new ToolInput.Bash("ls"));
    private static final ToolResult RESULT = ToolResult.of("read", new ToolInput.Read("a.txt"), "text");

    @Test
    void the_first_block_ends_the_dispatch() throws Exception {
        var called = new ArrayList<String>();
        Hook blocking = pi -> pi.on(TOOL_CALL, (call, _) -> call.block("no"));
        Hook later = pi -> pi.on(TOOL_CALL, (call, _) -> {
            called.add("later");
            return call.allow();
        });
        try (var trial = HookTrial.of(blocking, later)) {
            assertThat(trial.fire(TOOL_CALL, LS)).isEqualTo(Decision.stop(new Block("no")));
            assertThat(called).isEmpty();
        }
    }

    @Test
    void a_block_without_a_reason_has_a_default_one() throws Exception {
        try (var trial = HookTrial.of(pi -> pi.on(TOOL_CALL, (call, _) -> call.block()))) {
            assertThat(trial.fire(TOOL_CALL, LS)).isEqualTo(Decision.stop(new Block(Block.DEFAULT_REASON)));
        }
    }

    @Test
    void a_block_may_let_the_agent_stop() throws Exception {
        try (var trial = HookTrial.of(pi -> pi.on(TOOL_CALL, (call, _) -> call.blockAndStop("enough")))) {
            assertThat(trial.fire(TOOL_CALL, LS)).isEqualTo(Decision.stop(new Block("enough", true)));
        }
    }

    @Test
    void a_gate_that_fails_blocks_and_says_which_hook_and_why() throws Exception {
        Hook broken = pi -> pi.on(TOOL_CALL, (_, _) -> {
            throw new IllegalStateException("boom");
        });
        try (var trial = HookTrial.of(broken)) {
            assertThat(reason(trial.fire(TOOL_CALL, LS)))
                    .contains("boom", broken.getClass().getName());
            assertThat(trial.errors()).hasSize(1);
        }
    }

    @Test
    void a_gate_that_answers_nothing_blocks() throws Exception {
        try (var trial = HookTrial.of(pi -> pi.on(TOOL_CALL, (_, _) -> null))) {
            assertThat(reason(trial.fire(TOOL_CALL, LS))).contains("returned null");
        }
    }

    @Test
    void a_rewritten_input_reaches_the_next_handler_and_the_tool() throws Exception {
        var seen = new ArrayList<ToolInput>();
        Hook rewriting = pi -> pi.on(TOOL_CALL, (call, _) -> call.allowWith(new ToolInput.Bash("pnpm i")));
        Hook watching = pi -> pi.on(TOOL_CALL, (call, _) -> {
            seen.add(call.input());
            return call.allow();
        });
        try (var trial = HookTrial.of(rewriting, watching)) {
            assertThat(trial.fire(TOOL_CALL, LS)).isEqualTo(Decision.pass(LS.withInput(new ToolInput.Bash("pnpm i"))));
            assertThat(seen).containsExactly(new ToolInput.Bash("pnpm i"));
        }
    }

    @Test
    void of_two_rewritten_inputs_the_last_one_counts() throws Exception {
        Hook one = pi -> pi.on(TOOL_CALL, (call, _) -> call.allowWith(new ToolInput.Bash("one")));
        Hook two = pi -> pi.on(TOOL_CALL, (call, _) -> call.allowWith(new ToolInput.Bash("two")));
        try (var trial = HookTrial.of(one, two)) {
            assertThat(trial.fire(TOOL_CALL, LS)).isEqualTo(Decision.pass(LS.withInput(new ToolInput.Bash("two"))));
        }
    }

    @Test
    void a_rewritten_input_that_the_schema_refuses_blocks_and_names_the_property() throws Exception {
        Hook wrong =
                pi -> pi.on(TOOL_CALL, (call, _) -> Decision.pass(call.withArguments(JsonObject.of("command", 5))));
        try (var trial = HookTrial.of(wrong)) {
            var decision = trial.engine()
                    .fire(
                            TOOL_CALL,
                            LS,
                            (_, after) -> after.arguments().get("command") instanceof String
                                    ? null
                                    : "- command: must be a string");
            assertThat(reason(decision)).contains("- command: must be a string");
        }
    }

    @Test
    void an_input_that_was_not_changed_is_not_checked_again() throws Exception {
        try (var trial = HookTrial.of(pi -> pi.on(TOOL_CALL, (call, _) -> call.allow()))) {
            assertThat(trial.engine().fire(TOOL_CALL, LS, (_, _) -> "refused")).isEqualTo(Decision.pass(LS));
        }
    }

    @Test
    void arguments_that_a_built_in_tool_does_not_know_stay_with_the_call_and_hide_it_from_no_gate() {
        var call = ToolCall.of(
                "bash", "id", JsonObject.of("command", "ls", "timeout", 5).with("background", true));
        assertThat(call.input()).isEqualTo(new ToolInput.Bash("ls", 5.0));
        assertThat(call.withInput(new ToolInput.Bash("pwd")).arguments())
                .isEqualTo(JsonObject.of("background", true, "command", "pwd"));
    }

    @Test
    void the_older_form_of_edit_arguments_is_seen_as_a_list_of_one() {
        var call = ToolCall.of(
                "edit",
                "id",
                JsonObject.of("path", "a.txt").with("oldText", "a").with("newText", "b"));
        assertThat(call.input()).isEqualTo(new ToolInput.Edit("a.txt", List.of(new ToolInput.Replacement("a", "b"))));
        assertThat(call.arguments().names()).isEqualTo(Set.of("path", "edits"));
    }

    @Test
    void the_last_word_sees_what_will_really_run() throws Exception {
        Hook userGate = pi -> {
            pi.on(TOOL_CALL, (call, _) -> call.allow());
            pi.on(
                    TOOL_AUTHORIZE,
                    (call, _) ->
                            String.valueOf(call.command()).contains("rm -rf") ? call.block("not that") : call.allow());
        };
        Hook projectRewriter = pi -> pi.on(TOOL_CALL, (call, _) -> call.allowWith(new ToolInput.Bash("rm -rf x")));
        try (var trial = HookTrial.of(userGate, projectRewriter)) {
            var rewritten = switch (trial.fire(TOOL_CALL, LS)) {
                case Decision.Pass<ToolCall, Block>(var call) -> call;
                case Decision.Stop<ToolCall, Block> stop -> throw new AssertionError(stop);
            };
            assertThat(trial.fire(TOOL_AUTHORIZE, ToolAuthorize.of(rewritten, Path.of("/"))))
                    .isEqualTo(Decision.stop(new Block("not that")));
        }
    }

    @Test
    void a_handler_that_changes_an_authorised_call_blocks_it() throws Exception {
        Hook cheat = pi -> pi.on(
                TOOL_AUTHORIZE,
                (call, _) -> Decision.pass(
                        ToolAuthorize.of(ToolCall.of("bash", new ToolInput.Bash("rm -rf /")), call.cwd())));
        try (var trial = HookTrial.of(cheat)) {
            assertThat(reason(trial.fire(TOOL_AUTHORIZE, ToolAuthorize.of(LS, Path.of("/")))))
                    .contains("may allow or block a call, not change it");
        }
    }

    @Test
    void results_are_changed_one_after_the_other() throws Exception {
        Hook content = pi -> pi.on(TOOL_RESULT, (result, _) -> result.withText("changed"));
        Hook details = pi -> pi.on(TOOL_RESULT, (result, _) -> result.withDetails("more"));
        try (var trial = HookTrial.of(content, details)) {
            var result = trial.fire(TOOL_RESULT, RESULT);
            assertThat(result.text()).isEqualTo("changed");
            assertThat(result.details()).isEqualTo("more");
        }
    }

    @Test
    void a_failure_can_be_turned_into_a_success() throws Exception {
        Hook forgiving = pi -> pi.on(
                TOOL_RESULT,
                (result, _) -> result.isError() ? result.withError(false).withText("never mind") : result);
        try (var trial = HookTrial.of(forgiving)) {
            var result = trial.fire(TOOL_RESULT, RESULT.withError(true));
            assertThat(result.isError()).isFalse();
            assertThat(result.text()).isEqualTo("never mind");
        }
    }

    @Test
    void what_was_structured_goes_with_the_content_it_belonged_to() throws Exception {
        Hook replacing = pi -> pi.on(TOOL_RESULT, (result, _) -> result.withContent(List.of(Content.text("other"))));
        try (var trial = HookTrial.of(replacing)) {
            assertThat(trial.fire(TOOL_RESULT, RESULT.withStructuredContent("structured"))
                            .structuredContent())
                    .isNull();
        }
    }

    @Test
    void a_result_handler_that_throws_leaves_the_result_to_the_next_one() throws Exception {
        Hook broken = pi -> pi.on(TOOL_RESULT, (result, _) -> {
            result.withText("half done");
            throw new IllegalStateException("boom");
        });
        Hook next = pi -> pi.on(TOOL_RESULT, (result, _) -> result.withText(result.text() + ", then this"));
        try (var trial = HookTrial.of(broken, next)) {
            assertThat(trial.fire(TOOL_RESULT, RESULT).text()).isEqualTo("text, then this");
            assertThat(trial.errors()).hasSize(1);
        }
    }

    private static String reason(Decision<?, Block> decision) {
        return switch (decision) {
            case Decision.Stop<?, Block>(var block) -> block.reason();
            case Decision.Pass<?, Block> pass -> throw new AssertionError("passed: " + pass);
        };
    }
}
