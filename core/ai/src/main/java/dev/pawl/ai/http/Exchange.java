package dev.pawl.ai.http;

import dev.pawl.api.json.JsonObject;
import java.util.Map;

/**
 * The seam of one request: what others may change before it leaves, and see when the answer comes.
 *
 * <p>Headers are shown without the credentials. A header set here takes precedence over Pawl's, so an own {@code
 * authorization} counts.
 */
public interface Exchange {
    /** No observer. */
    Exchange PLAIN = new Exchange() {};

    /** Returns the headers to send; called once, also when the request is tried again. */
    default Map<String, String> headers(Map<String, String> headers) throws InterruptedException {
        return headers;
    }

    /** Returns the body to send. */
    default JsonObject body(JsonObject body) throws InterruptedException {
        return body;
    }

    /** The provider answered; nothing of the body was read yet. Header names are in lower case. */
    default void response(int status, Map<String, String> headers) throws InterruptedException {}

    /** Returns whether {@link #event} wants to be called. */
    default boolean wantsStreamEvents() {
        return false;
    }

    /** One event of the stream, in the provider's own language, before it is taken in. */
    default void event(JsonObject data) throws InterruptedException {}
}
