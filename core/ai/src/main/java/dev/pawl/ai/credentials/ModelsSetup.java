package dev.pawl.ai.credentials;

import dev.pawl.accounts.secret.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the models are found and reached with.
 *
 * @param agentDir the folder with models.json and auth.json; it need not exist
 * @param environment the environment variables, also for commands that print keys
 * @param apiKey the key from {@code --api-key}
 * @param apiKeyProvider whose key that is; if null, it belongs to the provider of the model that the command line names
 * @param clock determines when a sign-in has expired
 * @param commandLimit how long a command may take to print a key
 * @param tokenLife how long the token of a sign-in must stay good; zero if as long as a request takes
 */
public record ModelsSetup(
        Path agentDir,
        Map<String, String> environment,
        @Nullable Secret apiKey,
        @Nullable String apiKeyProvider,
        InstantSource clock,
        Duration commandLimit,
        Duration tokenLife) {
    public ModelsSetup {
        environment = Map.copyOf(environment);
    }

    public static ModelsSetup of(Path agentDir, Map<String, String> environment) {
        return new ModelsSetup(
                agentDir, environment, null, null, InstantSource.system(), Duration.ofSeconds(10), Duration.ZERO);
    }

    public ModelsSetup withApiKey(Secret key, @Nullable String provider) {
        return new ModelsSetup(agentDir, environment, key, provider, clock, commandLimit, tokenLife);
    }

    public ModelsSetup withCommandLimit(Duration limit) {
        return new ModelsSetup(agentDir, environment, apiKey, apiKeyProvider, clock, limit, tokenLife);
    }

    public ModelsSetup withTokenLife(Duration life) {
        return new ModelsSetup(agentDir, environment, apiKey, apiKeyProvider, clock, commandLimit, life);
    }

    public Path modelsFile() {
        return agentDir.resolve("models.json");
    }

    public Path authFile() {
        return agentDir.resolve("auth.json");
    }

    /** The environment is full of keys, so only the place is shown. */
    @Override
    public String toString() {
        return "ModelsSetup[" + agentDir + "]";
    }
}
