package dev.pawl.agent;

import static dev.pawl.api.HookPoints.BEFORE_AGENT_START;
import static dev.pawl.api.HookPoints.CONTEXT;
import static dev.pawl.api.HookPoints.MESSAGE_END;
import static dev.pawl.api.HookPoints.MESSAGE_START;
import static dev.pawl.api.HookPoints.SESSION_SHUTDOWN;
import static dev.pawl.api.HookPoints.TURN_END;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.EventJson;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.value.Delivery;
import dev.pawl.machine.Await;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a hook or a client notices in which order things happen, they happen in the order of pi. */
class AsInPiTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    @Test
    void the_agent_works_while_its_run_is_prepared() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("Hi."))
                .hook(pi -> pi.on(BEFORE_AGENT_START, (event, ctx) -> {
                    recorded.add("before " + ctx.session().isIdle());
                    ctx.messages().send(HookMessage.of("note", "joins"));
                    return event;
                }))
                .hook(pi -> pi.on(CONTEXT, (event, ctx) -> {
                    recorded.add("context " + ctx.session().isIdle());
                    return event;
                }))
                .start()) {
            it.prompt("Hello");
            assertThat(recorded).containsExactly("before false", "context false");
            assertThat(it.sentMessages(1)).containsExactly("user: Hello", "user: joins");
        }
    }

    @Test
    void hooks_hear_of_no_message_that_a_hook_adds_outside_of_a_run() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> {
                    pi.on(
                            MESSAGE_START,
                            (event, _) ->
                                    recorded.add("start " + event.message().text()));
                    pi.on(MESSAGE_END, (event, _) -> {
                        recorded.add("end " + event.message().text());
                        return event;
                    });
                })
                .hook(pi -> pi.command("note", "Notes", ctx -> {
                    ctx.messages().send(HookMessage.of("note", "kept"));
                    return null;
                }))
                .start()) {
            it.prompt("/note");
            assertThat(recorded).isEmpty();
            assertThat(it.of(AgentEvent.MessageEnded.class))
                    .extracting(ended -> ended.message().text())
                    .containsExactly("kept");
        }
    }

    @Test
    void what_a_hook_adds_without_a_turn_comes_behind_the_end_of_the_turn() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("Hi."))
                .hook(pi -> pi.on(TURN_END, (event, ctx) -> {
                    ctx.messages().send(HookMessage.of("note", "behind"), new Delivery(null, false, false));
                    return event;
                }))
                .start()) {
            it.prompt("Hello");
            assertThat(it.happened()).containsSubsequence("TurnEnded", "MessageStarted", "MessageEnded", "RunEnded");
            assertThat(it.of(AgentEvent.RunEnded.class).getFirst().messages())
                    .noneMatch(Message.Custom.class::isInstance);
        }
    }

    @Test
    void the_end_of_a_session_for_a_new_one_names_the_new_one() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi ->
                        pi.on(SESSION_SHUTDOWN, (event, _) -> recorded.add(String.valueOf(event.targetSessionFile()))))
                .start()) {
            it.agent.newSession(CommandContext.NewSession.plain());
            assertThat(recorded)
                    .containsExactly(String.valueOf(it.agent.session().file()));
        }
    }

    @Test
    void a_queue_is_reported_anew_when_what_waited_is_said_and_not_for_what_hooks_say() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(call("bash", JsonObject.of("command", "true"))), Turn.text("One."), Turn.text("Two."))
                .hook(pi -> pi.on(TURN_END, (event, ctx) -> {
                    if (event.index() == 0) {
                        ctx.messages().send(HookMessage.of("note", "hook"), Delivery.STEER);
                        ctx.messages().sendUser(Body.of("and?"), Delivery.FOLLOW_UP);
                        awaitQueued(ctx);
                    }
                    return event;
                }))
                .start()) {
            it.prompt("Hello");
            assertThat(it.of(AgentEvent.QueueChanged.class))
                    .containsExactly(
                            new AgentEvent.QueueChanged(List.of(), List.of("and?")),
                            new AgentEvent.QueueChanged(List.of(), List.of()));
        }
    }

    @Test
    void who_goes_through_the_models_does_not_come_to_the_demonstration() throws Exception {
        try (var it = TestAgent.in(dir).start()) {
            assertThat(it.agent.cycleModel(1)).isNull();
        }
    }

    @Test
    void clients_hear_of_no_message_when_the_user_ran_a_command() throws Exception {
        try (var it = TestAgent.in(dir).start()) {
            it.agent.bash("echo out", false);
            assertThat(it.of(AgentEvent.MessageEnded.class)).hasSize(1);
            assertThat(it.events)
                    .filteredOn(event ->
                            event instanceof AgentEvent.MessageStarted || event instanceof AgentEvent.MessageEnded)
                    .allSatisfy(event -> assertThat(EventJson.of(event)).isNull());
        }
    }

    /** Sending on a user's behalf happens on a thread of its own. */
    private static void awaitQueued(HookContext ctx) throws InterruptedException {
        Await.until("a message waits", ctx.messages()::hasPending);
    }
}
