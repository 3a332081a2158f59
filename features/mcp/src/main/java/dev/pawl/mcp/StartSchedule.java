package dev.pawl.mcp;

import dev.pawl.api.value.Mode;
import dev.pawl.mcp.client.Connection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Decides when servers are connected: twenty programs that start at once would delay the first frame, or the first
 * request of a run that answers one prompt.
 */
final class StartSchedule {
    private final Executor later;
    private final Queue<Connection> waiting = new ConcurrentLinkedQueue<>();
    private volatile boolean answered;

    /** @param later runs tasks after the first frame */
    StartSchedule(Executor later) {
        this.later = later;
    }

    /** Connects a server: at once if a request declares its tools, else when there is time. */
    void schedule(Connection connection, @Nullable Mode mode) {
        boolean declared = connection.entry().hasDirectTools();
        if (mode == Mode.TUI) {
            later.execute(connection::start);
        } else if (declared || answered || (mode != Mode.PRINT && mode != Mode.JSON)) {
            connection.start();
        } else {
            waiting.add(connection);
        }
    }

    /** Starts the connections that waited for the answer to the first request. */
    void startWaiting() {
        answered = true;
        for (var next = waiting.poll(); next != null; next = waiting.poll()) {
            next.start();
        }
    }
}
