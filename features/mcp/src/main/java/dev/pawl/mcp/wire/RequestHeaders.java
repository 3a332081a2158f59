package dev.pawl.mcp.wire;

import dev.pawl.api.json.JsonObject;
import java.util.Map;

/** The headers of a request without a session, which repeat its method and the name or URI that it concerns. */
final class RequestHeaders {
    private RequestHeaders() {}

    static Map<String, String> of(JsonObject message) {
        var method = message.string("method", "");
        var params = message.object("params");
        var name = switch (method) {
            case "tools/call", "prompts/get" -> params.string("name");
            case "resources/read" -> params.string("uri");
            default -> null;
        };
        return name == null
                ? Map.of("Mcp-Method", method)
                : Map.of("Mcp-Method", method, "Mcp-Name", HeaderText.of(name));
    }
}
