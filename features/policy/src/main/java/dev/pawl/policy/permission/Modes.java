package dev.pawl.policy.permission;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.OpenSession;
import dev.pawl.api.value.PermissionMode;
import org.jspecify.annotations.Nullable;

/** The permission mode of the session, stored as an entry of it. */
final class Modes {
    private final PermissionMode start;
    private final boolean fromCommandLine;
    private volatile PermissionMode now;
    private volatile @Nullable String lastEntry;

    /** @param fromCommandLine whether the command line names the mode: then it replaces that of the session */
    Modes(PermissionMode start, boolean fromCommandLine) {
        this.start = start;
        this.fromCommandLine = fromCommandLine;
        this.now = start;
    }

    /** Sets the last mode of the session, on any branch; the mode of the command line takes precedence. */
    void restore(HookContext ctx, boolean startup) {
        now = start;
        lastEntry = null;
        if (fromCommandLine && startup) {
            change(start, ctx);
        } else {
            now(ctx);
        }
        show(ctx);
    }

    /** The current mode: hooks and clients change it by an entry, too. */
    PermissionMode now(HookContext ctx) {
        var last = ctx.session().lastCustom(OpenSession.PERMISSION_MODE);
        if (last != null && !last.node().id().equals(lastEntry)) {
            lastEntry = last.node().id();
            var mode = PermissionMode.find(last.as(Kept.class).mode());
            // An unknown mode must not allow more.
            now = mode == null ? PermissionMode.ASK_ALL : mode;
            show(ctx);
        }
        return now;
    }

    /** Whether the mode that was in force when a call was judged last is plan. */
    boolean isPlan() {
        return now == PermissionMode.PLAN;
    }

    void change(PermissionMode next, HookContext ctx) {
        ctx.session().setPermissionMode(next.wire());
        now(ctx);
    }

    private void show(HookContext ctx) {
        ctx.ui().setStatus(OpenSession.PERMISSION_MODE, now == PermissionMode.DEFAULT ? null : "mode: " + now.wire());
    }

    /** The data of the entry. */
    record Kept(String mode) {}
}
