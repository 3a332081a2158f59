package dev.pawl.acceptance;

import static dev.pawl.api.HookPoints.BEFORE_AGENT_START;
import static dev.pawl.api.HookPoints.BEFORE_PROVIDER_HEADERS;
import static dev.pawl.api.HookPoints.BEFORE_PROVIDER_REQUEST;
import static dev.pawl.api.HookPoints.CONTEXT;
import static dev.pawl.api.HookPoints.INPUT;
import static dev.pawl.api.HookPoints.MESSAGE_END;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.Hook;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.event.BeforeAgentStart;
import dev.pawl.api.event.BeforeProviderHeaders;
import dev.pawl.api.event.BeforeProviderRequest;
import dev.pawl.api.event.Input;
import dev.pawl.api.event.MessageEnd;
import dev.pawl.api.event.ModelContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.ContextMessage;
import dev.pawl.api.value.Decision;
import dev.pawl.testkit.HookTrial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The engine's part of groups D and E: what is sent to the model, changed by one hook after another. */
class RequestChainTest {
    private static final Message ONE = Message.user("one", 1);
    private static final Message TWO = Message.user("two", 2);
    private static final Message THREE = Message.user("three", 3);

    @Test
    void one_hook_filters_and_the_next_one_appends() throws Exception {
        Hook filter = pi -> pi.on(
                CONTEXT,
                (context, _) -> context.withMessages(context.messages().stream()
                        .filter(message -> message != ONE)
                        .toList()));
        Hook append = pi -> pi.on(CONTEXT, (context, _) -> {
            var messages = new ArrayList<>(context.messages());
            messages.add(THREE);
            return context.withMessages(messages);
        });
        try (var trial = HookTrial.of(filter, append)) {
            assertThat(trial.fire(CONTEXT, ModelContext.of(List.of(ONE, TWO))).messages())
                    .containsExactly(TWO, THREE);
        }
    }

    @Test
    void a_context_that_is_not_changed_is_the_very_same_and_nothing_is_copied() throws Exception {
        var context = ModelContext.of(List.of(ONE, TWO));
        try (var trial = HookTrial.of(pi -> pi.on(CONTEXT, (same, _) -> same))) {
            var after = trial.fire(CONTEXT, context);
            assertThat(after).isSameAs(context);
            assertThat(after.messages()).isSameAs(context.messages());
        }
    }

    @Test
    void the_list_of_messages_cannot_be_edited_in_place() throws Exception {
        Hook editing = pi -> pi.on(CONTEXT, (context, _) -> {
            context.messages().clear();
            return context;
        });
        try (var trial = HookTrial.of(editing)) {
            var context = ModelContext.of(List.of(ONE));
            assertThat(trial.fire(CONTEXT, context).messages()).containsExactly(ONE);
            assertThat(trial.errors())
                    .singleElement()
                    .satisfies(error -> assertThat(error.error()).contains("UnsupportedOperationException"));
        }
    }

    @Test
    void messages_of_a_hooks_own_may_come_with_or_without_their_place() {
        var context = ModelContext.of(List.of(ONE));
        assertThat(context.withContextMessages(List.of(new ContextMessage(TWO, null), new ContextMessage(ONE, 1)))
                        .messages())
                .containsExactly(TWO, ONE);
    }

    @Test
    void a_failed_handler_has_changed_nothing_for_the_next_one() throws Exception {
        var seen = new ArrayList<ModelContext>();
        Hook broken = pi -> pi.on(CONTEXT, (context, _) -> {
            context.withMessages(List.of());
            throw new IllegalStateException("after building a changed context");
        });
        Hook watching = pi -> pi.on(CONTEXT, (context, _) -> {
            seen.add(context);
            return context;
        });
        var context = ModelContext.of(List.of(ONE));
        try (var trial = HookTrial.of(broken, watching)) {
            trial.fire(CONTEXT, context);
        }
        assertThat(seen).singleElement().isSameAs(context);
    }

    @Test
    void a_request_body_goes_from_hook_to_hook() throws Exception {
        Hook one = pi -> pi.on(
                BEFORE_PROVIDER_REQUEST,
                (request, _) -> request.withPayload(request.payload().with("temperature", 0)));
        Hook two = pi -> pi.on(
                BEFORE_PROVIDER_REQUEST,
                (request, _) -> request.withPayload(
                        request.payload().with("seen", request.payload().get("temperature"))));
        Hook three = pi -> pi.on(BEFORE_PROVIDER_REQUEST, (request, _) -> request);
        try (var trial = HookTrial.of(one, two, three)) {
            assertThat(trial.fire(BEFORE_PROVIDER_REQUEST, new BeforeProviderRequest(JsonObject.empty()))
                            .payload())
                    .isEqualTo(JsonObject.of("temperature", 0, "seen", 0));
        }
    }

