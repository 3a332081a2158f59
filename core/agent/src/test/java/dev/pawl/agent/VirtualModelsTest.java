package dev.pawl.agent;

import static dev.pawl.agent.Routers.auto;
import static dev.pawl.agent.Routers.model;
import static dev.pawl.agent.Routers.to;
import static dev.pawl.agent.Routers.using;
import static dev.pawl.agent.TestTools.text;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Host;
import dev.pawl.api.Outcome;
import dev.pawl.api.VirtualModel;
import dev.pawl.api.VirtualModel.Route;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.Entry;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VirtualModelsTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    private TestAgent.Builder agent(Script.Turn... turns) {
        return TestAgent.in(dir).model(turns).anotherModel(JsonObject.of("id", "small", "reasoning", false));
    }

    private static String describe(VirtualModel.Request request) {
        return request.reason() + " " + id(request.previous()) + " " + id(request.failed());
    }

    private static @Nullable String id(@Nullable Model model) {
        return model == null ? null : model.id();
    }

    @Test
    void each_request_goes_to_the_model_the_router_chooses() throws Exception {
        try (var it = agent(Turn.calls(call("echo", text("x"))), Turn.text("Done."))
                .hook(pi -> pi.tool(TestTools.echo("echo")))
                .hook(using((request, ctx) ->
                        to(ctx, request.reason() == VirtualModel.Reason.USER ? ScriptedModel.MODEL : "small")))
                .start()) {
            it.prompt("Go");
            assertThat(it.request(1).string("model")).isEqualTo("scripted-1");
            assertThat(it.request(2).string("model")).isEqualTo("small");
            assertThat(it.storedMessages().stream()
                            .filter(Message.Assistant.class::isInstance)
                            .map(message -> ((Message.Assistant) message).model()))
                    .containsExactly("scripted-1", "small");
            assertThat(Objects.requireNonNull(it.agent.model()).reference()).isEqualTo("router/auto");
        }
    }

    @Test
    void the_router_receives_why_it_is_asked_and_what_went_before() throws Exception {
        try (var it = agent(Turn.calls(call("echo", text("x"))), Turn.status(503), Turn.text("One."), Turn.text("Two."))
                .pause(_ -> {})
                .hook(pi -> pi.tool(TestTools.echo("echo")))
                .hook(using((request, ctx) -> {
                    recorded.add(
                            describe(request) + ", " + request.model().reference() + " at " + request.thinkingLevel()
                                    + ", last: " + request.messages().getLast().role());
                    return to(ctx, request.reason() == VirtualModel.Reason.RETRY ? "small" : ScriptedModel.MODEL);
                }))
                .start()) {
            it.agent.setThinkingLevel(ThinkingLevel.HIGH);
            it.prompt("first");
            it.prompt("second");
            assertThat(recorded)
                    .containsExactly(
                            "USER null null, router/auto at HIGH, last: user",
                            "CONTINUATION scripted-1 null, router/auto at HIGH, last: toolResult",
                            "RETRY scripted-1 scripted-1, router/auto at HIGH, last: toolResult",
                            "USER small null, router/auto at HIGH, last: user");
        }
    }

    @Test
    void a_new_prompt_after_a_failure_is_not_a_retry() throws Exception {
        try (var it = agent(Turn.status(400), Turn.text("One."))
                .hook(using((request, ctx) -> {
                    recorded.add(describe(request));
                    return to(ctx, "small");
                }))
                .start()) {
            it.prompt("first");
            it.prompt("second");
            assertThat(recorded).containsExactly("USER null null", "USER null null");
        }
    }

    @Test
    void the_model_thinks_as_long_as_the_router_says_and_it_can() throws Exception {
        try (var it = agent(Turn.text("One."), Turn.text("Two."))
                .hook(using((request, ctx) -> new Route(
                        model(ctx, "scripted", request.messages().size() < 3 ? ScriptedModel.MODEL : "small"),
                        ThinkingLevel.HIGH,
                        null)))
                .start()) {
            it.prompt("first");
            it.prompt("second");
            assertThat(it.request(1).string("reasoning_effort")).isEqualTo("high");
            assertThat(it.request(2).has("reasoning_effort")).isFalse();
        }
    }

    @Test
    void what_the_router_remembers_is_kept_in_the_session_when_it_changes() throws Exception {
        try (var it = agent(Turn.text("One."), Turn.text("Two."), Turn.text("Three."))
                .hook(using((request, ctx) -> {
                    var state = request.state();
                    recorded.add(String.valueOf(state));
                    var next = state == null
                            ? JsonObject.of("asked", 1)
                            : recorded.size() == 3 ? state.with("asked", 2) : state;
                    return new Route(model(ctx, "scripted", "small"), ThinkingLevel.OFF, next);
                }))
                .start()) {
            it.prompt("first");
            it.prompt("second");
            it.prompt("third");
            assertThat(recorded).containsExactly("null", "{\"asked\":1}", "{\"asked\":1}");
            assertThat(states(it))
                    .containsExactly(
                            JsonObject.of("provider", "router", "modelId", "auto")
                                    .with("state", JsonObject.of("asked", 1)),
                            JsonObject.of("provider", "router", "modelId", "auto")
                                    .with("state", JsonObject.of("asked", 2)));
            assertThat(it.request(3).toString())
                    .doesNotContain("virtual-model-state")
                    .doesNotContain("modelId");
        }
    }

    private static List<Object> states(TestAgent it) throws IOException {
        return it.entries().stream()
                .filter(Entry.Custom.class::isInstance)
                .map(Entry.Custom.class::cast)
                .filter(custom -> custom.customType().equals("pi.virtual-model-state"))
                .<Object>map(custom -> Objects.requireNonNull(custom.data()))
                .toList();
    }

    @Test
    void a_session_opened_again_uses_the_virtual_model_it_was_left_with_and_its_state() throws Exception {
        try (var it = agent(Turn.text("One."), Turn.text("Two."))
                .hook(using((request, ctx) -> {
                    recorded.add(describe(request) + " " + request.state());
                    return new Route(model(ctx, "scripted", "small"), ThinkingLevel.OFF, JsonObject.of("n", 1));
                }))
                .start()) {
            it.prompt("first");
            it.agent.switchSession(Objects.requireNonNull(it.agent.session().file()));
            assertThat(Objects.requireNonNull(it.agent.model()).reference()).isEqualTo("router/auto");
            it.prompt("second");
            assertThat(recorded).containsExactly("USER null null null", "USER small null {\"n\":1}");
        }
    }

    @Test
    void a_hook_may_ask_a_virtual_model_itself() throws Exception {
        try (var it = agent(Turn.text("Forty-two."))
                .hook(pi -> {
                    pi.virtualModel(auto((request, ctx) -> {
                        recorded.add(request.reason() + " "
                                + request.messages().getLast().text());
                        return to(ctx, "small");
                    }));
                    asking(pi);
                })
                .start()) {
            it.prompt("/ask");
            assertThat(recorded).containsExactly("DIRECT What is it?", "STOP Forty-two.");
            assertThat(it.request(1).string("model")).isEqualTo("small");
        }
    }

    @Test
    void a_hook_that_asks_a_virtual_model_in_vain_gets_a_failed_answer() throws Exception {
        try (var it = agent(Turn.text("Never asked for."))
                .hook(pi -> {
                    pi.virtualModel(auto((_, _) -> {
                        throw new IllegalStateException("boom");
                    }));
                    asking(pi);
                })
                .start()) {
            it.prompt("/ask");
            assertThat(recorded).containsExactly("ERROR ");
        }
    }

    private void asking(Host pi) {
        pi.command("ask", "Asks the virtual model", ctx -> {
            var answer = ctx.models()
                    .complete(model(ctx, "router", "auto"), ModelRequest.of(List.of(Message.user("What is it?", 1))));
            recorded.add(answer.stopReason() + " " + answer.text());
            return Outcome.nothing();
        });
    }

    @Test
    void the_router_writes_into_the_session_through_its_hooks_context() throws Exception {
        record Choice(String model) {}
        try (var it = agent(Turn.text("One."))
                .hook(pi -> {
                    pi.entry("choice", Choice.class);
                    using((_, ctx) -> {
                                ctx.session().save(new Choice("small"));
                                return to(ctx, "small");
                            })
                            .install(pi);
                })
                .start()) {
            it.prompt("Go");
            assertThat(it.entries()).extracting(Entry::type).contains("choice");
        }
    }
}
