import module dev.pawl.api;
import static dev.pawl.api.HookPoints.SESSION_START;

/** Exchanges messages with other hooks: sends one when the session begins, and shows those that others send. */
class EventBus implements Hook {
    public void install(Host pi) {
        pi.events().on("announce", text -> pi.context().ui().notify("From another hook: " + text));
        pi.on(SESSION_START, (start, _) -> pi.events().emit("session", start.reason().name()));
        pi.command("announce", "Send a text to other hooks", ctx -> {
            pi.events().emit("announce", ctx.argsRaw());
            return Outcome.nothing();
        });
    }
}
