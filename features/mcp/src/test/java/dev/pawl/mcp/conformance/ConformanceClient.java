package dev.pawl.mcp.conformance;

import dev.pawl.api.json.JsonObject;
import dev.pawl.mcp.client.ClientSetup;
import dev.pawl.mcp.client.Connection;
import dev.pawl.mcp.client.Elicitation;
import dev.pawl.mcp.client.ServerRequests;
import dev.pawl.mcp.client.Versions;
import dev.pawl.mcp.config.ServerEntry;
import dev.pawl.mcp.oauth.OAuth;
import dev.pawl.mcp.oauth.OAuthSettings;
import dev.pawl.mcp.oauth.SignIn;
import dev.pawl.mcp.oauth.TokenStore;
import dev.pawl.mcp.wire.RpcError;
import dev.pawl.mcp.wire.StreamableHttp;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * The client as the official conformance suite starts it: the address of the suite's server is its last argument.
 *
 * <p>It connects, lists the tools and calls each once. Everything that the suite judges is done by the client of the program; this class only adds a user who accepts
 * every question, and a browser that follows the redirect.
 */
public final class ConformanceClient {
    private static final String DOCUMENT = "https://conformance-test.local/client-metadata.json";
    private static final String REDIRECT = "http://127.0.0.1:3333/callback";

    private ConformanceClient() {}

    public static void main(String[] args) throws Exception {
        var environment = System.getenv();
        run(
                URI.create(args[args.length - 1]),
                environment.getOrDefault("MCP_CONFORMANCE_PROTOCOL_VERSION", ""),
                environment.getOrDefault("MCP_CONFORMANCE_CONTEXT", ""),
                System.err);
    }

    /** Plays one scenario: the version and the context are what the suite sets in the environment, or empty. */
    static void run(URI url, String version, String setting, PrintStream log) throws Exception {
        var context = JsonObject.parse(setting.isEmpty() ? "{}" : setting);
        var settings = new OAuthSettings(
                context.string("client_id"), context.string("client_secret"), null, "Pawl", DOCUMENT, "auto", null);
        var oauth = new OAuth("conformance", url, settings, TokenStore.inMemory(), new Browser());
        var entry = new ServerEntry(
                "conformance",
                JsonObject.of("url", url.toString(), "timeout", 200),
                "the suite",
                ServerEntry.Scope.USER,
                null);
        var start = version.isEmpty()
                ? ClientSetup.Start.BOTH
                : version.equals(Versions.STATELESS) ? ClientSetup.Start.STATELESS : ClientSetup.Start.STATEFUL;
        try (var connection = new Connection(
                entry,
                _ -> new StreamableHttp(url, Map.of(), oauth),
                new ClientSetup("1.0.0", Duration.ofSeconds(200), start, new AcceptingUser(), _ -> {}),
                new StateLog(log))) {
            connection.client();
            connection.refused().forEach(log::println);
            var calls = context.objects("toolCalls");
            for (var tool : connection.tools()) {
                var name = tool.string("name", "");
                var planned = calls.stream()
                        .filter(call -> name.equals(call.get("name")))
                        .findFirst();
                call(
                        connection,
                        name,
                        planned.map(one -> one.object("arguments")).orElseGet(() -> arguments(tool)),
                        log);
            }
            if (connection.client().agreement().offers("resources")) {
                for (var resource :
                        connection.read("resources/list", JsonObject.empty()).objects("resources")) {
                    connection.read("resources/read", JsonObject.of("uri", resource.get("uri")));
                }
            }
            if (connection.client().agreement().offers("prompts")) {
                for (var prompt :
                        connection.read("prompts/list", JsonObject.empty()).objects("prompts")) {
                    connection.read("prompts/get", JsonObject.of("name", prompt.get("name")));
                }
            }
        }
    }

    private static void call(Connection connection, String name, JsonObject arguments, PrintStream log)
            throws Exception {
        try {
            log.println(name + " -> " + connection.call(name, arguments, _ -> {}));
        } catch (RpcError e) {
            log.println(name + " failed: " + e.getMessage());
        }
    }

    /** Some value for every required argument. */
    private static JsonObject arguments(JsonObject tool) {
        var schema = tool.object("inputSchema");
        var arguments = JsonObject.empty();
        for (var one : schema.object("properties").asMap().entrySet()) {
            var property = one.getValue() instanceof JsonObject json ? json : JsonObject.empty();
            arguments = arguments.with(
                    one.getKey(),
                    switch (property.string("type", "string")) {
                        case "number", "integer" -> 5;
                        case "boolean" -> true;
                        case "array" -> java.util.List.of();
                        case "object" -> JsonObject.empty();
                        default -> "test";
                    });
        }
        return arguments;
    }

    /** Follows the page of the authorisation server, which redirects at once. */
    private static final class Browser implements SignIn {
        @Override
        public String redirectUri() {
            return REDIRECT;
        }

        @Override
        public String visit(URI page) throws IOException, InterruptedException {
            try (var http = HttpClient.newBuilder()
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build()) {
                var answer = http.send(HttpRequest.newBuilder(page).GET().build(), BodyHandlers.ofString());
                return answer.headers()
                        .firstValue("location")
                        .orElseThrow(() -> new IOException("the page did not redirect: HTTP " + answer.statusCode()));
            }
        }
    }

    /** Accepts every question with its defaults. */
    private static final class AcceptingUser implements ServerRequests {
        @Override
        public JsonObject capabilities() {
            return JsonObject.of(
                    "elicitation",
                    JsonObject.of("form", JsonObject.of("applyDefaults", true), "url", JsonObject.empty()));
        }

        @Override
        public JsonObject answer(String method, JsonObject params) throws RpcError {
            if (method.equals("elicitation/create")) {
                return Elicitation.defaults(params);
            }
            throw new RpcError(RpcError.METHOD_NOT_FOUND, method + " is not supported", JsonObject.empty());
        }
    }

    private record StateLog(PrintStream log) implements Connection.Listener {
        @Override
        public void toolsChanged(Connection connection) {}

        @Override
        public void stateChanged(Connection connection) {
            log.println(Objects.toString(connection.state()) + " " + connection.error());
        }

        @Override
        public void promptsChanged(Connection connection) {}

        @Override
        public void logged(Connection connection, JsonObject params) {}
    }
}
