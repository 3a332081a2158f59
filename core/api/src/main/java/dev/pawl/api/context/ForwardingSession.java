package dev.pawl.api.context;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.ForwardingSessionView;
import dev.pawl.api.value.ContextUsage;
import org.jspecify.annotations.Nullable;

/** A session that passes every call on to another one, for those that change or add a few. */
public abstract class ForwardingSession extends ForwardingSessionView implements OpenSession {
    @Override
    protected abstract OpenSession target();

    @Override
    public Entry append(String customType, @Nullable Object data) {
        return target().append(customType, data);
    }

    @Override
    public Entry save(Record data) {
        return target().save(data);
    }

    @Override
    public Entry save(JsonObject entry) {
        return target().save(entry);
    }

    @Override
    public void rename(@Nullable String name) {
        target().rename(name);
    }

    @Override
    public void label(String entryId, @Nullable String label) {
        target().label(entryId, label);
    }

    @Override
    public void rebuildContext() throws InterruptedException {
        target().rebuildContext();
    }

    @Override
    public void compact(CompactOptions options) {
        target().compact(options);
    }

    @Override
    public @Nullable ContextUsage contextUsage() {
        return target().contextUsage();
    }

    @Override
    public boolean isIdle() {
        return target().isIdle();
    }

    @Override
    public void abort() {
        target().abort();
    }

    @Override
    public String idempotencyKey() {
        return target().idempotencyKey();
    }
}
