package dev.pawl.app;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/** Writes records of the protocol, one a line; whoever writes waits while the client does not read. */
final class RpcOut {
    private final OutputStream out;
    private final ReentrantLock turn = new ReentrantLock();
    private volatile boolean broken;

    RpcOut(OutputStream out) {
        this.out = out;
    }

    void write(JsonObject record) {
        if (broken) {
            return;
        }
        var json = Json.writeUtf8(record);
        var line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        turn.lock();
        try {
            out.write(line);
            out.flush();
        } catch (IOException e) {
            // The client is gone; its end of the input will say so, too.
            broken = true;
        } finally {
            turn.unlock();
        }
    }
}
