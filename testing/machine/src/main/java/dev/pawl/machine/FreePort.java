package dev.pawl.machine;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** A port for a test that must know its number beforehand. */
public final class FreePort {
    private FreePort() {}

    /** A free port below those that systems assign to connections, so that no connection uses it before the test does. */
    public static int find() {
        for (int port = ThreadLocalRandom.current().nextInt(20_000, 25_000); ; port++) {
            try (var free = new ServerSocket(port)) {
                return free.getLocalPort();
            } catch (IOException e) {
                // In use: try the next one.
            }
        }
    }
}
