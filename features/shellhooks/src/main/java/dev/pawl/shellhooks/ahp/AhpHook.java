package dev.pawl.shellhooks.ahp;

import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.SessionShutdown;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.value.Decision;
import dev.pawl.base.Threads;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The backends of one file: asked in their order about every tool call that is about to run, and told of calls and sessions.
 *
 * <p>The first denial ends the chain, and so does the failure of a backend that is required. No answer grants anything: rules,
 * sandbox and questions to the user come behind and hold as they would without.
 */
public final class AhpHook implements Hook {
    private final List<Attached> backends;
    private final Boundaries boundaries;

    /** Calls that passed here, until they are over. */
    private final Map<String, Event> calls = new ConcurrentHashMap<>();

    /**
     * @param folder where relative paths of the file begin, and programs work
     * @param changes knows of each backend what is not what was trusted
     */
    public AhpHook(
            Registration registration,
            Path folder,
            Channels channels,
            Source source,
            Function<Registration.Backend, Supplier<@Nullable String>> changes) {
        this.backends = registration.backends().stream()
                .map(backend -> new Attached(backend, channels.to(backend, folder), changes.apply(backend)))
                .toList();
        this.boundaries = new Boundaries(source);
    }

    @Override
    public void install(Host host) {
        host.on(HookPoints.TOOL_AUTHORIZE, this::authorize);
        host.on(HookPoints.TOOL_EXECUTION_END, (end, _) -> {
            var before = calls.remove(end.toolCallId());
            if (before != null && !end.blocked()) {
                tell(boundaries.after(before, end));
            }
        });
        host.on(HookPoints.SESSION_START, (start, ctx) -> {
            if (start.reason() != SessionStart.Reason.RELOAD) {
                tell(boundaries.started(start.reason(), ctx));
            }
        });
        host.on(HookPoints.SESSION_SHUTDOWN, (end, ctx) -> {
            if (end.reason() != SessionShutdown.Reason.RELOAD) {
                tell(boundaries.ended(end.reason(), ctx));
            }
            Threads.runAll(backends, "ahp-end", backend -> backend.close(ctx));
        });
    }

    private void tell(Event event) {
        backends.forEach(backend -> backend.observe(event));
    }

    private Decision<ToolAuthorize, Block> authorize(ToolAuthorize shown, HookContext ctx) throws InterruptedException {
        var event = boundaries.before(shown, ctx);
        tell(event);
        for (var backend : backends) {
            var reason = backend.refusal(event, ctx);
            if (reason != null) {
                return shown.block(reason);
            }
        }
        calls.put(shown.call().toolCallId(), event);
        return shown.allow();
    }
}
