package dev.pawl.mcp.wire;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.util.Map;

/** Sends messages to one server, and passes received messages to a listener. */
public interface Transport extends AutoCloseable {
    /** Receives messages of the server, on threads of the transport. */
    interface Listener {
        void message(JsonObject message);

        /** A request that was sent will have no answer. */
        void failed(Object id, IOException why);

        /** No more messages will arrive. */
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

    /** Stops waiting for the answer to a request; returns whether this notifies the server. */
    boolean forget(Object id);

    /** The version of the protocol that both sides agreed on. */
    void agreed(String version);

    /** Returns whether arguments are mirrored into headers. */
    default boolean hasHeaders() {
        return false;
    }

    /** The end of the output of the server that is not part of the protocol; empty if there is none. */
    default String lastOutput() {
        return "";
    }

    @Override
    void close();
}
