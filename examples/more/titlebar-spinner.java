import module dev.pawl.api;
import static dev.pawl.api.HookPoints.AGENT_END;
import static dev.pawl.api.HookPoints.AGENT_START;

/** Turns a sign in the title of the terminal while the agent works. */
class TitlebarSpinner implements Hook {
    private static final String SIGNS = "|/-+";
    private volatile boolean working;

    public void install(Host pi) {
        var step = new java.util.concurrent.atomic.AtomicInteger();
        pi.on(AGENT_START, (_, ctx) -> {
            working = true;
            ctx.ui().setTitle("| working");
        });
        pi.on(AGENT_END, (_, ctx) -> {
            working = false;
            ctx.ui().setTitle("pawl");
        });
        pi.every(java.time.Duration.ofMillis(200), ctx -> {
            if (working) {
                ctx.ui().setTitle(SIGNS.charAt(step.incrementAndGet() % SIGNS.length()) + " working");
            }
        });
    }
}
