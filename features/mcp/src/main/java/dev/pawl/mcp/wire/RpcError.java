package dev.pawl.mcp.wire;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.Words;
import java.io.IOException;

/** The server answered a request with an error. */
public final class RpcError extends IOException {
    private static final long serialVersionUID = 1L;

    public static final int METHOD_NOT_FOUND = -32601;
    public static final int INVALID_REQUEST = -32600;
    public static final int INVALID_PARAMS = -32602;
    public static final int INTERNAL = -32603;
    public static final int UNSUPPORTED_VERSION = -32022;

    /** Pages have to be opened before the request can be made: {@code data.elicitations}. */
    public static final int PAGES_REQUIRED = -32042;

    private static final int LONGEST = 2_000;

    private final long code;
    private final transient JsonObject data;

    public RpcError(long code, String message, JsonObject data) {
        super(Words.excerpt(message, LONGEST));
        this.code = code;
        this.data = data;
    }

    public static RpcError of(JsonObject error) {
        return new RpcError(
                error.number("code", 0), error.string("message", "an error without a message"), error.object("data"));
    }

    public long code() {
        return code;
    }

    public JsonObject data() {
        return data;
    }
}
