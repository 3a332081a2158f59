import module dev.pawl.api;
import static dev.pawl.api.HookPoints.SESSION_START;

/** Shows a header of its own in place of the ordinary one. */
class CustomHeader implements Hook {
    public void install(Host pi) {
        pi.on(SESSION_START, (_, ctx) -> {
            var folder = String.valueOf(ctx.project().cwd().getFileName());
            ctx.ui().setHeader((_, theme) -> _ -> List.of(theme.fg("accent", "~ " + folder + " ~")));
        });
        pi.command("plain-header", "The ordinary header", ctx -> {
            ctx.ui().setHeader(null);
            return Outcome.nothing();
        });
    }
}
