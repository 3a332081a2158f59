package dev.pawl.acceptance;

import static dev.pawl.api.HookPoints.SESSION_BEFORE_FORK;
import static dev.pawl.api.HookPoints.SESSION_BEFORE_SWITCH;
import static dev.pawl.api.HookPoints.SESSION_COMPACTING;
import static dev.pawl.api.HookPoints.SESSION_INFO_CHANGED;
import static dev.pawl.api.HookPoints.SESSION_START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.Command;
import dev.pawl.api.Flag;
import dev.pawl.api.Hook;
import dev.pawl.api.Host;
import dev.pawl.api.Outcome;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.event.Cancel;
import dev.pawl.api.event.SessionBeforeFork;
import dev.pawl.api.event.SessionBeforeSwitch;
import dev.pawl.api.event.SessionCompacting;
import dev.pawl.api.event.SessionInfoChanged;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.HookError;
import dev.pawl.api.value.StaleContextException;
import dev.pawl.hooks.bound.Timeouts;
import dev.pawl.hooks.registry.Contributions.NamedCommand;
import dev.pawl.testkit.HookTrial;
import dev.pawl.testkit.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What a hook may do when: while it is installed, while its session lives, and afterwards. */
class LifetimeTest {
    private static final SessionStart STARTUP = new SessionStart(SessionStart.Reason.STARTUP, null);
    private static final Tool ECHO =
            Tool.of("echo", "Echoes", JsonObject.of("type", "object"), (_, _) -> ToolOutput.text("echo"));

    @Test
    void an_action_during_install_is_refused_as_not_initialised_and_the_hook_is_taken_back() throws Exception {
        var kept = new AtomicReference<Host>();
        Hook early = pi -> {
            kept.set(pi);
            pi.on(SESSION_START, (_, _) -> {});
            pi.flag(new Flag.Switch("plan", "Plans only", false));
            pi.events().on("channel", _ -> {});
            pi.context().messages().send(HookMessage.of("early", "too early"));
        };
        try (var trial = HookTrial.of(early, pi -> pi.tool(ECHO))) {
            assertThat(trial.problems()).singleElement().satisfies(problem -> {
                assertThat(problem.path()).isEqualTo(early.getClass().getName());
                assertThat(problem.message()).contains("not initialised", "session_start");
                assertThat(problem.fatal()).isTrue();
            });
            assertThat(trial.engine().hasHandlers(SESSION_START)).isFalse();
            assertThat(trial.brought().flags()).isEmpty();
            assertThat(trial.brought().tools()).containsOnlyKeys("echo");
            assertThatThrownBy(() -> kept.get().on(SESSION_START, (_, _) -> {})).hasMessageContaining("failed to load");
        }
    }

    @Test
    void an_install_that_never_returns_is_given_up_with_its_stack() throws Exception {
        var released = new CountDownLatch(1);
        var time = new ManualTicker();
        Hook endless = _ -> stayTooLong(time, released);
        try (var trial = HookTrial.within(Timeouts.ofMillis(5_000, 0).by(time), endless, pi -> pi.tool(ECHO))) {
            assertThat(trial.problems()).singleElement().satisfies(problem -> {
                assertThat(problem.message()).contains("install timed out after 5000 ms");
                assertThat(problem.stack()).contains("stayTooLong");
            });
            assertThat(trial.brought().tools()).containsOnlyKeys("echo");
        } finally {
            released.countDown();
        }
    }

    private static void stayTooLong(ManualTicker time, CountDownLatch released) throws InterruptedException {
        time.pass(Duration.ofSeconds(5));
        released.await();
    }

    @Test
    void an_error_thrown_by_install_is_that_hooks_problem() throws Exception {
        Hook broken = _ -> {
            throw new NoClassDefFoundError("gone/Away");
        };
        try (var trial = HookTrial.of(broken, pi -> pi.tool(ECHO))) {
            assertThat(trial.problems())
                    .singleElement()
                    .satisfies(problem -> assertThat(problem.message()).contains("NoClassDefFoundError: gone/Away"));
            assertThat(trial.brought().tools()).containsOnlyKeys("echo");
        }
    }

    @Test
    void a_context_kept_beyond_its_session_throws_a_sentence_that_names_the_fix() throws Exception {
        var context = new AtomicReference<HookContext>();
        var host = new AtomicReference<Host>();
        Hook hook = pi -> {
            host.set(pi);
            pi.on(SESSION_START, (_, ctx) -> context.set(ctx));
        };
        var trial = HookTrial.of(hook);
        trial.fire(SESSION_START, STARTUP);
        assertThat(context.get().project().cwd()).isNotNull();
        trial.engine().close("the session was replaced by /new");
        assertThatThrownBy(() -> context.get().project().cwd())
                .isInstanceOf(StaleContextException.class)
                .hasMessageContaining("the session was replaced by /new")
                .hasMessageContaining("withSession");
        assertThatThrownBy(() -> host.get().context()).isInstanceOf(StaleContextException.class);
        assertThatThrownBy(() -> host.get().tool(ECHO)).isInstanceOf(StaleContextException.class);
    }

