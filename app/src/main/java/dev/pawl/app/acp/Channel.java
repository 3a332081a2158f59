package dev.pawl.app.acp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.app.jsonrpc.Connection;
import java.util.ArrayList;
import java.util.List;

/**
 * What one session sends to the client.
 *
 * <p>A client learns a session's id from the answer that opens it: updates from before are kept until then.
 */
final class Channel {
    private final Connection connection;
    private final ClientCapabilities skills;
    private final String sessionId;
    private final List<JsonObject> early = new ArrayList<>();
    private boolean open;

    Channel(Connection connection, ClientCapabilities skills, String sessionId) {
        this.connection = connection;
        this.skills = skills;
        this.sessionId = sessionId;
    }

    ClientCapabilities skills() {
        return skills;
    }

    /** From now on updates are sent as they come. */
    synchronized void open() {
        open = true;
        early.forEach(this::send);
        early.clear();
    }

    synchronized void update(String kind, JsonObject fields) {
        var update = JsonObject.of("sessionUpdate", kind).with(fields);
        if (open) {
            send(update);
        } else {
            early.add(update);
        }
    }

    /** Sends an update of an earlier conversation, before the session is open. */
    void replay(String kind, JsonObject fields) {
        send(JsonObject.of("sessionUpdate", kind).with(fields));
    }

    /** Sends the client a notification that is no update, once it knows the session. */
    synchronized void tell(String method, JsonObject fields) {
        if (open) {
            connection.notify(method, JsonObject.of("sessionId", sessionId).with(fields));
        }
    }

    private void send(JsonObject update) {
        connection.notify("session/update", JsonObject.of("sessionId", sessionId, "update", update));
    }

    JsonObject ask(String method, JsonObject params) throws InterruptedException {
        return ask(method, params, DialogOptions.NONE);
    }

    JsonObject ask(String method, JsonObject params, DialogOptions options) throws InterruptedException {
        return connection.request(method, JsonObject.of("sessionId", sessionId).with(params), options);
    }
}
