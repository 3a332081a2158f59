package dev.pawl.policy.permission;

import dev.pawl.api.context.HookContext;
import dev.pawl.policy.rule.PermissionMode;
import org.jspecify.annotations.Nullable;

/** The mode of the session: an entry of it, so that it is there again when the session is. */
final class Modes {
    private final PermissionMode start;
    private final boolean asked;
    private volatile PermissionMode now;
    private volatile @Nullable String seen;

    /** @param asked whether the command line names the mode: then the session takes it over */
    Modes(PermissionMode start, boolean asked) {
        this.start = start;
        this.asked = asked;
        this.now = start;
    }

    /** The mode that the session was in last, on whichever branch; the mode of the command line comes before it. */
    void restore(HookContext ctx, boolean startup) {
        now = start;
        seen = null;
        if (asked && startup) {
            change(start, ctx);
        } else {
            now(ctx);
        }
        show(ctx);
    }

    /** The mode now: hooks and clients change it by an entry, too. */
    PermissionMode now(HookContext ctx) {
        var last = ctx.session().lastCustom(HookContext.PERMISSION_MODE);
        if (last != null && !last.node().id().equals(seen)) {
            seen = last.node().id();
            var mode = PermissionMode.find(last.as(Kept.class).mode());
            // An unknown mode is none in which more is allowed.
            now = mode == null ? PermissionMode.ASK_ALL : mode;
            show(ctx);
        }
        return now;
    }

    void change(PermissionMode next, HookContext ctx) {
        ctx.setPermissionMode(next.written());
        now(ctx);
    }

    private void show(HookContext ctx) {
        ctx.ui()
                .setStatus(
                        HookContext.PERMISSION_MODE, now == PermissionMode.DEFAULT ? null : "mode: " + now.written());
    }

    /** The data of the entry. */
    record Kept(String mode) {}
}
