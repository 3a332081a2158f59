import module dev.pawl.api;

/** Loads hooks, skills, templates and themes again: /reload-runtime. */
class ReloadRuntime implements Hook {
    public void install(Host pi) {
        pi.command("reload-runtime", "Load hooks and resources again", ctx -> {
            ctx.reload();
            return Outcome.nothing();
        });
    }
}
