import module dev.pawl.api;
import static dev.pawl.api.HookPoints.TOOL_CALL;

/** Denies every call. */
class Gate implements Hook {
    public void install(Host pi) {
        pi.on(TOOL_CALL, (call, ctx) -> {
            return call.block("No");
        });
    }
}
