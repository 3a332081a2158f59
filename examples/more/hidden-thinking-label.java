import module dev.pawl.api;
import static dev.pawl.api.HookPoints.SESSION_START;

/** Shows another text where thinking is hidden: /thinking-label TEXT. */
class HiddenThinkingLabel implements Hook {
    public void install(Host pi) {
        pi.on(SESSION_START, (_, ctx) -> ctx.ui().setHiddenThinkingLabel("pondering"));
        pi.command("thinking-label", "The text in place of hidden thinking", ctx -> {
            var label = ctx.argsRaw().strip();
            ctx.ui().setHiddenThinkingLabel(label.isEmpty() ? null : label);
            return Outcome.status(label.isEmpty() ? "The ordinary label" : "Label: " + label);
        });
    }
}
