package dev.pawl.mcp;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.ToolTraits;
import dev.pawl.mcp.client.Connection;
import dev.pawl.mcp.client.Pages;
import dev.pawl.mcp.config.Exposure;
import dev.pawl.mcp.tool.ResultContent;
import dev.pawl.mcp.wire.RpcError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The three tools with which the model lists and reads resources of servers. */
final class ResourceTools {
    static final String LIST = "list_mcp_resources";
    static final String TEMPLATES = "list_mcp_resource_templates";
    static final String READ = "read_mcp_resource";

    private static final Pattern APP = Pattern.compile("(?i).*;\\s*profile\\s*=\\s*\"?mcp-app\"?.*");
    private static final ToolTraits.Annotations READS = new ToolTraits.Annotations(true, false, false, false);

    private final Supplier<List<Connection>> servers;
    private final ResultContent results;

    /** @param servers the servers that have resources */
    ResourceTools(Supplier<List<Connection>> servers, ResultContent results) {
        this.servers = servers;
        this.results = results;
    }

    List<Tool> tools(Exposure exposure) {
        return List.of(
                tool(
                        LIST,
                        "Lists the resources that MCP servers offer: files, database schemas and other data that give"
                                + " context. Prefer them to searching the web.",
                        listing(),
                        exposure,
                        arguments -> list(LIST, "resources/list", "resources", arguments)),
                tool(
                        TEMPLATES,
                        "Lists the templates of MCP servers for addresses of resources with parameters.",
                        listing(),
                        exposure,
                        arguments -> list(TEMPLATES, "resources/templates/list", "resourceTemplates", arguments)),
                tool(
                        READ,
                        "Reads one resource of an MCP server, given the name of the server and the URI.",
                        schema(
                                        "server",
                                        "The server, as list_mcp_resources names it.",
                                        "uri",
                                        "The URI of the resource.")
                                .with("required", List.of("server", "uri")),
                        exposure,
                        this::read));
    }

    @FunctionalInterface
    private interface Work {
        ToolOutput run(JsonObject arguments) throws IOException, InterruptedException;
    }

    private static Tool tool(String name, String description, JsonObject parameters, Exposure exposure, Work work) {
        return Tool.of(name, description, parameters, (arguments, _) -> work.run(arguments))
                .with(tool -> tool.exposure(exposure.ofTool()).annotations(READS));
    }

    private static JsonObject listing() {
        return schema(
                "server",
                "Name of one server; without it, all servers.",
                "cursor",
                "The nextCursor of an earlier call with the same server.");
    }

    private static JsonObject schema(String one, String about, String other, String aboutOther) {
        var properties = new LinkedHashMap<String, @Nullable Object>();
        properties.put(one, JsonObject.of("type", "string", "description", about));
        properties.put(other, JsonObject.of("type", "string", "description", aboutOther));
        return JsonObject.of("type", "object", "properties", properties).with("additionalProperties", false);
    }

    private ToolOutput list(String tool, String method, String field, JsonObject arguments)
            throws IOException, InterruptedException {
        var name = arguments.string("server", "").strip();
        var cursor = arguments.string("cursor", "").strip();
        JsonObject answer;
        if (!name.isEmpty()) {
            var page =
                    page(find(name), method, cursor.isEmpty() ? JsonObject.empty() : JsonObject.of("cursor", cursor));
            answer = JsonObject.of("server", name, field, listed(name, page.objects(field)));
            answer = page.string("nextCursor") == null ? answer : answer.with("nextCursor", page.get("nextCursor"));
        } else if (!cursor.isEmpty()) {
            throw new IllegalArgumentException("cursor can only be used with a server");
        } else {
            answer = listOfAllServers(method, field);
        }
        return results.output(
                JsonObject.of("server", name, "tool", tool), List.of(Content.text(Json.write(answer))), answer, false);
    }

    private JsonObject listOfAllServers(String method, String field) throws InterruptedException {
        var all = new ArrayList<JsonObject>();
        var errors = new ArrayList<JsonObject>();
        for (var server : servers.get()) {
            var name = server.entry().name();
            try {
                all.addAll(listed(name, Pages.all((asked, params) -> page(server, asked, params), method, field)));
            } catch (IOException e) {
                errors.add(JsonObject.of("server", name, "error", String.valueOf(e.getMessage())));
            }
        }
        var answer = JsonObject.of(field, all);
        return errors.isEmpty() ? answer : answer.with("errors", errors);
    }

    /** A server without templates may not support the request. */
    private static JsonObject page(Connection server, String method, JsonObject params)
            throws IOException, InterruptedException {
        try {
            return server.read(method, params);
        } catch (RpcError e) {
            if (e.code() == RpcError.METHOD_NOT_FOUND) {
                return JsonObject.empty();
            }
            throw e;
        }
    }

    /** Leaves out resources for graphical user interfaces, and icons. */
    private static List<JsonObject> listed(String server, List<JsonObject> items) {
        return items.stream()
                .filter(item ->
                        !item.string("uri", item.string("uriTemplate", "")).startsWith("ui://")
                                && !APP.matcher(item.string("mimeType", "")).matches())
                .map(item -> JsonObject.of("server", server).with(item.without("_meta", "icons")))
                .toList();
    }

    private ToolOutput read(JsonObject arguments) throws IOException, InterruptedException {
        var name = arguments.string("server", "").strip();
        var uri = arguments.string("uri", "").strip();
        var result = find(name).read("resources/read", JsonObject.of("uri", uri));
        var contents = result.objects("contents");
        var blocks = new ArrayList<Content>();
        for (var one : contents) {
            if (contents.size() > 1) {
                blocks.add(Content.text(one.string("uri", "") + ":"));
            }
            blocks.addAll(results.block(name, JsonObject.of("type", "resource", "resource", one), false));
        }
        if (blocks.isEmpty()) {
            blocks.add(Content.text("Resource " + uri + " is empty."));
        }
        var structured = JsonObject.of("server", name, "uri", uri)
                .with(
                        "contents",
                        contents.stream().map(one -> one.without("_meta")).toList());
        return results.output(JsonObject.of("server", name, "tool", READ), blocks, structured, false);
    }

    private Connection find(String name) {
        for (var server : servers.get()) {
            if (server.entry().name().equals(name)) {
                return server;
            }
        }
        var known = servers.get().stream().map(one -> one.entry().name()).collect(Collectors.joining(", "));
        throw new IllegalArgumentException("MCP server \"" + name + "\" has no resources"
                + (known.isEmpty() ? "" : ". Servers with resources: " + known));
    }
}
