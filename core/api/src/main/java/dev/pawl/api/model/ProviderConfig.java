package dev.pawl.api.model;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A provider that a hook brings, or what it changes about one that exists.
 *
 * <p>Only an address or headers: the existing provider is reached there. Models: they replace the provider's. A stream:
 * the hook itself answers. Keys and header values may be {@code $NAME}, {@code ${NAME}} or {@code !command}.
 */
public record ProviderConfig(
        @Nullable String displayName,
        @Nullable String baseUrl,
        @Nullable String apiKey,
        @Nullable String api,
        Map<String, String> headers,
        boolean authHeader,
        List<Model> models,
        @Nullable Login login,
        @Nullable Answerer answerer,
        JsonObject extra) {
    public ProviderConfig {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        models = List.copyOf(models);
    }

    /** The hook's own way to answer a request. */
    @FunctionalInterface
    public interface Answerer {
        Message.Assistant answer(Model model, ModelRequest request, Consumer<ModelEvent> events)
                throws IOException, InterruptedException;
    }

    /** A sign-in that yields a key; it appears in {@code /login}. */
    public interface Login {
        String name();

        /** Signs in, asking the user through the prompts, and returns the credentials to keep. */
        JsonObject login(Prompts prompts) throws IOException, InterruptedException;

        JsonObject refresh(JsonObject credentials) throws IOException, InterruptedException;

        String apiKey(JsonObject credentials);
    }

    /** The questions and messages of a sign-in. */
    public interface Prompts {
        void openUrl(String url, @Nullable String instructions);

        String ask(String question) throws InterruptedException;

        void progress(String message);
    }

    /** Returns a provider reached at another address. */
    public static ProviderConfig at(String baseUrl) {
        return new ProviderConfig(
                null, baseUrl, null, null, Map.of(), false, List.of(), null, null, JsonObject.empty());
    }

    public ProviderConfig withModels(String api, String apiKey, List<Model> models) {
        return new ProviderConfig(
                displayName, baseUrl, apiKey, api, headers, authHeader, List.copyOf(models), login, answerer, extra);
    }

    public ProviderConfig withHeaders(Map<String, String> headers) {
        return new ProviderConfig(
                displayName, baseUrl, apiKey, api, Map.copyOf(headers), authHeader, models, login, answerer, extra);
    }

    public ProviderConfig withLogin(Login login) {
        return new ProviderConfig(
                displayName, baseUrl, apiKey, api, headers, authHeader, models, login, answerer, extra);
    }

    public ProviderConfig answeredBy(Answerer answerer) {
        return new ProviderConfig(
                displayName, baseUrl, apiKey, api, headers, authHeader, models, login, answerer, extra);
    }
}
