package dev.pawl.agent.request;

import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.api.HookPoints;
import dev.pawl.hooks.dispatch.Engine;
import java.util.concurrent.atomic.AtomicBoolean;

/** Lets hooks see the context without a request, so that what is shown of it is as the model would see it. */
public final class ContextPreview {
    private final Engine engine;
    private final RequestContext context;
    private final AtomicBoolean underWay = new AtomicBoolean();

    public ContextPreview(SessionCore core) {
        this.engine = core.engine();
        this.context = new RequestContext(core);
    }

    /** Shows the context. A handler that asks for another preview meanwhile gets none, because it would never end. */
    public void show() throws InterruptedException {
        if (engine.hasHandlers(HookPoints.CONTEXT) && underWay.compareAndSet(false, true)) {
            try {
                context.messages(true);
            } finally {
                underWay.set(false);
            }
        }
    }

    /** Shows the context without waiting for hooks. */
    public void showLater() {
        if (!underWay.get() && engine.hasHandlers(HookPoints.CONTEXT)) {
            Thread.ofVirtual().name("context preview").start(() -> {
                try {
                    show();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }
}
