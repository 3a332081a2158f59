import module dev.pawl.api;
import static dev.pawl.api.HookPoints.SESSION_BEFORE_FORK;
import static dev.pawl.api.HookPoints.SESSION_BEFORE_SWITCH;

/** Asks before the session is left while there are changes that git does not have yet. */
class DirtyRepoGuard implements Hook {
    public void install(Host pi) {
        pi.on(SESSION_BEFORE_SWITCH, (change, ctx) -> mayLeave(ctx) ? change.proceed() : change.cancel());
        pi.on(SESSION_BEFORE_FORK, (fork, ctx) -> mayLeave(ctx) ? fork.proceed() : fork.cancel());
    }

    private static boolean mayLeave(HookContext ctx) throws InterruptedException {
        var status = ctx.project().exec("git", "status", "--porcelain");
        long changes = status.stdout().lines().count();
        if (!status.ok() || changes == 0) {
            return true; // No repository, or nothing to lose.
        }
        var sentence = changes == 1 ? "1 file is not committed." : changes + " files are not committed.";
        if (!ctx.ui().hasUser()) {
            ctx.ui().notify(sentence + " Commit first.", Severity.WARNING);
            return false;
        }
        return ctx.ui().confirm("Uncommitted changes", sentence + " Leave the session all the same?");
    }
}
