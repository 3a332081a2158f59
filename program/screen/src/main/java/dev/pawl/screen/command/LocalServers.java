package dev.pawl.screen.command;

import dev.pawl.ai.http.Http;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.net.Network;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.config.text.JsonFile;
import dev.pawl.config.text.TextFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** Model servers that run on this machine and can be asked as OpenAI's is. */
public final class LocalServers {
    /** Where the usual ones listen. */
    public static final Map<String, String> USUAL = Map.of(
            "ollama", "http://127.0.0.1:11434/v1",
            "lmstudio", "http://127.0.0.1:1234/v1",
            "llama.cpp", "http://127.0.0.1:8080/v1",
            "vllm", "http://127.0.0.1:8000/v1");

    private static final Duration PATIENCE = Duration.ofMillis(500);

    private LocalServers() {}

    /** A server that answered, with the models it has. */
    public record Server(String name, String baseUrl, List<String> models) {
        /** As models.json describes it. */
        JsonObject toJson() {
            return JsonObject.of("baseUrl", baseUrl, "api", "openai-completions")
                    .with("apiKey", "local")
                    .with(
                            "models",
                            models.stream().map(id -> JsonObject.of("id", id)).toList());
        }
    }

    /** Those that answer now; all are asked at once. */
    public static List<Server> find(Map<String, String> addresses) throws InterruptedException {
        var asked = new LinkedHashMap<String, FutureTask<@Nullable Server>>();
        addresses.forEach((name, address) -> {
            var task = new FutureTask<@Nullable Server>(() -> ask(name, address));
            asked.put(name, task);
            Thread.ofVirtual().name("look for " + name).start(task);
        });
        var found = new ArrayList<Server>();
        for (var task : asked.values()) {
            try {
                var server = task.get();
                if (server != null) {
                    found.add(server);
                }
            } catch (ExecutionException e) {
                // Something else listens there.
            }
        }
        return found;
    }

    private static @Nullable Server ask(String name, String address) throws IOException, InterruptedException {
        try (var http = new Http(Network.direct())) {
            var json = JsonObject.parse(http.fetch(URI.create(address + "/models"), Map.of(), null, PATIENCE)
                    .body());
            var models = json.objects("data").stream()
                    .map(model -> model.string("id", ""))
                    .filter(id -> !id.isBlank())
                    .toList();
            return models.isEmpty() ? null : new Server(name, address, models);
        }
    }

    /** Adds a server to models.json; a file that cannot be read as JSON is left as it is. */
    public static void keep(Server server, Path modelsJson) throws IOException, InterruptedException {
        try {
            new JsonFile(modelsJson)
                    .edit(JsonEdit.nothing().with(List.of("providers", server.name()), server.toJson()));
        } catch (IOException e) {
            throw new IOException("nothing was added to " + modelsJson + ": " + TextFile.why(e), e);
        }
    }
}
