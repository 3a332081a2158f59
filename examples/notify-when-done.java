import module dev.pawl.api;
import static dev.pawl.api.HookPoints.AGENT_SETTLED;
import static dev.pawl.api.HookPoints.AGENT_START;

/** Shows in the terminal's title whether the agent works, and calls the program of --notify-with when it is done. */
class NotifyWhenDone implements Hook {
    public void install(Host pi) {
        pi.flag(new Flag.Text("notify-with", "Program to call with a sentence when the agent is done", null));
        pi.on(AGENT_START, (_, ctx) -> ctx.ui().setTitle("working: " + name(ctx)));
        pi.on(AGENT_SETTLED, (settled, ctx) -> {
            var sentence = (settled.aborted() ? "stopped: " : "done: ") + name(ctx);
            ctx.ui().setTitle(sentence);
            var program = pi.flagValue("notify-with");
            if (program != null) {
                ctx.project().exec(program, sentence);
            }
        });
    }

    private static String name(HookContext ctx) {
        return Objects.requireNonNullElse(ctx.session().name(), ctx.project().cwd().toString());
    }
}
