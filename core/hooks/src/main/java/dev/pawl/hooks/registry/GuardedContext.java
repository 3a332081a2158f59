package dev.pawl.hooks.registry;

import dev.pawl.api.context.ForwardingContext;
import dev.pawl.api.context.ForwardingSession;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.OpenSession;
import dev.pawl.api.context.SessionModels;
import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.ToolExecutionEnd;
import dev.pawl.api.event.ToolExecutionStart;
import dev.pawl.api.event.ToolExecutionUpdate;
import dev.pawl.api.event.ToolResult;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.SessionView;
import dev.pawl.api.ui.Ui;
import dev.pawl.hooks.bound.ClockedUi;
import dev.pawl.hooks.bound.HandlerClock;
import dev.pawl.hooks.bound.OwnTime;
import dev.pawl.hooks.bound.Step;
import dev.pawl.hooks.bound.Together;
import org.jspecify.annotations.Nullable;

/** A hook's view of its session: every call of each part first asks whether the session is still the hook's. */
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
        return new ClockedUi(super.ui(), this);
    }

    @Override
    public SessionModels models() {
        return super.models().askedBy(hook.path());
    }

    @Override
    public OpenSession session() {
        return new OfHook();
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

    /** The session for one hook: it knows the types of entries that the hook announced, and the event that it handles. */
    private final class OfHook extends ForwardingSession {
        @Override
        protected OpenSession target() {
            return GuardedContext.this.target().session();
        }

        @Override
        public String idempotencyKey() {
            return clock instanceof Step<?> step ? keyOf(target(), step.event) : super.idempotencyKey();
        }

        /** Looks up the type of the record among those that the hook announced; sessions know only objects. */
        @Override
        public Entry save(Record data) {
            hook.ready();
            var type = hook.registry().entryTypes().byName().entrySet().stream()
                    .filter(known -> known.getValue() == data.getClass())
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("Hook " + hook.path()
                            + ": no entry type was announced for "
                            + data.getClass().getSimpleName()
                            + "; call entry(\"…\", " + data.getClass().getSimpleName() + ".class) in install"))
                    .getKey();
            return save(JsonObject.of("type", type).with(JsonObject.from(data)));
        }

        @Override
        public Entry save(JsonObject entry) {
            hook.ready();
            var type = entry.string("type", "");
            if (type.isEmpty()) {
                throw new IllegalArgumentException("entry must have a type, a string that is not empty: " + entry);
            }
            if (Entry.RESERVED.contains(type)) {
                throw new IllegalArgumentException("entry type " + type
                        + " is one of the program's own; choose another, with a prefix: myhook_" + type);
            }
            return super.save(entry);
        }
    }

    /** Returns the key of one event in one session: the same when it is fired again after the program was ended. */
    private static String keyOf(SessionView session, @Nullable Object event) {
        var name = event == null ? "" : event.getClass().getSimpleName();
        return session.id() + "/" + name + "/" + where(session, event);
    }

    private static @Nullable String where(SessionView session, @Nullable Object event) {
        return switch (event) {
            case ToolCall call -> call.toolCallId();
            case ToolAuthorize shown -> shown.call().toolCallId();
            case ToolResult result -> result.call().toolCallId();
            case ToolExecutionStart start -> start.toolCallId();
            case ToolExecutionUpdate update -> update.toolCallId();
            case ToolExecutionEnd end -> end.toolCallId();
            case null, default -> session.leafId();
        };
    }
}
