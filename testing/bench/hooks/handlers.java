import module dev.pawl.api;
import static dev.pawl.api.HookPoints.*;

/** As many handlers of three events as RIG_HANDLERS names, to measure what a call of a handler costs. */
class Handlers implements Hook {
    public void install(Host pi) {
        int count = Integer.parseInt(System.getenv("RIG_HANDLERS"));
        for (int i = 0; i < count; i++) {
            pi.on(TOOL_CALL, (call, _) -> call.allow());
            pi.on(TOOL_RESULT, (result, _) -> result);
            pi.on(CONTEXT, (context, _) -> context);
        }
    }
}
