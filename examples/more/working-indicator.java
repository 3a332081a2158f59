import module dev.pawl.api;
import static dev.pawl.api.HookPoints.SESSION_START;

/** Draws another sign while the agent works: /indicator dots, or /indicator for the ordinary one. */
class WorkingIndicator implements Hook {
    public void install(Host pi) {
        pi.on(SESSION_START, (_, ctx) -> dots(ctx));
        pi.command("indicator", "Another sign while the agent works: /indicator [dots]", ctx -> {
            if (ctx.argsRaw().strip().equals("dots")) {
                dots(ctx);
            } else {
                ctx.ui().resetWorkingIndicator();
            }
            return Outcome.nothing();
        });
    }

    private static void dots(HookContext ctx) {
        ctx.ui().setWorkingIndicator(List.of(".  ", ".. ", "..."), java.time.Duration.ofMillis(300));
    }
}
