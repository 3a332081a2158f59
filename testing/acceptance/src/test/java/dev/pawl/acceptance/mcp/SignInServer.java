package dev.pawl.acceptance.mcp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;

/** A tool server over HTTP that wants a sign-in, and the authorisation server that it names. */
final class SignInServer implements AutoCloseable {
    static final String TOKEN = "the-secret-access-token";

    /** The requests, each as its method and address. */
    final List<String> requests = Collections.synchronizedList(new ArrayList<>());

    private final HttpServer http;
    private final String page;

    SignInServer() throws IOException {
        this("/authorize");
    }

    /** @param page where users are sent to sign in; a path is one of this server */
    SignInServer(String page) throws IOException {
        this.page = page;
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        http.createContext("/", this::take);
        http.start();
    }

    String address() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    private void take(HttpExchange exchange) throws IOException {
        var uri = exchange.getRequestURI();
        requests.add(exchange.getRequestMethod() + " " + uri);
        var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        var here = uri.isAbsolute() ? uri.getScheme() + "://" + uri.getAuthority() : address();
        switch (uri.getPath()) {
            case "/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp" ->
                answer(exchange, 200, JsonObject.of("resource", here + "/mcp", "authorization_servers", List.of(here)));
            case "/.well-known/oauth-authorization-server" ->
                answer(
                        exchange,
                        200,
                        JsonObject.of(
                                        "issuer",
                                        here,
                                        "authorization_endpoint",
                                        page.startsWith("/") ? here + page : page)
                                .with("token_endpoint", here + "/token")
                                .with("registration_endpoint", here + "/register")
                                .with("response_types_supported", List.of("code"))
                                .with("token_endpoint_auth_methods_supported", List.of("none"))
                                .with("code_challenge_methods_supported", List.of("S256")));
            case "/register" -> answer(exchange, 201, JsonObject.parse(body).with("client_id", "client-1"));
            case "/authorize" -> {
                var query = form(uri.getRawQuery());
                exchange.getResponseHeaders()
                        .add(
                                "Location",
                                query.get("redirect_uri") + "?code=good&state="
                                        + URLEncoder.encode(query.getOrDefault("state", ""), StandardCharsets.UTF_8));
                answer(exchange, 302, JsonObject.empty());
            }
            case "/token" ->
                answer(
                        exchange,
                        "good".equals(form(body).get("code")) ? 200 : 400,
                        JsonObject.of("access_token", TOKEN, "token_type", "Bearer")
                                .with("expires_in", 3600));
            default -> {
                var said = exchange.getRequestHeaders().getFirst("Authorization");
                if (!("Bearer " + TOKEN).equals(said)) {
                    exchange.getResponseHeaders()
                            .add(
                                    "WWW-Authenticate",
                                    "Bearer resource_metadata=\"" + here
                                            + "/.well-known/oauth-protected-resource/mcp\"");
                    answer(exchange, 401, JsonObject.empty());
                } else {
                    serve(exchange, JsonObject.parse(body));
                }
            }
        }
    }

    private static void serve(HttpExchange exchange, JsonObject message) throws IOException {
        var result = switch (message.string("method", "")) {
            case "initialize" ->
                JsonObject.of(
                                "protocolVersion",
                                "2025-11-25",
                                "capabilities",
                                JsonObject.of("tools", JsonObject.empty()))
                        .with("serverInfo", JsonObject.of("name", "signed", "version", "1"));
            case "tools/list" ->
                JsonObject.of(
                        "tools",
                        List.of(JsonObject.of("name", "secretly", "description", "Needs a sign-in")
                                .with("inputSchema", JsonObject.of("type", "object"))));
            case "tools/call" ->
                JsonObject.of("content", List.of(JsonObject.of("type", "text", "text", "the secret is out")));
            default -> null;
        };
        var id = message.get("id");
        if (id == null) {
            answer(exchange, 202, JsonObject.empty());
        } else {
            var reply = JsonObject.of("jsonrpc", "2.0", "id", id);
            answer(
                    exchange,
                    200,
                    result == null
                            ? reply.with("error", JsonObject.of("code", -32601, "message", "no such method"))
                            : reply.with("result", result));
        }
    }

    private static void answer(HttpExchange exchange, int status, JsonObject body) throws IOException {
        try (exchange) {
            var bytes = body.isEmpty() ? new byte[0] : body.toString().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private static Map<String, String> form(String text) {
        var form = new HashMap<String, String>();
        for (var pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                form.put(
                        pair.substring(0, equals),
                        URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return form;
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
