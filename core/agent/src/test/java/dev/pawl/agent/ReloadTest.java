package dev.pawl.agent;

import static dev.pawl.api.HookPoints.RESOURCES_DISCOVER;
import static dev.pawl.api.HookPoints.SESSION_SHUTDOWN;
import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.Flag;
import dev.pawl.api.Outcome;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.StaleContextException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    private static Tool tool(String name) {
        return Tool.of(name, "Does nothing", JsonObject.of("type", "object"), (_, _) -> ToolOutput.text("nothing"));
    }

    @Test
    void hooks_are_notified_in_order_and_what_changed_in_them_counts() throws Exception {
        var generation = new AtomicInteger();
        try (var it = TestAgent.in(dir)
                .hook(pi -> {
                    int mine = generation.incrementAndGet();
                    pi.on(SESSION_SHUTDOWN, (event, _) -> recorded.add(mine + " shutdown " + event.reason()));
                    pi.on(SESSION_START, (event, _) -> recorded.add(mine + " start " + event.reason()));
                    pi.on(RESOURCES_DISCOVER, (event, _) -> {
                        recorded.add(mine + " discover " + event.reason());
                        return event;
                    });
                    pi.command("which", "", _ -> {
                        recorded.add("generation " + mine);
                        return Outcome.nothing();
                    });
                })
                .model(Turn.text("One."), Turn.text("Two."))
                .start()) {
            it.prompt("first");
            var session = it.agent.session();
            recorded.clear();
            it.agent.reload();
            assertThat(recorded).containsExactly("1 shutdown RELOAD", "2 start RELOAD", "2 discover RELOAD");
            assertThat(it.agent.session()).isSameAs(session);
            it.prompt("/which");
            assertThat(recorded).last().isEqualTo("generation 2");
            it.prompt("second");
            assertThat(it.sentMessages(2)).containsExactly("user: first", "assistant: One.", "user: second");
            assertThat(it.systemPrompt(2)).isEqualTo(it.systemPrompt(1));
        }
    }

    @Test
    void flags_keep_their_values() throws Exception {
        try (var it = TestAgent.in(dir)
                .flags(Map.of("plan", "", "to", "Rome"))
                .hook(pi -> {
                    pi.flag(new Flag.Switch("plan", "Only plan", false));
                    pi.flag(new Flag.Text("to", "Where to", null));
                    pi.on(SESSION_START, (_, _) -> recorded.add(pi.flagged("plan") + " " + pi.flagValue("to")));
                })
                .start()) {
            it.agent.reload();
            assertThat(recorded).containsExactly("true Rome", "true Rome");
        }
    }

    @Test
    void active_tools_stay_active_and_those_of_hooks_join_them() throws Exception {
        var generation = new AtomicInteger();
        try (var it = TestAgent.in(dir)
                .hook(pi -> {
                    pi.tool(tool("old"));
                    if (generation.incrementAndGet() > 1) {
                        pi.tool(tool("fresh"));
                    }
                    pi.command("only", "", ctx -> {
                        ctx.tools().setActive(ctx.args());
                        return Outcome.nothing();
                    });
                })
                .model(Turn.text("One."), Turn.text("Two."))
                .start()) {
            it.prompt("/only read grep");
            it.prompt("first");
            it.agent.reload();
            assertThat(it.agent.context().tools().active()).containsExactly("read", "grep", "old", "fresh");
        }
    }

    @Test
    void tools_that_were_not_used_before_stay_active() throws Exception {
        try (var it = TestAgent.in(dir).hook(pi -> pi.tool(tool("mine"))).start()) {
            it.agent.reload();
            it.agent.reload();
            assertThat(it.agent.context().tools().active()).contains("mine");
        }
    }

    @Test
    void what_lies_in_the_project_is_read_again() throws Exception {
        var work = Files.createDirectories(dir.resolve("work"));
        Files.writeString(work.resolve("AGENTS.md"), "Speak Latin.");
        try (var it =
                TestAgent.in(dir).model(Turn.text("One."), Turn.text("Two.")).start()) {
            it.prompt("first");
            Files.writeString(work.resolve("AGENTS.md"), "Speak Greek.");
            Files.createDirectories(work.resolve(".pi/prompts"));
            Files.writeString(work.resolve(".pi/prompts/hello.md"), "Say hello.");
            it.agent.reload();
            it.prompt("/hello");
            assertThat(it.systemPrompt(1)).contains("Speak Latin.");
            assertThat(it.systemPrompt(2)).contains("Speak Greek.").doesNotContain("Latin");
            assertThat(it.sentMessages(2)).last().isEqualTo("user: Say hello.");
        }
    }

    @Test
    void contexts_from_before_are_no_longer_good() throws Exception {
        var old = new AtomicReference<HookContext>();
        try (var it = TestAgent.in(dir)
                .hook(pi -> {
                    pi.on(SESSION_START, (_, ctx) -> old.compareAndSet(null, ctx));
                    pi.command("again", "", ctx -> {
                        ctx.reload();
                        recorded.add("reloaded");
                        assertThatThrownBy(ctx.session()::isIdle).isInstanceOf(StaleContextException.class);
                        return Outcome.nothing();
                    });
                })
                .start()) {
            it.prompt("/again");
            assertThat(recorded).containsExactly("reloaded");
            assertThat(it.errors()).isEmpty();
            assertThatThrownBy(() -> old.get().project().cwd()).isInstanceOf(StaleContextException.class);
        }
    }

    @Test
    void it_is_refused_while_the_agent_works() throws Exception {
        var hold = new Waypoint();
        try (var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .model(Turn.calls(call("hold", JsonObject.empty())), Turn.text("Done."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            assertThatThrownBy(it.agent::reload)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("idle");
            hold.open();
            run.await();
            assertThat(it.requests()).isEqualTo(2);
        }
    }

    @Test
    void what_waits_for_the_next_prompt_still_does() throws Exception {
        var hold = new Waypoint();
        try (var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .hook(pi -> pi.command("later", "", ctx -> {
                    ctx.messages().send(HookMessage.of("news", "It rains."), Delivery.NEXT_TURN);
                    return Outcome.nothing();
                }))
                .model(Turn.calls(call("hold", JsonObject.empty())), Turn.text("Done."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            it.agent.queue(Prompt.of("queued"), Delivery.As.STEER);
            it.agent.abort();
            run.await();
            it.prompt("/later");
            it.agent.reload();
            assertThat(it.agent.queued()).isEqualTo(1);
            it.prompt("Hi");
            assertThat(it.sentMessages(2)).endsWith("user: Hi", "user: It rains.", "user: queued");
        }
    }

    @Test
    void a_hook_that_fails_to_load_anew_is_reported_and_the_others_work() throws Exception {
        var generation = new AtomicInteger();
        try (var it = TestAgent.in(dir)
                .hook(pi -> {
                    if (generation.incrementAndGet() > 1) {
                        throw new IllegalStateException("broken meanwhile");
                    }
                })
                .hook(pi -> pi.on(SESSION_START, (event, _) -> recorded.add("start " + event.reason())))
                .start()) {
            it.agent.reload();
            assertThat(recorded).containsExactly("start STARTUP", "start RELOAD");
            assertThat(it.notices).anyMatch(notice -> notice.contains("broken meanwhile"));
        }
    }

    @Test
    void a_hook_that_does_not_load_any_more_stays_in_force_until_it_does() throws Exception {
        var generation = new AtomicInteger();
        try (var it = TestAgent.in(dir)
                .hook(pi -> {
                    int mine = generation.incrementAndGet();
                    if (mine == 2 || mine == 3) {
                        throw new IllegalStateException("a typo");
                    }
                    pi.on(
                            SESSION_START,
                            (event, ctx) -> recorded.add(mine + " " + event.reason() + " "
                                    + ctx.session().id().isEmpty()));
                    pi.command("which", "", ctx -> {
                        recorded.add("generation " + mine + " of "
                                + ctx.project().cwd().equals(dir.resolve("none")));
                        return Outcome.nothing();
                    });
                })
                .start()) {
            assertThat(it.agent.missingHooks()).isEmpty();
            recorded.clear();

            it.agent.reload();
            it.prompt("/which");
            assertThat(recorded).containsExactly("1 RELOAD false", "generation 1 of false");
            assertThat(it.agent.missingHooks())
                    .singleElement()
                    .satisfies(problem -> assertThat(problem.message()).contains("a typo", "stays in force"));

            it.agent.newSession(dev.pawl.api.context.CommandContext.NewSession.plain());
            it.prompt("/which");
            assertThat(recorded).last().isEqualTo("generation 1 of false");

            it.agent.reload();
            it.prompt("/which");
            assertThat(recorded).last().isEqualTo("generation 4 of false");
            assertThat(it.agent.missingHooks()).isEmpty();
        }
    }
}
