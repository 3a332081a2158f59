import module dev.pawl.api;
import static dev.pawl.api.HookPoints.TOOL_CALL;

/** Ends the process that it runs in. */
class Gate implements Hook {
    public void install(Host pi) {
        pi.on(TOOL_CALL, (call, ctx) -> {
            Runtime.getRuntime().halt(0);
            return call.allow();
        });
    }
}
