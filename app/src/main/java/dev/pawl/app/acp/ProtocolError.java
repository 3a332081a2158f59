package dev.pawl.app.acp;

import java.io.Serial;

/** A failure that the other side is answered with, or has answered. */
final class ProtocolError extends RuntimeException {
    static final int PARSE = -32700;
    static final int INVALID_REQUEST = -32600;
    static final int METHOD_NOT_FOUND = -32601;
    static final int INVALID_PARAMS = -32602;
    static final int INTERNAL = -32603;
    static final int AUTH_REQUIRED = -32000;
    static final int NOT_FOUND = -32002;
    static final int CANCELLED = -32800;

    @Serial
    private static final long serialVersionUID = 1;

    private final int code;

    ProtocolError(int code, String message) {
        super(message);
        this.code = code;
    }

    int code() {
        return code;
    }

    static ProtocolError params(String message) {
        return new ProtocolError(INVALID_PARAMS, message);
    }
}
