import module dev.pawl.api;
import static dev.pawl.api.HookPoints.SESSION_START;

/** Talks to other hooks: says on a channel that the session began, and shows what others say on theirs. */
class EventBus implements Hook {
    public void install(Host pi) {
        pi.events().on("announce", said -> pi.context().ui().notify("Another hook says: " + said));
        pi.on(SESSION_START, (start, _) -> pi.events().emit("session", start.reason().name()));
        pi.command("announce", "Say something to other hooks", ctx -> {
            pi.events().emit("announce", ctx.argsRaw());
            return Outcome.nothing();
        });
    }
}
