package dev.pawl.agent.session;

import dev.pawl.agent.conversation.WindowUse;
import dev.pawl.api.context.CompactOptions;
import dev.pawl.api.context.OpenSession;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.ForwardingSessionView;
import dev.pawl.api.value.ContextUsage;
import dev.pawl.session.Session;
import org.jspecify.annotations.Nullable;

/** The session as hooks use it: listeners are notified of the entries that they add. */
final class RecordedSession extends ForwardingSessionView implements OpenSession {
    private final SessionScope scope;

    RecordedSession(SessionScope scope) {
        this.scope = scope;
    }

    @Override
    protected Session target() {
        return scope.core().session();
    }

    @Override
    public Entry append(String customType, @Nullable Object data) {
        return scope.core().recorder().appended(target().append(customType, data));
    }

    /** The type of a record is known where the hook announced it; here all entries are objects. */
    @Override
    public Entry save(Record data) {
        throw new IllegalStateException("a record is kept through the context that its hook was given");
    }

    @Override
    public Entry save(JsonObject entry) {
        return scope.core().recorder().appended(target().save(entry));
    }

    @Override
    public void rename(@Nullable String name) {
        scope.core().recorder().rename(name);
    }

    @Override
    public void label(String entryId, @Nullable String label) {
        target().label(entryId, label);
    }

    @Override
    public void rebuildContext() {
        scope.core().conversation().forget();
        if (scope.parts().queue().isIdle()) {
            // A run asks hooks anyway before its next request.
            scope.preview().showLater();
        }
    }

    @Override
    public void compact(CompactOptions options) {
        scope.compaction().compact(options);
    }

    @Override
    public @Nullable ContextUsage contextUsage() {
        var core = scope.core();
        return WindowUse.of(
                core.model().model(),
                core.conversation(),
                scope.parts().requests().cost());
    }

    @Override
    public boolean isIdle() {
        return scope.parts().queue().isIdle();
    }

    @Override
    public void abort() {
        scope.parts().queue().signalAbort();
    }
}
