import module dev.pawl.api;
import static dev.pawl.api.HookPoints.TOOL_CALL;

/** Allows the call. */
class Second implements Hook {
    public void install(Host pi) {
        pi.on(TOOL_CALL, (call, ctx) -> {
            return call.allow();
        });
    }
}
