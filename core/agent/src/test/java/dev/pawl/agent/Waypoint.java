package dev.pawl.agent;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.pawl.api.Hook;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.machine.Patience;
import java.util.concurrent.CountDownLatch;

/** A place at which a hook, a tool or a model waits until the scenario lets it go. */
public final class Waypoint {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    /** Called by whoever is to wait here. */
    public void pass() throws InterruptedException {
        reached.countDown();
        opened.await();
    }

    /** A hook with a tool that waits here, and then says {@code held}. */
    public Hook tool(String name) {
        return pi -> pi.tool(Tool.of(name, "Waits", JsonObject.of("type", "object"), (_, _) -> {
            pass();
            return ToolOutput.text("held");
        }));
    }

    /** Waits until somebody waits here. */
    public void awaitReached() throws InterruptedException {
        if (!reached.await(Patience.SECONDS, SECONDS)) {
            throw new AssertionError("nobody came by within " + Patience.SECONDS + " s");
        }
    }

    /** Lets everybody go on, also those to come. */
    public void open() {
        opened.countDown();
    }
}
