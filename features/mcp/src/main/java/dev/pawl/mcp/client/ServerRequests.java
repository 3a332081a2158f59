package dev.pawl.mcp.client;

import dev.pawl.api.json.JsonObject;
import dev.pawl.mcp.wire.RpcError;

/** Answers requests of a server to the client. */
public interface ServerRequests {
    /** The capabilities that the client declares. */
    JsonObject capabilities();

    /** The result for a request of the server; an {@link RpcError} refuses it. */
    JsonObject answer(String method, JsonObject params) throws RpcError, InterruptedException;

    /** Answers nothing. */
    ServerRequests NONE = new ServerRequests() {
        @Override
        public JsonObject capabilities() {
            return JsonObject.empty();
        }

        @Override
        public JsonObject answer(String method, JsonObject params) throws RpcError {
            throw new RpcError(RpcError.METHOD_NOT_FOUND, method + " is not supported", JsonObject.empty());
        }
    };
}
