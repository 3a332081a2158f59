package dev.pawl.agent;

import static dev.pawl.agent.DoCommand.doing;
import static dev.pawl.api.HookPoints.SESSION_SHUTDOWN;
import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.Outcome;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.context.CommandContext.NewSession;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.value.Mode;
import dev.pawl.api.value.StaleContextException;
import dev.pawl.testkit.FakeUi;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftSessionTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    /** A command {@code /do} that does one thing. */
    private static NewSession then(CommandContext.Callback withSession) {
        return new NewSession(null, _ -> {}, withSession);
    }

    @Test
    void a_command_that_starts_a_session_of_its_own_does_not_fail() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(doing(ctx -> recorded.add("started " + ctx.newSession(NewSession.plain()))))
                .start()) {
            it.prompt("/do");
            assertThat(recorded).containsExactly("started true");
            assertThat(it.errors()).isEmpty();
        }
    }

    @Test
    void of_two_replacements_at_once_the_second_finds_its_session_gone() throws Exception {
        var starting = new Waypoint();
        var first = new AtomicInteger();
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(SESSION_SHUTDOWN, (event, _) -> {
                    if (first.incrementAndGet() == 1) {
                        starting.pass();
                    }
                }))
                .hook(doing(ctx -> ctx.newSession(then(_ -> recorded.add("replaced")))))
                .start()) {
            var one = PendingPrompt.to(it, "/do");
            starting.awaitReached();
            var two = PendingPrompt.to(it, "/do");
            it.until(two::isWaiting);
            starting.open();
            one.await();
            two.await();
            assertThat(recorded).containsExactly("replaced");
            assertThat(it.errors()).singleElement().satisfies(error -> {
                assertThat(error.hookPath()).isEqualTo("command:do");
                assertThat(error.error()).contains("withSession");
            });
        }
    }

    @Test
    void the_user_can_go_on_to_yet_another_session_from_the_callback_of_a_replacement() throws Exception {
        var between = new AtomicReference<CommandContext>();
        try (var it = TestAgent.in(dir)
                .hook(doing(ctx -> ctx.newSession(then(second -> {
                    between.set(second);
                    second.newSession(then(third -> third.session().rename("third")));
                }))))
                .start()) {
            it.prompt("/do");
            assertThat(it.agent.session().name()).isEqualTo("third");
            assertThatThrownBy(() -> between.get().project().cwd())
                    .isInstanceOf(StaleContextException.class)
                    .hasMessageContaining("withSession");
            assertThatThrownBy(() -> between.get().newSession(NewSession.plain()))
                    .isInstanceOf(StaleContextException.class);
            assertThat(it.errors()).isEmpty();
        }
    }

    @Test
    void a_callback_that_fails_is_reported_and_the_new_session_stays() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(doing(ctx -> ctx.newSession(new NewSession(
                        null,
                        _ -> {
                            throw new IllegalStateException("setup failed");
                        },
                        _ -> {
                            throw new IllegalStateException("callback failed");
                        }))))
                .model(Turn.text("One."))
                .start()) {
            it.prompt("/do");
            assertThat(it.errors())
                    .extracting(error -> error.error())
                    .containsExactly("setup failed", "callback failed");
            it.prompt("Hi");
            assertThat(it.requests()).isEqualTo(1);
        }
    }

    @Test
    void what_a_command_comes_to_after_it_replaced_its_session_is_shown_but_not_sent() throws Exception {
        var ui = new FakeUi();
        try (var it = TestAgent.in(dir)
                .ui(ui, Mode.RPC)
                .hook(pi -> {
                    pi.command("status", "", ctx -> {
                        ctx.newSession(NewSession.plain());
                        return Outcome.status("a new session");
                    });
                    pi.command("prompt", "", ctx -> {
                        ctx.newSession(NewSession.plain());
                        return Outcome.prompt("lost");
                    });
                })
                .start()) {
            it.prompt("/status");
            assertThat(ui.shown()).containsExactly("notify info: a new session");
            it.prompt("/prompt");
            it.agent.waitForIdle();
            assertThat(it.requests()).isZero();
            assertThat(it.errors())
                    .singleElement()
                    .satisfies(error -> assertThat(error.error()).contains("another session"));
        }
    }

    @Test
    void what_hooks_ask_for_at_the_shutdown_of_a_session_is_not_started_in_it() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi ->
                        pi.on(SESSION_SHUTDOWN, (event, ctx) -> ctx.messages().sendUser("one more thing")))
                .start()) {
            it.agent.newSession(NewSession.plain());
            it.agent.waitForIdle();
            assertThat(it.requests()).isZero();
            assertThat(it.errors()).hasSize(1);
        }
    }

    @Test
    void an_interruption_does_not_leave_the_agent_between_two_sessions() throws Exception {
        var starting = new Waypoint();
        var first = new AtomicInteger();
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(SESSION_START, (event, _) -> {
                    if (event.reason() == SessionStart.Reason.NEW && first.incrementAndGet() == 1) {
                        starting.pass();
                    }
                }))
                .hook(doing(ctx -> ctx.newSession(NewSession.plain())))
                .model(Turn.text("One."))
                .start()) {
            var replacing = PendingPrompt.to(it, "/do");
            starting.awaitReached();
            replacing.interrupt();
            starting.open();
            it.until(replacing::isOver);
            it.prompt("Hi");
            assertThat(it.sentMessages(1)).containsExactly("user: Hi");
        }
    }
}
