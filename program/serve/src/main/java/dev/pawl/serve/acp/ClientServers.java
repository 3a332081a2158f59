package dev.pawl.serve.acp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.McpServer;
import dev.pawl.serve.jsonrpc.ProtocolError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tool servers that a client names for a session. */
final class ClientServers {
    private ClientServers() {}

    static List<McpServer> read(JsonObject params) {
        var servers = new ArrayList<McpServer>();
        for (var server : params.objects("mcpServers")) {
            var name = server.string("name", "");
            if (name.isBlank()) {
                throw ProtocolError.params("a server in \"mcpServers\" needs a \"name\"");
            }
            servers.add(new McpServer(plain(name), config(name, server).with("exposure", "direct")));
        }
        return servers;
    }

    private static JsonObject config(String name, JsonObject server) {
        return switch (server.string("type", "stdio")) {
            case "stdio" ->
                JsonObject.of("command", server.string("command", ""), "args", server.strings("args"))
                        .with("env", map(server.objects("env")));
            case "http" -> JsonObject.of("url", server.string("url", ""), "headers", map(server.objects("headers")));
            default ->
                throw ProtocolError.params("the server \"" + name + "\" is of type \"" + server.string("type")
                        + "\"; stdio and http are supported");
        };
    }

    /** Names of tools contain the name of the server, which editors choose freely. */
    private static String plain(String name) {
        return name.strip().replaceAll("[^A-Za-z0-9_-]+", "_");
    }

    /** Values of a client are literal: neither variables nor commands are replaced. */
    private static String literal(String value) {
        return (value.startsWith("!") ? "$" : "") + value.replace("$", "$$");
    }

    private static JsonObject map(List<JsonObject> pairs) {
        Map<String, String> map = new LinkedHashMap<>();
        pairs.forEach(pair -> map.put(pair.string("name", ""), literal(pair.string("value", ""))));
        return JsonObject.from(map);
    }
}
