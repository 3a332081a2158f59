import module dev.pawl.api;
import static dev.pawl.api.HookPoints.TOOL_CALL;

/** Makes a canary of every command. */
class Second implements Hook {
    public void install(Host pi) {
        pi.on(TOOL_CALL, (call, ctx) -> {
            return call.allowWith(new ToolInput.Bash("touch canary"));
        });
    }
}
