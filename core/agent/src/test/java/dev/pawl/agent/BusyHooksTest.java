package dev.pawl.agent;

import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Hook;
import dev.pawl.api.Outcome;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code of hooks that never blocks takes nothing from others: aborts are heard, and other agents go on. */
@Deep
class BusyHooksTest {
    private static final int MANY = 3 * Runtime.getRuntime().availableProcessors() + 2;

    /** One more than there are carriers of virtual threads; each is waited for before the next one is closed. */
    private static final int CLOSED = Runtime.getRuntime().availableProcessors() + 1;

    @TempDir
    Path dir;

    private final AtomicBoolean stop = new AtomicBoolean();
    private final Semaphore busy = new Semaphore(0);

    @AfterEach
    void letGo() {
        stop.set(true);
    }

    private void spin() {
        busy.release();
        while (!stop.get()) {
            Thread.onSpinWait();
        }
    }

    private Pawl with(ScriptedModel model) throws IOException {
        return Pawl.with(model.environmentIn(dir));
    }

    /** Another agent of the same program answers a prompt, hooks, tools and all. */
    private void othersGoOn(Pawl pawl) throws Exception {
        var reported = new CountDownLatch(1);
        try (var other = pawl.agent(dir)
                .guardCarriers()
                .model("scripted")
                .tools("ls")
                .hook("told", pi -> pi.on(SESSION_START, (_, _) -> reported.countDown()))
                .start()) {
            other.prompt("Are you there?");
            assertThat(other.lastText()).isEqualTo("Here.");
            reported.await();
        }
    }

    private Tool busyTool(String name) {
        return Tool.of(name, "Never ends", JsonObject.of("type", "object"), (_, _) -> {
            spin();
            return ToolOutput.text("late");
        });
    }

    @Test
    void busy_tools_of_hooks_and_of_an_embedder_are_aborted_and_others_go_on() throws Exception {
        var calls = new Script.Call[MANY];
        for (int i = 0; i < MANY; i++) {
            calls[i] = call(i % 2 == 0 ? "of_a_hook" : "of_an_embedder", JsonObject.empty());
        }
        try (var model = ScriptedModel.playing(Script.of(Turn.calls(calls)).endingWith(Turn.text("Here.")));
                var pawl = with(model);
                var agent = pawl.agent(dir)
                        .guardCarriers()
                        .model("scripted")
                        .tools()
                        .hook("busy", pi -> pi.tool(busyTool("of_a_hook")))
                        .tool(busyTool("of_an_embedder"))
                        .start()) {
            var run = Thread.ofVirtual().start(() -> {
                try {
                    agent.prompt("Work");
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            busy.acquire(MANY);
            othersGoOn(pawl);
            agent.abort();
            run.join();
            assertThat(agent.isIdle()).isTrue();
        }
    }

    @Test
    void busy_timers_commands_and_threads_of_a_hooks_own_take_nothing_from_others() throws Exception {
        Hook hook = pi -> {
            for (int i = 0; i < MANY; i++) {
                pi.every(Duration.ofMillis(1), _ -> spin());
            }
            pi.command("busy", "Never ends", _ -> {
                spin();
                return Outcome.nothing();
            });
            pi.on(SESSION_START, (_, _) -> {
                for (int i = 0; i < MANY; i++) {
                    Thread.startVirtualThread(this::spin);
                }
            });
        };
        try (var model = ScriptedModel.playing(Script.of().endingWith(Turn.text("Here.")));
                var pawl = with(model);
                var agent = pawl.agent(dir)
                        .guardCarriers()
                        .model("scripted")
                        .tools()
                        .hook("busy", hook)
                        .start()) {
            for (int i = 0; i < MANY; i++) {
                Thread.startVirtualThread(() -> {
                    try {
                        agent.prompt("/busy");
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
            }
            // Some of them wait for a carrier themselves; all timers are at it.
            busy.acquire(2 * MANY);
            othersGoOn(pawl);
            agent.prompt("And you?");
            assertThat(agent.lastText()).isEqualTo("Here.");
            agent.abort();
        }
    }

    @Test
    void a_hook_that_is_closed_and_does_not_come_back_is_left_behind() throws Exception {
        final class Clinging implements Hook, AutoCloseable {
            @Override
            public void install(dev.pawl.api.Host pi) {}

            @Override
            public void close() {
                spin();
            }
        }
        try (var model = ScriptedModel.playing(Script.of().endingWith(Turn.text("Here.")));
                var pawl = with(model)) {
            var builder = pawl.agent(dir).guardCarriers().model("scripted").tools();
            for (int i = 0; i < CLOSED; i++) {
                builder.hook("clinging" + i, new Clinging());
            }
            builder.start().close();
            assertThat(busy.availablePermits()).isEqualTo(CLOSED);
        }
    }
}
