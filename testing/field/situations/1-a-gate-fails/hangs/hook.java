import module dev.pawl.api;
import static dev.pawl.api.HookPoints.TOOL_CALL;

/** Never answers. */
class Gate implements Hook {
    public void install(Host pi) {
        pi.on(TOOL_CALL, (call, ctx) -> {
            Thread.sleep(Long.MAX_VALUE);
            return call.allow();
        });
    }
}
