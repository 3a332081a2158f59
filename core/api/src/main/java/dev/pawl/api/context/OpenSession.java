package dev.pawl.api.context;

import dev.pawl.api.Host;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.SessionView;
import dev.pawl.api.value.ContextUsage;
import org.jspecify.annotations.Nullable;

/**
 * The session that a hook runs in: the entries of {@link SessionView}, methods that add to them, and the state of the
 * run.
 *
 * <p>A hook keeps its state in entries and reads it back when a session starts. The model sees none of them.
 *
 * {@snippet :
 * pi.command("count", "Counts", ctx -> {
 *     ctx.session().append("count", JsonObject.of("n", 1));
 *     return Outcome.nothing();
 * });
 * pi.on(SESSION_START, (start, ctx) -> {
 *     var last = ctx.session().lastCustom("count");
 * });
 * }
 */
public interface OpenSession extends SessionView {
    /** The type of the entries that record the permission mode of a session, and the key of the status that shows it. */
    String PERMISSION_MODE = "permission-mode";

    /** Keeps state of the hook: an entry of type {@code custom} with a name and data. */
    Entry append(String customType, @Nullable Object data);

    /** Keeps an entry of a type of the hook; it must have a {@code type} that the program does not use itself. */
    Entry save(JsonObject entry);

    /** Keeps a record as an entry; its type is the one that was announced with {@link Host#entry}. */
    Entry save(Record data);

    /** Names the session; null removes the name. */
    void rename(@Nullable String name);

    /** Names an entry for the user; null removes the name. */
    void label(String entryId, @Nullable String label);

    /** Has the context of the model computed again: at once in a command, before the next request in a handler. */
    void rebuildContext() throws InterruptedException;

    /** Starts a compaction and does not wait for it. */
    void compact(CompactOptions options);

    /** Returns how full the window of the model is; null where that cannot be known. */
    @Nullable
    ContextUsage contextUsage();

    /** Returns whether nothing is running. */
    boolean isIdle();

    /** Ends what the agent is doing. */
    void abort();

    /**
     * Returns the permission mode that the session was put into last; null if it never was. It applies where rules are
     * in use.
     */
    default @Nullable String permissionMode() {
        var last = lastCustom(PERMISSION_MODE);
        return last != null && last.data() instanceof JsonObject data ? data.string("mode") : null;
    }

    /** Puts the session into a permission mode: plan, askAll, default, acceptEdits or bypass. */
    default void setPermissionMode(String mode) {
        append(PERMISSION_MODE, JsonObject.of("mode", mode));
    }

    /**
     * Returns a key for what a handler does elsewhere. When the program is ended and the session opened again, what is
     * asked again has the same key, so that the other side can recognise it. The key names the session, the event, and
     * the tool call or the place in the session.
     */
    default String idempotencyKey() {
        return id() + "/" + leafId();
    }
}
