package dev.pawl.commands.hooks;

import dev.pawl.api.HookPoints;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.SessionShutdown;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.Mode;
import dev.pawl.cli.Places;
import dev.pawl.cli.Streams;
import dev.pawl.hooks.bound.CarrierGuard;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.start.LoadedHooks;
import dev.pawl.testkit.FakeContext;
import dev.pawl.testkit.FakeModels;
import dev.pawl.testkit.FakeSession;
import java.nio.file.Path;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** Hooks that judge the calls of another agent: on the way that a call here takes, without a session, and without a user. */
public final class JudgingHooks implements AutoCloseable {
    private final CarrierGuard carriers = new CarrierGuard();
    private final Engine engine;

    /** Opens them in the folder of {@code places}. */
    public JudgingHooks(LoadedHooks hooks, Places places, Streams streams) throws InterruptedException {
        var cwd = places.folders().cwd();
        var context = new FakeContext(
                cwd, new NoUi(), new FakeSession(cwd), FakeModels.refusing("no model is asked where calls are judged"));
        context.mode(Mode.PRINT);
        engine = new Engine(
                        hooks.hooks().hooks(),
                        hooks.timeouts(),
                        error -> streams.err()
                                .println("hook " + places.shown(error.hookPath()) + " failed at " + error.event() + ": "
                                        + error.error()),
                        carriers,
                        Clock.systemUTC())
                .bind(context);
        engine.fire(HookPoints.SESSION_START, new SessionStart(SessionStart.Reason.STARTUP, null));
    }

    /**
     * Returns why a call is refused; null if nothing refuses it. A call that a hook would change is refused, because the other
     * agent would run it as it is.
     */
    public @Nullable String refusal(ToolCall call, Path cwd) throws InterruptedException {
        return switch (engine.fire(HookPoints.TOOL_CALL, call)) {
            case Decision.Stop<ToolCall, Block>(var block) -> block.reason();
            case Decision.Pass<ToolCall, Block>(var passed) ->
                !passed.arguments().equals(call.arguments())
                        ? "A hook wants this call to be another one: " + passed.arguments()
                        : engine.fire(HookPoints.TOOL_AUTHORIZE, ToolAuthorize.of(passed, cwd))
                                        instanceof Decision.Stop<ToolAuthorize, Block>(var block)
                                ? block.reason()
                                : null;
        };
    }

    @Override
    public void close() {
        try (carriers;
                engine) {
            engine.fire(HookPoints.SESSION_SHUTDOWN, new SessionShutdown(SessionShutdown.Reason.QUIT, null));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
