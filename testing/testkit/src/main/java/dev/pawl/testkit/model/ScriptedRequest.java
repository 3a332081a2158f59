package dev.pawl.testkit.model;

import dev.pawl.api.json.JsonObject;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A request as it reached a {@link ScriptedModel}, and how it went on. */
public final class ScriptedRequest {
    /** How a request ended, seen from the model. */
    public enum End {
        /** All was sent. */
        ANSWERED,
        /** The script requests to break off. */
        BROKEN_OFF,
        /** The client closed the connection before all was sent. */
        CLIENT_LEFT
    }

    private final int connection;
    private final String method;
    private final String path;
    private final Map<String, String> headers;
    private final String bodyText;
    private final JsonObject body;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicReference<@Nullable End> end = new AtomicReference<>();

    ScriptedRequest(
            int connection, String method, String path, Map<String, String> headers, String bodyText, JsonObject body) {
        this.connection = connection;
        this.method = method;
        this.path = path;
        this.headers = Map.copyOf(headers);
        this.bodyText = bodyText;
        this.body = body;
    }

    /** The number of the connection it came over, from 1. */
    public int connection() {
        return connection;
    }

    public String method() {
        return method;
    }

    /** The path with its query. */
    public String path() {
        return path;
    }

    /** The headers; their names are in lower case. */
    public Map<String, String> headers() {
        return headers;
    }

    public @Nullable String header(String name) {
        return headers.get(name);
    }

    public String bodyText() {
        return bodyText;
    }

    /** The body as JSON; empty if it is none. */
    public JsonObject body() {
        return body;
    }

    /** Waits until nothing more happens to this request. */
    public End awaitEnd() throws InterruptedException {
        if (!ended.await(ScriptedModel.PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError(
                    "the answer to " + this + " did not end within " + ScriptedModel.PATIENCE_SECONDS + " s");
        }
        var how = end.get();
        return how == null ? End.ANSWERED : how;
    }

    boolean end(End how) {
        boolean first = end.compareAndSet(null, how);
        ended.countDown();
        return first;
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
