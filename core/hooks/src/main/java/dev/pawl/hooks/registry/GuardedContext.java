package dev.pawl.hooks.registry;

import dev.pawl.api.context.ForwardingContext;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ModelRegistry;
import dev.pawl.api.session.Entry;
import dev.pawl.api.ui.Ui;
import dev.pawl.hooks.bound.ClockedUi;
import dev.pawl.hooks.bound.HandlerClock;
import dev.pawl.hooks.bound.OwnTime;
import dev.pawl.hooks.bound.Step;
import dev.pawl.hooks.bound.Together;
import org.jspecify.annotations.Nullable;

/** A hook's view of its session: every call first asks whether the session is still the hook's. */
class GuardedContext extends ForwardingContext implements OwnTime, Together {
    private final InstalledHook hook;
    private final @Nullable HandlerClock clock;

    GuardedContext(InstalledHook hook, @Nullable HandlerClock clock) {
        this.hook = hook;
        this.clock = clock;
    }

    @Override
    protected HookContext target() {
        return hook.session();
    }

    @Override
    public Ui ui() {
        var ui = target().ui();
        return clock == null ? ui : new ClockedUi(ui, clock);
    }

    @Override
    public ModelRegistry models() {
        return target().models().askedBy(hook.path());
    }

    @Override
    public String idempotencyKey() {
        return clock instanceof Step<?> step
                ? IdempotencyKey.of(target().session(), step.event)
                : target().idempotencyKey();
    }

    @Override
    public <T extends @Nullable Object> T ownTime(Work<T> work) throws InterruptedException {
        if (clock == null) {
            return work.run();
        }
        clock.stop();
        try {
            return work.run();
        } finally {
            clock.go();
        }
    }

    @Override
    public void together(Runnable sends) {
        Together.send(target(), sends);
    }

    @Override
    public void stepAside() {
        if (clock != null) {
            clock.stepAside();
        }
    }

    /** Here the record's type is looked up among those the hook announced; the session only knows objects. */
    @Override
    public Entry append(Record data) {
        var type = hook.registry().entryTypes().entrySet().stream()
                .filter(known -> known.getValue() == data.getClass())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Hook " + hook.path() + ": no entry type was announced"
                        + " for " + data.getClass().getSimpleName() + "; call entry(\"…\", "
                        + data.getClass().getSimpleName() + ".class) in install"))
                .getKey();
        return saveEntry(JsonObject.of("type", type).with(JsonObject.from(data)));
    }

    @Override
    public Entry saveEntry(JsonObject entry) {
        var type = entry.string("type", "");
        if (type.isEmpty()) {
            throw new IllegalArgumentException("entry must have a type, a string that is not empty: " + entry);
        }
        if (Entry.RESERVED.contains(type)) {
            throw new IllegalArgumentException("entry type " + type
                    + " is one of the program's own; choose another, with a prefix: myhook_" + type);
        }
        return target().saveEntry(entry);
    }
}
