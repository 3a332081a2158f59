package dev.pawl.agent.session;

import dev.pawl.api.value.HookError;
import dev.pawl.base.FailureText;
import dev.pawl.hooks.dispatch.Engine;

/** Code of a hook that runs outside of a handler. */
@FunctionalInterface
interface HookStep {
    void run() throws Exception;

    /** Runs a step, and reports what it throws. */
    static void attempt(Engine engine, String event, HookStep step) throws InterruptedException {
        try {
            step.run();
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable e) { // Errors too: a broken hook must not take the program down.
            engine.report(new HookError("hooks", event, FailureText.of(e), HookError.stackOf(e)));
        }
    }
}
