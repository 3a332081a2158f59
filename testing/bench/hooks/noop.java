import module dev.pawl.api;
import static dev.pawl.api.HookPoints.*;

/** Loaded many times, to measure what a hook costs at the start. */
class Noop implements Hook {
    public void install(Host pi) {
        pi.on(SESSION_START, (_, _) -> {});
    }
}