    @Test
    void timers_and_bus_listeners_end_with_their_hook() throws Exception {
        var ticked = new CountDownLatch(2);
        var thread = new AtomicReference<Thread>();
        var bus = new ArrayList<Object>();
        Hook hook = pi -> {
            pi.every(Duration.ofMillis(1), _ -> {
                thread.set(Thread.currentThread());
                ticked.countDown();
            });
            pi.events().on("news", bus::add);
            pi.on(SESSION_START, (_, _) -> pi.events().emit("news", "started"));
        };
        try (var trial = HookTrial.of(hook)) {
            trial.fire(SESSION_START, STARTUP);
            ticked.await();
        }
        thread.get().join();
        assertThat(bus).containsExactly("started");
    }

    @Test
    void a_timer_that_fails_at_every_tick_is_reported_once_and_another_failure_too() throws Exception {
        var ticks = new AtomicInteger();
        var enough = new CountDownLatch(30);
        Hook hook = pi -> pi.every(Duration.ofMillis(1), _ -> {
            enough.countDown();
            throw new IllegalStateException(ticks.incrementAndGet() < 10 ? "early" : "late");
        });
        try (var trial = HookTrial.of(hook)) {
            trial.fire(SESSION_START, STARTUP);
            enough.await();
            assertThat(trial.errors()).extracting(HookError::error).containsExactly("early", "late");
        }
    }

    @Test
    void a_bus_listener_that_fails_is_reported_and_the_others_hear() throws Exception {
        var heard = new ArrayList<Object>();
        Hook broken = pi -> pi.events().on("news", _ -> {
            throw new IllegalStateException("deaf");
        });
        Hook good = pi -> {
            pi.events().on("news", heard::add);
            pi.on(SESSION_START, (_, _) -> pi.events().emit("news", 1));
        };
        try (var trial = HookTrial.of(broken, good)) {
            trial.fire(SESSION_START, STARTUP);
            assertThat(heard).containsExactly(1);
            assertThat(trial.errors())
                    .singleElement()
                    .satisfies(error -> assertThat(error.hookPath())
                            .isEqualTo(broken.getClass().getName()));
        }
    }

    @Test
    void an_event_no_caller_waits_for_arrives_all_the_same() throws Exception {
        var heard = new CountDownLatch(1);
        Hook hook = pi -> pi.on(SESSION_INFO_CHANGED, (_, _) -> heard.countDown());
        try (var trial = HookTrial.of(hook)) {
            trial.fire(SESSION_INFO_CHANGED, new SessionInfoChanged("name"));
            heard.await();
        }
    }

    @Test
    void an_unknown_event_name_is_accepted_with_a_diagnostic() throws Exception {
        try (var trial = HookTrial.of(pi -> pi.onNamed("sesion_start", (_, _) -> null))) {
            assertThat(trial.problems()).singleElement().satisfies(problem -> {
                assertThat(problem.fatal()).isFalse();
                assertThat(problem.message()).contains("sesion_start", "no event", "docs/hooks.md");
            });
        }
    }

    @Test
    void older_names_hear_the_events_they_meant() throws Exception {
        var heard = new ArrayList<String>();
        Hook old = pi -> {
            for (var name : List.of("session_new", "session_switch", "session_branch", "session_fork")) {
                pi.onNamed(name, (event, _) -> {
                    heard.add(name + " " + ((SessionStart) event).reason());
                    return null;
                });
            }
        };
        try (var trial = HookTrial.of(old)) {
            for (var reason : SessionStart.Reason.values()) {
                trial.fire(SESSION_START, new SessionStart(reason, null));
            }
        }
        assertThat(heard)
                .containsExactly(
                        "session_new NEW",
                        "session_switch NEW",
                        "session_switch RESUME",
                        "session_branch FORK",
                        "session_fork FORK");
    }

    @Test
    void older_names_may_call_off_and_change_what_the_newer_ones_may() throws Exception {
        Hook old = pi -> {
            pi.onNamed("session_before_new", (event, _) -> ((SessionBeforeSwitch) event).cancel());
            pi.onNamed("session_before_branch", (event, _) -> ((SessionBeforeFork) event).proceedWithoutRestore());
            pi.onNamed(
                    "session_compacting",
                    (event, _) -> ((SessionCompacting) event).answer(List.of("remember"), null, null));
        };
        try (var trial = HookTrial.of(old)) {
            var resume = new SessionBeforeSwitch(SessionBeforeSwitch.Reason.RESUME, null);
            assertThat(trial.fire(SESSION_BEFORE_SWITCH, resume)).isEqualTo(Decision.pass(resume));
            assertThat(trial.fire(SESSION_BEFORE_SWITCH, new SessionBeforeSwitch(SessionBeforeSwitch.Reason.NEW, null)))
                    .isEqualTo(Decision.stop(new Cancel()));
            assertThat(trial.fire(
                            SESSION_BEFORE_FORK,
                            new SessionBeforeFork("e1", 1, CommandContext.ForkPosition.BEFORE, false)))
                    .isEqualTo(Decision.pass(new SessionBeforeFork("e1", 1, CommandContext.ForkPosition.BEFORE, true)));
            assertThat(trial.fire(SESSION_COMPACTING, new SessionCompacting("s", List.of(), List.of(), null, null))
                            .context())
                    .containsExactly("remember");
        }
    }

