package dev.pawl.loader;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.Outcome;
import dev.pawl.api.event.TurnStart;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.api.value.Subscription;
import dev.pawl.hooks.bound.CarrierGuard;
import dev.pawl.hooks.bound.Timeouts;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.loader.install.HookInstaller;
import dev.pawl.loader.install.HostServices;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What registering costs grows with what is registered and not with what is there; counted in memory, not in time. */
class RegistrationCostTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @FunctionalInterface
    private interface Registering {
        void run(Host pi, int number);
    }

    /** The bytes it takes to register so many, while the session lives. */
    private static long cost(int many, Registering registering) throws Exception {
        var host = new AtomicReference<Host>();
        var installer = new HookInstaller(HostServices.plain(Path.of("/")), Timeouts.DEFAULT, _ -> {});
        var source = new SourceInfo("many", SourceInfo.Scope.USER, false, null);
        var loaded = installer.install(host::set, source);
        try (var carriers = new CarrierGuard();
                var engine = new Engine(loaded.hooks(), Timeouts.DEFAULT, _ -> {}, carriers, Clock.systemUTC())
                        .bind(NoSession.CONTEXT)) {
            assertThat(engine.hasHandlers(HookPoints.TURN_START)).isFalse();
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < many; i++) {
                registering.run(host.get(), i);
            }
            return THREADS.getCurrentThreadAllocatedBytes() - before;
        }
    }

    private static void isLinear(Registering registering) throws Exception {
        cost(100, registering);
        long few = cost(2_000, registering);
        long many = cost(20_000, registering);
        assertThat(many).as("ten times as many at about ten times the cost").isLessThan(15 * few);
    }

    @Test
    void handlers() throws Exception {
        isLinear((pi, _) -> pi.on(HookPoints.TURN_START, (_, _) -> {}));
    }

    @Test
    void handlers_that_come_and_go() throws Exception {
        isLinear((pi, _) -> {
            Subscription one = pi.on(HookPoints.TURN_START, (_, _) -> {});
            pi.on(HookPoints.TURN_START, (_, _) -> {});
            one.close();
        });
    }

    @Test
    void tools() throws Exception {
        isLinear((pi, number) -> pi.tool(Tool.of(
                "tool" + number, "a tool", JsonObject.of("type", "object"), (_, _) -> ToolOutput.text("done"))));
    }

    @Test
    void commands() throws Exception {
        isLinear((pi, number) -> pi.command("command" + number, "a command", _ -> Outcome.nothing()));
    }

    @Test
    void listeners_on_the_bus() throws Exception {
        isLinear((pi, number) -> pi.events().on("channel" + number % 7, _ -> {}));
    }

    @Test
    void those_registered_meanwhile_are_called_in_order() throws Exception {
        var host = new AtomicReference<Host>();
        var installer = new HookInstaller(HostServices.plain(Path.of("/")), Timeouts.DEFAULT, _ -> {});
        var loaded = installer.install(host::set, new SourceInfo("many", SourceInfo.Scope.USER, false, null));
        var called = new ArrayList<Integer>();
        try (var carriers = new CarrierGuard();
                var engine = new Engine(loaded.hooks(), Timeouts.DEFAULT, _ -> {}, carriers, Clock.systemUTC())
                        .bind(NoSession.CONTEXT)) {
            var subscriptions = new ArrayList<Subscription>();
            for (int i = 0; i < 100; i++) {
                int number = i;
                subscriptions.add(host.get().on(HookPoints.TURN_START, (_, _) -> called.add(number)));
            }
            engine.fire(HookPoints.TURN_START, new TurnStart(0, Instant.EPOCH));
            for (int i = 0; i < 100; i += 2) {
                subscriptions.get(i).close();
            }
            engine.fire(HookPoints.TURN_START, new TurnStart(1, Instant.EPOCH));
        }
        var expected = new ArrayList<Integer>();
        for (int i = 0; i < 100; i++) {
            expected.add(i);
        }
        for (int i = 1; i < 100; i += 2) {
            expected.add(i);
        }
        assertThat(called).isEqualTo(List.copyOf(expected));
    }
}
