package dev.pawl.agent;

import static dev.pawl.agent.DoCommand.doing;
import static dev.pawl.api.HookPoints.AGENT_SETTLED;
import static dev.pawl.api.HookPoints.RESOURCES_DISCOVER;
import static dev.pawl.api.HookPoints.SESSION_BEFORE_SWITCH;
import static dev.pawl.api.HookPoints.SESSION_SHUTDOWN;
import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.Hook;
import dev.pawl.api.Outcome;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.context.CommandContext.NewSession;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.SessionBeforeSwitch;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.value.StaleContextException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplacementTest {
    private static final Turn HOLD = Turn.calls(call("hold", JsonObject.empty()));

    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    /** A command {@code /do} that does one thing. */
    private static NewSession then(CommandContext.Callback withSession) {
        return new NewSession(null, _ -> {}, withSession);
    }

    /** Remembers what happens to sessions. */
    private Hook listening() {
        return pi -> {
            pi.on(SESSION_BEFORE_SWITCH, (event, _) -> {
                recorded.add("before " + event.reason());
                return event.proceed();
            });
            pi.on(SESSION_SHUTDOWN, (event, _) -> recorded.add("shutdown " + event.reason()));
            pi.on(SESSION_START, (event, _) -> recorded.add("start " + event.reason()));
            pi.on(RESOURCES_DISCOVER, (event, _) -> {
                recorded.add("discover " + event.reason());
                return event;
            });
        };
    }

    private static Path file(TestAgent it) {
        return Objects.requireNonNull(it.agent.session().file());
    }

    @Test
    void a_hook_that_cancels_keeps_the_session_and_no_end_is_reported() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(listening())
                .hook(pi -> pi.on(SESSION_BEFORE_SWITCH, (event, _) -> event.cancel()))
                .model(Turn.text("One."))
                .start()) {
            it.prompt("Hi");
            var before = it.agent.session();
            recorded.clear();
            assertThat(it.agent.newSession(NewSession.plain())).isFalse();
            assertThat(it.agent.switchSession(file(it))).isFalse();
            assertThat(it.agent.session()).isSameAs(before);
            assertThat(recorded).containsExactly("before NEW", "before RESUME");
        }
    }

    @Test
    void a_hook_that_fails_beforehand_does_not_stop_it() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(SESSION_BEFORE_SWITCH, (_, _) -> {
                    throw new IllegalStateException("boom");
                }))
                .start()) {
            assertThat(it.agent.newSession(NewSession.plain())).isTrue();
            assertThat(it.errors())
                    .singleElement()
                    .satisfies(error -> assertThat(error.event()).isEqualTo("session_before_switch"));
        }
    }

    @Test
    void a_new_session_is_prepared_started_and_handed_over_in_this_order() throws Exception {
        var old = new AtomicReference<HookContext>();
        try (var it = TestAgent.in(dir)
                .hook(listening())
                .hook(pi -> pi.command("fresh", "", ctx -> {
                    old.set(ctx);
                    var file = ctx.session().file();
                    ctx.newSession(new NewSession(
                            file,
                            draft -> {
                                recorded.add("setup");
                                draft.append(Message.user("from before", 1));
                                draft.append("mine", JsonObject.of("n", 1));
                                draft.rename("second");
                            },
                            next -> {
                                recorded.add("withSession " + next.session().name());
                                next.messages().sendUser("Go on");
                                next.waitForIdle();
                            }));
                    assertThatThrownBy(ctx.project()::cwd)
                            .isInstanceOf(StaleContextException.class)
                            .hasMessageContaining("withSession");
                    assertThatThrownBy(() -> ctx.session().append("late", null))
                            .isInstanceOf(StaleContextException.class);
                    assertThatThrownBy(() -> pi.command("late", "", _ -> Outcome.nothing()))
                            .isInstanceOf(StaleContextException.class);
                    return Outcome.nothing();
                }))
                .model(Turn.text("One."), Turn.text("Two."))
                .start()) {
            it.prompt("Hi");
            var first = file(it);
            recorded.clear();
            it.prompt("/fresh");
            assertThat(recorded)
                    .containsExactly(
                            "before NEW",
                            "shutdown NEW",
                            "setup",
                            "start NEW",
                            "discover STARTUP",
                            "withSession second");
            assertThat(it.errors()).isEmpty();
            assertThat(file(it)).isNotEqualTo(first);
            assertThat(it.agent.session().header().parentSession()).isEqualTo(first.toString());
            assertThat(it.sentMessages(2)).containsExactly("user: from before", "user: Go on");
            assertThat(it.entries()).anyMatch(entry -> entry.type().equals("custom"));
            assertThatThrownBy(() -> old.get().session().isIdle()).isInstanceOf(StaleContextException.class);
        }
    }

    @Test
    void a_session_starts_with_the_file_of_the_one_before() throws Exception {
        var starts = Collections.synchronizedList(new ArrayList<SessionStart>());
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(SESSION_START, (event, _) -> starts.add(event)))
                .model(Turn.text("One."))
                .start()) {
            it.prompt("Hi");
            var first = file(it);
            it.agent.newSession(NewSession.plain());
            it.agent.switchSession(first);
            assertThat(starts)
                    .extracting(SessionStart::reason)
                    .containsExactly(SessionStart.Reason.STARTUP, SessionStart.Reason.NEW, SessionStart.Reason.RESUME);
            assertThat(starts.getFirst().previousSessionFile()).isNull();
            assertThat(starts.get(1).previousSessionFile()).isEqualTo(first);
            assertThat(it.agent.session().file()).isEqualTo(first);
        }
    }

    @Test
    void a_session_that_is_opened_again_goes_on_where_it_was_left() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("One."), Turn.text("Two."), Turn.text("Three."))
                .start()) {
            it.prompt("first");
            var file = file(it);
            it.agent.newSession(NewSession.plain());
            it.prompt("elsewhere");
            assertThat(it.sentMessages(2)).containsExactly("user: elsewhere");
            assertThat(it.agent.switchSession(file)).isTrue();
            it.prompt("second");
            assertThat(it.sentMessages(3)).containsExactly("user: first", "assistant: One.", "user: second");
            assertThat(it.systemPrompt(3)).isEqualTo(it.systemPrompt(1));
            assertThat(it.of(AgentEvent.SessionReplaced.class)).hasSize(2);
        }
    }

    @Test
    void the_session_that_is_open_can_be_opened_again() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(listening())
                .model(Turn.text("One."), Turn.text("Two."))
                .start()) {
            it.prompt("first");
            var file = file(it);
            recorded.clear();
            assertThat(it.agent.switchSession(file)).isTrue();
            it.prompt("second");
            assertThat(it.sentMessages(2)).containsExactly("user: first", "assistant: One.", "user: second");
            assertThat(recorded)
                    .containsExactly("before RESUME", "shutdown RESUME", "start RESUME", "discover STARTUP");
        }
    }

    @Test
    void a_file_that_is_no_session_is_refused_and_the_session_stays() throws Exception {
        var junk = Files.writeString(dir.resolve("junk.jsonl"), "this is no session\n");
        try (var it =
                TestAgent.in(dir).hook(listening()).model(Turn.text("One.")).start()) {
            it.prompt("Hi");
            var before = it.agent.session();
            recorded.clear();
            assertThatThrownBy(() -> it.agent.switchSession(junk))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("junk.jsonl");
            assertThat(it.agent.session()).isSameAs(before);
            assertThat(recorded).containsExactly("before RESUME");
            assertThat(Files.readString(junk)).isEqualTo("this is no session\n");
            it.prompt("Still there?");
            assertThat(it.requests()).isEqualTo(2);
        }
    }

    @Test
    void a_session_whose_folder_is_gone_is_refused() throws Exception {
        var gone = Files.createDirectories(dir.resolve("gone"));
        try (var it = TestAgent.in(dir).model(Turn.text("One.")).start()) {
            Path file;
            try (var other = it.sessions.begin(gone, null)) {
                other.append(Message.user("hello", 1));
                file = Objects.requireNonNull(other.file());
            }
            Files.delete(gone);
            assertThatThrownBy(() -> it.agent.switchSession(file)).hasMessageContaining(gone.toString());
            it.prompt("Still here");
            assertThat(it.requests()).isEqualTo(1);
        }
    }

    @Test
    void a_session_of_another_folder_has_what_lies_in_that_folder() throws Exception {
        var other = Files.createDirectories(dir.resolve("other"));
        Files.writeString(other.resolve("AGENTS.md"), "Speak Latin here.");
        var places = Collections.synchronizedList(new ArrayList<Path>());
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(
                        SESSION_START, (_, ctx) -> places.add(ctx.project().cwd())))
                .model(Turn.text("One."), Turn.text("Two."))
                .start()) {
            it.prompt("Hi");
            Path file;
            try (var session = it.sessions.begin(other, null)) {
                session.append(Message.user("salve", 1));
                file = Objects.requireNonNull(session.file());
            }
            it.agent.switchSession(file);
            it.prompt("Again");
            assertThat(places).containsExactly(dir.resolve("work"), other);
            assertThat(it.systemPrompt(1)).doesNotContain("Latin");
            assertThat(it.systemPrompt(2)).contains("Speak Latin here.", other.toString());
        }
    }

    @Test
    void what_runs_is_ended_before_hooks_are_notified_of_the_shutdown() throws Exception {
        var hold = new Waypoint();
        try (var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .hook(pi -> {
                    pi.on(AGENT_SETTLED, (event, _) -> recorded.add("settled, aborted " + event.aborted()));
                    pi.on(
                            SESSION_SHUTDOWN,
                            (event, ctx) -> recorded.add(
                                    "shutdown, idle " + ctx.session().isIdle()));
                })
                .hook(doing(ctx -> ctx.newSession(
                        then(next -> recorded.add("new, idle " + next.session().isIdle())))))
                .model(HOLD, Turn.text("Done."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            var first = file(it);
            it.agent.prompt(Prompt.of("/do"));
            run.await();
            assertThat(recorded).containsExactly("settled, aborted true", "shutdown, idle true", "new, idle true");
            assertThat(it.errors()).isEmpty();
            it.prompt("Hi");
            assertThat(it.sentMessages(2)).containsExactly("user: Hi");
            assertThat(it.agent.session().file()).isNotEqualTo(first);
        }
    }

    @Test
    void older_names_of_the_events_receive_what_they_always_received() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> {
                    pi.onNamed("session_before_new", (event, _) -> {
                        recorded.add("session_before_new " + ((SessionBeforeSwitch) event).reason());
                        return null;
                    });
                    for (var name : List.of("session_new", "session_switch", "session_branch", "session_fork")) {
                        pi.onNamed(name, (event, _) -> {
                            recorded.add(name + " " + ((SessionStart) event).reason());
                            return null;
                        });
                    }
                })
                .model(Turn.text("One."))
                .start()) {
            it.prompt("Hi");
            assertThat(recorded).isEmpty();
            var first = file(it);
            it.agent.newSession(NewSession.plain());
            assertThat(recorded).containsExactly("session_before_new NEW", "session_new NEW", "session_switch NEW");
            recorded.clear();
            it.agent.switchSession(first);
            assertThat(recorded).containsExactly("session_switch RESUME");
            recorded.clear();
            it.agent.fork(Objects.requireNonNull(it.agent.session().leafId()), CommandContext.ForkPosition.AT);
            assertThat(recorded).containsExactly("session_branch FORK", "session_fork FORK");
        }
    }

    @Test
    void an_older_name_can_cancel_too() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.onNamed("session_before_new", (event, _) -> ((SessionBeforeSwitch) event).cancel()))
                .model(Turn.text("One."))
                .start()) {
            it.prompt("Hi");
            assertThat(it.agent.newSession(NewSession.plain())).isFalse();
            assertThat(it.agent.switchSession(file(it))).isTrue();
        }
    }
}
