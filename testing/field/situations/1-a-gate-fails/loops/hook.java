import module dev.pawl.api;
import static dev.pawl.api.HookPoints.TOOL_CALL;

/** Computes forever. */
class Gate implements Hook {
    public void install(Host pi) {
        pi.on(TOOL_CALL, (call, ctx) -> {
            long n = 0;
            while (n >= 0) {
                n = (n + 1) & 0xFFFF;
            }
            return call.allow();
        });
    }
}