    @Test
    void a_handler_by_name_that_answers_with_something_else_has_failed() throws Exception {
        try (var trial = HookTrial.of(pi -> pi.onNamed("session.compacting", (_, _) -> "a string"))) {
            trial.fire(SESSION_COMPACTING, new SessionCompacting("s", List.of(), List.of(), null, null));
            assertThat(trial.errors())
                    .singleElement()
                    .satisfies(error ->
                            assertThat(error.error()).contains("must return a SessionCompacting, not a String"));
        }
    }

    @Test
    void a_command_that_two_hooks_bring_is_numbered_and_the_bare_name_means_the_first() throws Exception {
        try (var trial = HookTrial.of(commanding("deploy", "one"), commanding("deploy", "two"), commanding("x", "x"))) {
            assertThat(trial.brought().commands())
                    .extracting(NamedCommand::name)
                    .containsExactly("deploy:1", "deploy:2", "x");
            assertThat(trial.run("deploy", "")).isEqualTo(Outcome.status("one"));
            assertThat(trial.run("deploy:2", "")).isEqualTo(Outcome.status("two"));
        }
    }

    @Test
    void a_name_registered_twice_by_one_hook_is_replaced() throws Exception {
        Hook twice = pi -> {
            pi.command("go", "first", _ -> Outcome.status("first"));
            pi.command("go", "second", _ -> Outcome.status("second"));
            pi.tool(ECHO);
            pi.tool(ECHO.with(tool -> tool.label("Echo")));
        };
        try (var trial = HookTrial.of(twice)) {
            assertThat(trial.run("go", "")).isEqualTo(Outcome.status("second"));
            assertThat(trial.brought().tools().get("echo").traits().label()).isEqualTo("Echo");
            assertThat(trial.brought().clashes()).isEmpty();
        }
    }

    @Test
    void a_tool_or_flag_that_two_hooks_bring_belongs_to_the_first_and_the_second_is_notified() throws Exception {
        Hook one = pi -> {
            pi.tool(ECHO);
            pi.flag(new Flag.Switch("plan", "One", true));
        };
        Hook two = pi -> {
            pi.tool(ECHO.with(tool -> tool.label("Mine")));
            pi.flag(new Flag.Text("plan", "Two", null));
        };
        try (var trial = HookTrial.of(one, two)) {
            assertThat(trial.brought().tools().get("echo")).isEqualTo(ECHO);
            assertThat(trial.brought().clashes())
                    .hasSize(2)
                    .allSatisfy(problem -> assertThat(problem.fatal()).isFalse())
                    .anySatisfy(problem -> assertThat(problem.message())
                            .contains("tool \"echo\"", one.getClass().getName()));
        }
    }

    @Test
    void a_command_gets_its_arguments_split_and_raw() throws Exception {
        var seen = new ArrayList<Object>();
        Hook hook = pi -> pi.command("pop", "", ctx -> {
            seen.add(ctx.args());
            seen.add(ctx.argsRaw());
            return Outcome.nothing();
        });
        try (var trial = HookTrial.of(hook)) {
            trial.run("pop", "\"a b\" '' c");
        }
        assertThat(seen).containsExactly(List.of("a b", "", "c"), "\"a b\" '' c");
    }

    @Test
    void an_entry_must_have_a_type_and_not_one_of_the_programs_own() throws Exception {
        Hook hook = pi -> {
            pi.command("none", "", ctx -> saved(ctx, JsonObject.of("summary", "x")));
            pi.command("core", "", ctx -> saved(ctx, JsonObject.of("type", "message")));
            pi.command("own", "", ctx -> saved(ctx, JsonObject.of("type", "my_pop", "n", 1)));
        };
        try (var trial = HookTrial.of(hook)) {
            assertThatThrownBy(() -> trial.run("none", "")).hasMessageContaining("entry must have a type");
            assertThatThrownBy(() -> trial.run("core", "")).hasMessageContaining("one of the program's own");
            trial.run("own", "");
            assertThat(trial.session().entries())
                    .singleElement()
                    .satisfies(entry -> assertThat(entry.type()).isEqualTo("my_pop"));
        }
    }

    @Test
    void names_and_schemas_that_make_no_sense_are_refused_at_once() {
        assertThatThrownBy(() -> new Command("", "", _ -> Outcome.nothing(), null))
                .hasMessageContaining("a command's name is a word");
        assertThatThrownBy(() -> Tool.of("x", "", JsonObject.of("type", "string"), (_, _) -> ToolOutput.text("")))
                .hasMessageContaining("tool x: parameters must be a JSON schema of type object");
    }

    private static Outcome saved(CommandContext ctx, JsonObject entry) {
        ctx.session().save(entry);
        return Outcome.nothing();
    }

    private static Hook commanding(String name, String status) {
        return pi -> pi.command(name, "", _ -> Outcome.status(status));
    }
}
