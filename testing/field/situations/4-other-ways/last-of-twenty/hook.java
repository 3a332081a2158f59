import module dev.pawl.api;
import static dev.pawl.api.HookPoints.TOOL_CALL;

/** Denies commands that make a canary. */
class Gate implements Hook {
    public void install(Host pi) {
        pi.on(TOOL_CALL, (call, ctx) -> {
            return call.input() instanceof ToolInput.Bash(var command, _) && command.contains("canary") ? call.block("No") : call.allow();
        });
    }
}
