package dev.pawl.agent.request;

import dev.pawl.agent.conversation.LiveSession;
import dev.pawl.api.HookPoints;
import java.util.concurrent.atomic.AtomicBoolean;

/** Lets hooks see the context without a request, so that what is shown of it is as the model would see it. */
public final class ContextPreview {
    private final LiveSession live;
    private final RequestContext context;
    private final AtomicBoolean underWay = new AtomicBoolean();

    ContextPreview(LiveSession live) {
        this.live = live;
        this.context = new RequestContext(live.conversation(), live.engine());
    }

    /** A handler that asks for another one while it is shown this gets none: it would never end. */
    public void show() throws InterruptedException {
        if (live.engine().hears(HookPoints.CONTEXT) && underWay.compareAndSet(false, true)) {
            try {
                context.messages(live.prompts().forced(), true, live.now());
            } finally {
                underWay.set(false);
            }
        }
    }

    /** The same, without making whoever asks wait for hooks. */
    public void showLater() {
        if (!underWay.get() && live.engine().hears(HookPoints.CONTEXT)) {
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
