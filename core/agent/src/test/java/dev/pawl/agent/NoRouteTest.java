package dev.pawl.agent;

import static dev.pawl.agent.Routers.model;
import static dev.pawl.agent.Routers.to;
import static dev.pawl.agent.Routers.using;
import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.VirtualModel.Route;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.Entry;
import dev.pawl.testkit.model.Script;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Virtual models that lead nowhere. */
class NoRouteTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    private TestAgent.Builder agent(Script.Turn... turns) {
        return TestAgent.in(dir).model(turns).anotherModel(JsonObject.of("id", "small", "reasoning", false));
    }

    private static String failure(TestAgent it) throws IOException {
        var answer = (Message.Assistant) it.storedMessages().getLast();
        assertThat(answer.stopReason()).isEqualTo(StopReason.ERROR);
        return String.valueOf(answer.errorMessage());
    }

    @Test
    void a_router_that_throws_is_a_failed_answer_that_is_not_tried_again() throws Exception {
        try (var it = agent(Turn.text("Never asked for."))
                .hook(using((_, _) -> {
                    throw new IOException("the connection timed out");
                }))
                .start()) {
            it.prompt("Go");
            assertThat(failure(it)).contains("router/auto").contains("the connection timed out");
            assertThat(it.requests()).isZero();
            assertThat(it.of(AgentEvent.RetryStarted.class)).isEmpty();
            assertThat(it.errors()).extracting(error -> error.event()).containsExactly("virtual_model");
            assertThat(it.happened())
                    .containsSubsequence("MessageStarted", "MessageEnded", "TurnEnded", "RunEnded", "Settled");
        }
    }

    @Test
    void a_router_that_breaks_is_a_failed_answer_too() throws Exception {
        try (var it = agent(Turn.text("Never asked for."))
                .hook(using((_, _) -> {
                    throw new StackOverflowError();
                }))
                .start()) {
            it.prompt("Go");
            assertThat(failure(it)).contains("StackOverflowError");
        }
    }

    @Test
    @SuppressWarnings("NullAway") // Hooks are compiled without it.
    void a_router_that_chooses_nothing_is_a_failed_answer() throws Exception {
        try (var it =
                agent(Turn.text("Never asked for.")).hook(using((_, _) -> null)).start()) {
            it.prompt("Go");
            assertThat(failure(it)).contains("router/auto chose no model");
        }
    }

    @Test
    void a_router_may_not_choose_a_virtual_model() throws Exception {
        try (var it = agent(Turn.text("Never asked for."))
                .hook(using((request, _) -> new Route(request.model(), ThinkingLevel.OFF, JsonObject.of("n", 1))))
                .start()) {
            it.prompt("Go");
            assertThat(failure(it)).contains("which is virtual itself");
            assertThat(it.entries()).noneMatch(entry -> entry instanceof Entry.Custom);
        }
    }

    @Test
    void a_router_may_not_choose_a_model_without_a_key() throws Exception {
        try (var it = agent(Turn.text("Never asked for."))
                .hook(using((_, ctx) -> new Route(
                        ctx.models().all().stream()
                                .filter(model -> model.provider().equals("anthropic"))
                                .findFirst()
                                .orElseThrow(),
                        ThinkingLevel.OFF,
                        null)))
                .start()) {
            it.prompt("Go");
            assertThat(failure(it)).contains("anthropic/").contains("no key");
        }
    }

    @Test
    void a_router_may_not_make_a_model_up() throws Exception {
        try (var it = agent(Turn.text("Never asked for."))
                .hook(using((_, ctx) -> {
                    var real = model(ctx, "scripted", "small");
                    return new Route(
                            new Model(
                                    "nowhere",
                                    "gone",
                                    "Gone",
                                    real.api(),
                                    real.baseUrl(),
                                    false,
                                    List.of(),
                                    real.input(),
                                    real.cost(),
                                    1,
                                    1,
                                    JsonObject.empty()),
                            ThinkingLevel.OFF,
                            null);
                }))
                .start()) {
            it.prompt("Go");
            assertThat(failure(it)).contains("nowhere/gone, which is not known");
        }
    }

    @Test
    void after_a_failed_route_the_conversation_goes_on() throws Exception {
        try (var it = agent(Turn.text("One."))
                .hook(using((request, ctx) -> {
                    if (recorded.isEmpty()) {
                        recorded.add("failed");
                        throw new IllegalStateException("not now");
                    }
                    return to(ctx, "small");
                }))
                .start()) {
            it.prompt("first");
            it.prompt("second");
            assertThat(it.sentMessages(1)).containsExactly("user: first", "user: second");
            assertThat(it.storedMessages()).last().extracting(Message::text).isEqualTo("One.");
        }
    }

    @Test
    void an_abort_ends_a_router_that_waits() throws Exception {
        var here = new Waypoint();
        try (var it = agent(Turn.text("Never asked for."))
                .hook(using((_, ctx) -> {
                    here.pass();
                    return to(ctx, "small");
                }))
                .start()) {
            var saying = PendingPrompt.to(it, "Go");
            here.awaitReached();
            it.agent.abort();
            saying.await();
            assertThat(((Message.Assistant) it.storedMessages().getLast()).stopReason())
                    .isEqualTo(StopReason.ABORTED);
            assertThat(it.requests()).isZero();
        }
    }
}
