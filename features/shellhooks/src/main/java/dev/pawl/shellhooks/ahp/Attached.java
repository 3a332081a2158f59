package dev.pawl.shellhooks.ahp;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.ui.Severity;
import dev.pawl.hooks.bound.OwnTime;
import dev.pawl.hooks.trace.TraceNote;
import dev.pawl.shellhooks.ahp.Registration.Backend;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A backend with its connection, in one load of the hooks. */
final class Attached {
    /** What the model reads of a failure; the cause is for users. */
    static final String UNAVAILABLE = "A required policy service is not available.";

    private final Backend backend;
    private final Channel channel;
    private final Observers observers;
    private final Supplier<@Nullable String> change;
    private final AtomicBoolean warned = new AtomicBoolean();

    /** Held while the backend is asked: it has one question at a time. */
    private final ReentrantLock asking = new ReentrantLock(true);

    /** @param change what of its files is not what was trusted, as the end of a sentence; null if nothing */
    Attached(Backend backend, Channel channel, Supplier<@Nullable String> change) {
        this.backend = backend;
        this.channel = channel;
        this.observers = new Observers(channel);
        this.change = change;
    }

    /** Asks the backend if it has to be asked; returns why the call is refused, or null if it is not. */
    @Nullable
    String refusal(Event event, HookContext ctx) throws InterruptedException {
        var intercept = backend.interceptor();
        if (intercept == null || !intercept.events().contains(event.type())) {
            return null;
        }
        var different = change.get();
        if (different != null) {
            TraceNote.add(backend.id() + ": not asked, " + different);
            return "The policy service " + backend.id() + " is not asked: " + different
                    + " since the project was trusted; review it, then use /trust or pawl trust approve.";
        }
        return switch (OwnTime.of(ctx, () -> ask(event.withOwn(intercept.includeNative()), intercept))) {
            case Outcome.Passed _ -> {
                TraceNote.add(backend.id() + ": no objection");
                yield null;
            }
            case Outcome.Denied(Denial(var reason, var code)) -> {
                TraceNote.add(backend.id() + ": denied" + (code == null ? "" : " (" + code + ")"));
                yield reason;
            }
            case Outcome.Failed(var why) -> failed(why, intercept.required(), ctx);
        };
    }

    /** How a question ended. */
    private sealed interface Outcome {
        record Passed() implements Outcome {}

        record Denied(Denial denial) implements Outcome {}

        record Failed(String why) implements Outcome {}
    }

    private Outcome ask(Event event, Registration.Intercept intercept) throws InterruptedException {
        asking.lockInterruptibly();
        try {
            var denial = channel.ask(event, Deadline.in(intercept.limit()));
            return denial == null ? new Outcome.Passed() : new Outcome.Denied(denial);
        } catch (BackendFailure e) {
            return new Outcome.Failed(e.why());
        } finally {
            asking.unlock();
        }
    }

    private @Nullable String failed(String why, boolean required, HookContext ctx) {
        TraceNote.add(backend.id() + ": failed, " + why
                + (required ? "; it is required, so that denies (synthetic: true)" : "; it is passed over"));
        if (warned.compareAndSet(false, true)) {
            ctx.ui()
                    .notify(
                            "The policy service " + backend.id() + " " + why + ". "
                                    + (required
                                            ? "Calls of tools are refused until it answers."
                                            : "Its file lets calls pass without it."),
                            Severity.WARNING);
        }
        return required ? UNAVAILABLE : null;
    }

    /** Tells the backend of an event, if it wants to know, and waits for nothing. */
    void observe(Event event) {
        for (var subscription : backend.subscriptions()) {
            if (subscription instanceof Registration.Observe
                    && subscription.events().contains(event.type())
                    && change.get() == null) {
                observers.tell(event.withOwn(subscription.includeNative()));
            }
        }
    }

    /** Ends the connection, behind what the backend is still to be told. */
    void close(HookContext ctx) {
        try {
            observers.finish();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            channel.close();
        }
        var dropped = observers.takeDropped();
        if (dropped != null) {
            ctx.ui().notify("The policy service " + backend.id() + " " + dropped + ".", Severity.WARNING);
        }
    }
}
