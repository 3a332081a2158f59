package dev.pawl.mcp.wire;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.util.Map;

/** The way to one server and back: messages go out, and what comes is handed to a listener. */
public interface Transport extends AutoCloseable {
    /** Receives what comes from the server, on threads of the transport. */
    interface Listener {
        void message(JsonObject message);

        /** A request that was sent will have no answer. */
        void failed(Object id, IOException why);

        /** Nothing more will come. */
        void closed(String why);
    }

    void open(Listener listener) throws IOException, InterruptedException;

    /**
     * Sends a message and does not wait for an answer.
     *
     * @param mirrored headers that repeat arguments of the call, where the transport has headers
     */
    void send(JsonObject message, Map<String, String> mirrored) throws IOException, InterruptedException;

    default void send(JsonObject message) throws IOException, InterruptedException {
        send(message, Map.of());
    }

    /** The answer to a request is not waited for any more. Returns whether that notifies the server. */
    boolean forget(Object id);

    /** The version of the protocol that both sides agreed on. */
    void agreed(String version);

    /** Whether arguments are mirrored into headers. */
    default boolean hasHeaders() {
        return false;
    }

    /** The last that the server wrote besides the protocol; empty if nothing. */
    default String lastWords() {
        return "";
    }

    @Override
    void close();
}
