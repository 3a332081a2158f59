package dev.pawl.serve.jsonrpc;

import dev.pawl.api.json.JsonObject;
import java.io.Serial;

/** A failure that the other side is answered with, or has answered. */
public final class ProtocolError extends RuntimeException {
    public static final int PARSE = -32700;
    public static final int INVALID_REQUEST = -32600;
    public static final int METHOD_NOT_FOUND = -32601;
    public static final int INVALID_PARAMS = -32602;
    public static final int INTERNAL = -32603;
    public static final int AUTH_REQUIRED = -32000;
    public static final int NOT_FOUND = -32002;
    public static final int CANCELLED = -32800;

    @Serial
    private static final long serialVersionUID = 1;

    private final int code;
    private final transient JsonObject data;

    public ProtocolError(int code, String message) {
        this(code, message, JsonObject.empty());
    }

    /** @param data more about it, for programs; empty if there is no more */
    public ProtocolError(int code, String message, JsonObject data) {
        super(message);
        this.code = code;
        this.data = data;
    }

    public int code() {
        return code;
    }

    /** The object {@code error} of an answer. */
    JsonObject toJson() {
        var error = JsonObject.of("code", code, "message", String.valueOf(getMessage()));
        return data.isEmpty() ? error : error.with("data", data);
    }

    /** A failure because of the content of a request. */
    public static ProtocolError params(String message) {
        return new ProtocolError(INVALID_PARAMS, message);
    }
}
