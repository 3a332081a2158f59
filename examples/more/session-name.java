import module dev.pawl.api;

/** Names the session: /session-name NAME; without one it shows the name. */
class SessionName implements Hook {
    public void install(Host pi) {
        pi.command("session-name", "Name the session, or show its name", ctx -> {
            var name = ctx.argsRaw().strip();
            if (!name.isEmpty()) {
                ctx.session().rename(name);
            }
            var now = ctx.session().name();
            return Outcome.status(now == null ? "The session has no name" : "Session: " + now);
        });
    }
}