    @Test
    void headers_are_set_and_taken_away_whatever_their_case() throws Exception {
        Hook hook = pi -> pi.on(
                BEFORE_PROVIDER_HEADERS, (request, _) -> request.with("X", "1").without("y"));
        try (var trial = HookTrial.of(hook)) {
            assertThat(trial.fire(BEFORE_PROVIDER_HEADERS, new BeforeProviderHeaders(Map.of("Y", "2")))
                            .headers())
                    .containsExactly(Map.entry("X", "1"));
        }
    }

    @Test
    void a_message_may_change_but_not_who_speaks() throws Exception {
        Hook other = pi -> pi.on(
                MESSAGE_END,
                (end, _) -> end.withMessage(Message.from(JsonObject.of("role", "assistant", "content", List.of()))));
        Hook same = pi -> pi.on(MESSAGE_END, (end, _) -> end.withMessage(Message.user("changed", 1)));
        try (var trial = HookTrial.of(other, same)) {
            assertThat(trial.fire(MESSAGE_END, new MessageEnd(ONE)).message().text())
                    .isEqualTo("changed");
            assertThat(trial.errors())
                    .singleElement()
                    .satisfies(error -> assertThat(error.error())
                            .isEqualTo("message_end may not change the role (user became assistant)"));
        }
    }

    @Test
    void every_hook_may_say_something_before_the_agent_starts() throws Exception {
        Hook one = pi -> pi.on(BEFORE_AGENT_START, (start, _) -> start.inject(HookMessage.of("a", "first")));
        Hook two = pi -> pi.on(BEFORE_AGENT_START, (start, _) -> start.inject(HookMessage.of("b", "second")));
        try (var trial = HookTrial.of(one, two)) {
            assertThat(trial.fire(BEFORE_AGENT_START, BeforeAgentStart.of("hi", "prompt"))
                            .messages())
                    .extracting(HookMessage::customType)
                    .containsExactly("a", "b");
        }
    }

    @Test
    void the_system_prompt_is_replaced_and_added_to_in_order() throws Exception {
        Hook replace = pi -> pi.on(BEFORE_AGENT_START, (start, _) -> start.withSystemPrompt("A"));
        Hook add = pi -> pi.on(BEFORE_AGENT_START, (start, _) -> start.appendSystemPrompt("B"));
        Hook addMore = pi -> pi.on(BEFORE_AGENT_START, (start, _) -> start.appendSystemPrompt("C"));
        try (var trial = HookTrial.of(replace, add, addMore)) {
            assertThat(trial.fire(BEFORE_AGENT_START, BeforeAgentStart.of("hi", "base"))
                            .systemPrompt())
                    .isEqualTo("A\n\nB\n\nC");
        }
    }

    @Test
    void input_is_transformed_step_by_step_and_keeps_its_images() throws Exception {
        Hook b = pi -> pi.on(INPUT, (input, _) -> input.transform(input.text() + "b"));
        Hook c = pi -> pi.on(INPUT, (input, _) -> input.transform(input.text() + "c"));
        var image = Content.image("data", "image/png");
        try (var trial = HookTrial.of(b, c)) {
            var input = new Input("a", List.of(image), Input.Source.INTERACTIVE, null);
            assertThat(trial.fire(INPUT, input))
                    .isEqualTo(Decision.pass(new Input("abc", List.of(image), Input.Source.INTERACTIVE, null)));
        }
    }

    @Test
    void the_first_hook_to_deal_with_the_input_ends_it() throws Exception {
        var called = new ArrayList<String>();
        Hook ping = pi -> pi.on(INPUT, (input, _) -> input.text().equals("ping") ? input.handled() : input.proceed());
        Hook later = pi -> pi.on(INPUT, (input, _) -> {
            called.add(input.text());
            return input.proceed();
        });
        try (var trial = HookTrial.of(ping, later)) {
            assertThat(trial.fire(INPUT, new Input("ping", List.of(), Input.Source.RPC, null)))
                    .isEqualTo(Decision.stop(new Input.Handled()));
            trial.fire(INPUT, new Input("pong", List.of(), Input.Source.RPC, null));
        }
        assertThat(called).containsExactly("pong");
    }

    @Test
    void a_chain_answered_with_nothing_goes_on_unchanged() throws Exception {
        var context = ModelContext.of(List.of(ONE));
        try (var trial = HookTrial.of(pi -> pi.on(CONTEXT, (_, _) -> null))) {
            assertThat(trial.fire(CONTEXT, context)).isSameAs(context);
            assertThat(trial.errors())
                    .singleElement()
                    .satisfies(error -> assertThat(error.error()).contains("returned null"));
        }
    }

    @Test
    void bad_json_is_refused_with_a_sentence() {
        assertThatThrownBy(() -> JsonObject.parse("{\"a\": }"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not JSON")
                .hasMessageContaining("{\"a\": }");
        assertThatThrownBy(() -> JsonObject.parse("[1]")).hasMessageContaining("not a JSON object: [1]");
    }
}
