import module dev.pawl.api;
import static dev.pawl.api.HookPoints.TOOL_CALL;

/** Fails before it has decided. */
class Gate implements Hook {
    public void install(Host pi) {
        pi.on(TOOL_CALL, (call, ctx) -> {
            throw new IllegalStateException("broken");
        });
    }
}
