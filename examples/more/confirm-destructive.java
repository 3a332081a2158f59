import module dev.pawl.api;
import static dev.pawl.api.HookPoints.SESSION_BEFORE_FORK;
import static dev.pawl.api.HookPoints.SESSION_BEFORE_SWITCH;

/** Asks before the session is left for a new one, another one or a fork. */
class ConfirmDestructive implements Hook {
    public void install(Host pi) {
        pi.on(SESSION_BEFORE_SWITCH, (change, ctx) -> {
            var what = change.reason() == SessionBeforeSwitch.Reason.NEW ? "Start a new session?" : "Open another session?";
            return leaves(ctx, what) ? change.proceed() : change.cancel();
        });
        pi.on(SESSION_BEFORE_FORK, (fork, ctx) -> leaves(ctx, "Fork this session?") ? fork.proceed() : fork.cancel());
    }

    private static boolean leaves(HookContext ctx, String question) throws InterruptedException {
        return !ctx.ui().hasUser() || ctx.session().branch().isEmpty() || ctx.ui().confirm(question, "This one stays in the list.");
    }
}
