import module dev.pawl.api;
import static dev.pawl.api.HookPoints.TOOL_CALL;

/** Answers with what no gate may answer. */
class Gate implements Hook {
    public void install(Host pi) {
        pi.on(TOOL_CALL, (call, ctx) -> {
            return null;
        });
    }
}
