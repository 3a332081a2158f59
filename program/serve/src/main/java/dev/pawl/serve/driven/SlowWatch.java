package dev.pawl.serve.driven;

import dev.pawl.agent.Agent;
import dev.pawl.api.json.JsonObject;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.hooks.bound.Waiting;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reports what takes long where there is no screen to see it: once for every handler or command that is waited for. */
public final class SlowWatch implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(250);

    private final Duration slow;
    private final Agent agent;
    private final BooleanSupplier known;
    private final Consumer<Waiting> listener;
    private final Thread thread;
    private final Set<Reported> reported = new HashSet<>();
    private volatile @Nullable Command command;
    private volatile boolean closed;

    private record Command(String name, long since) {}

    /** One call, which is seen again as long as it lasts. */
    private record Reported(String hook, String point, long begun) {}

    /**
     * @param slow after which time something is reported
     * @param known whether it is known without this why nothing happens, such as while a question is open
     */
    public SlowWatch(Duration slow, Agent agent, BooleanSupplier known, Consumer<Waiting> listener) {
        this.slow = slow;
        this.agent = agent;
        this.known = known;
        this.listener = listener;
        // Not virtual: it must continue where handlers keep all carriers busy.
        this.thread = Thread.ofPlatform().daemon().name("slow").start(this::watch);
    }

    /** A prompt is being sent; what it calls is watched if it is a command. Null when it was sent. */
    public void sending(@Nullable String text) {
        command = text == null || !text.startsWith("/")
                ? null
                : new Command(text.lines().findFirst().orElse(text), System.nanoTime());
    }

    /**
     * The event that reports it.
     *
     * @param end how the wait can be ended
     */
    public static JsonObject event(Waiting waiting, String end) {
        var limit = waiting.limit();
        return JsonObject.of("type", "hook_waiting")
                .with("extensionPath", waiting.hook())
                .with("event", waiting.point())
                .with("waitedMs", waiting.since().toMillis())
                .with("limitMs", limit == null ? null : limit.toMillis())
                .with("message", NoticePrinter.words(waiting, waiting.hook(), end));
    }

    private void watch() {
        while (!closed) {
            var asked = command;
            boolean any = false;
            if (agent.hasBegun() && !agent.isClosed() && !known.getAsBoolean()) {
                for (var one : agent.engine().waiting()) {
                    any |= report(one);
                }
            }
            if (asked != null && !any && agent.isIdle()) {
                report(new Waiting(
                        asked.name(),
                        "command",
                        asked.since(),
                        Duration.ofNanos(System.nanoTime() - asked.since()),
                        null));
            }
            LockSupport.parkNanos(Math.min(LOOK.toNanos(), slow.toNanos()));
        }
    }

    private boolean report(Waiting one) {
        if (one.since().compareTo(slow) < 0) {
            return false;
        }
        if (reported.add(new Reported(one.hook(), one.point(), one.begun()))) {
            listener.accept(one);
        }
        return true;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
