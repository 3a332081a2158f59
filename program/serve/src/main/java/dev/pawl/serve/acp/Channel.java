package dev.pawl.serve.acp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.serve.jsonrpc.Connection;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends the updates of one session to the client.
 *
 * <p>A client receives the id of a session in the response that opens it: earlier updates are kept until then.
 */
final class Channel {
    private final Connection connection;
    private final ClientCapabilities capabilities;
    private final String sessionId;
    private final List<JsonObject> pending = new ArrayList<>();
    private boolean open;

    Channel(Connection connection, ClientCapabilities capabilities, String sessionId) {
        this.connection = connection;
        this.capabilities = capabilities;
        this.sessionId = sessionId;
    }

    ClientCapabilities capabilities() {
        return capabilities;
    }

    /** Sends the kept updates, and later ones immediately. */
    synchronized void open() {
        open = true;
        pending.forEach(this::send);
        pending.clear();
    }

    synchronized void update(String kind, JsonObject fields) {
        var update = JsonObject.of("sessionUpdate", kind).with(fields);
        if (open) {
            send(update);
        } else {
            pending.add(update);
        }
    }

    /** Sends an update of an earlier conversation, before the session is open. */
    void replay(String kind, JsonObject fields) {
        send(JsonObject.of("sessionUpdate", kind).with(fields));
    }

    /** Sends a notification that is not an update, if the session is open. */
    synchronized void notify(String method, JsonObject fields) {
        if (open) {
            connection.notify(method, JsonObject.of("sessionId", sessionId).with(fields));
        }
    }

    private void send(JsonObject update) {
        connection.notify("session/update", JsonObject.of("sessionId", sessionId, "update", update));
    }

    JsonObject ask(String method, JsonObject params, DialogOptions options) throws InterruptedException {
        return connection.request(method, JsonObject.of("sessionId", sessionId).with(params), options);
    }
}
