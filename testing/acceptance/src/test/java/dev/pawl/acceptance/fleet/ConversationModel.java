package dev.pawl.acceptance.fleet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A model whose answer depends on the conversation alone, so that it can be asked again, by any worker. */
final class ConversationModel implements AutoCloseable {
    private final HttpServer server;
    private final Answers answers;
    private final AtomicInteger requests = new AtomicInteger();

    /** Answers a conversation. */
    interface Answers {
        /**
         * The next answer.
         *
         * @param said the first message of the user
         * @param turn how many answers there were before
         */
        Turn next(String said, int turn);
    }

    ConversationModel(Answers answers) throws IOException {
        this.answers = answers;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        requests.incrementAndGet();
        var request = JsonObject.parse(exchange.getRequestBody().readAllBytes());
        var messages = request.objects("messages");
        var said = messages.stream()
                .filter(message -> "user".equals(message.string("role")))
                .map(message -> message.get("content") instanceof String text
                        ? text
                        : message.objects("content").getFirst().string("text", ""))
                .findFirst()
                .orElse("");
        int turn = (int) messages.stream()
                .filter(message -> "assistant".equals(message.string("role")))
                .count();
        var next = answers.next(said, turn);
        var body = (next.status() == 200 ? ScriptedModel.stream("openai-completions", next) : "{}")
                .getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            next.headers().forEach(exchange.getResponseHeaders()::set);
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(next.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    int requests() {
        return requests.get();
    }

    String modelsJson() {
        var model = JsonObject.of("id", "by-turn", "input", List.of("text"))
                .with(
                        "cost",
                        JsonObject.of("input", 1_000, "output", 0)
                                .with("cacheRead", 0)
                                .with("cacheWrite", 0));
        var provider = JsonObject.of(
                        "baseUrl", "http://127.0.0.1:" + server.getAddress().getPort() + "/v1", "apiKey", "key")
                .with("api", "openai-completions")
                .with("models", List.of(model));
        return JsonObject.of("providers", JsonObject.of("scripted", provider)).toString();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
