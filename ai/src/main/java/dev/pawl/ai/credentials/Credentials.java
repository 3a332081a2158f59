package dev.pawl.ai.credentials;

import dev.pawl.ai.catalogue.ModelShape;
import dev.pawl.ai.catalogue.Provider;
import dev.pawl.ai.http.HookCode;
import dev.pawl.ai.secret.KeyCommands;
import dev.pawl.ai.secret.Resolved;
import dev.pawl.ai.secret.Secret;
import dev.pawl.ai.secret.ValueTemplate;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ProviderConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the key of a provider: on the command line, in auth.json, in models.json (or from a hook), in the environment. */
public final class Credentials {
    /** A token is taken to be expired a little before it is, as a request takes a while. */
    private static final long MARGIN_MILLIS = 60_000;

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** What a provider is asked with. */
    public sealed interface Found {
        /**
         * There is a key, or none is needed.
         *
         * @param key null where none is needed
         * @param bearer whether it must go into {@code Authorization: Bearer}
         * @param environment the variables for header values: those of the program, and what auth.json adds to them
         */
        record Key(@Nullable Secret key, boolean bearer, Map<String, String> environment) implements Found {
            @Override
            public String toString() {
                return key == null ? "no key needed" : "***";
            }
        }

        record None(String why) implements Found {}
    }

    private final ModelsSetup setup;
    private final AuthFile file;
    private final KeyCommands commands;
    private final KeyCommands keptCommands;
    private volatile @Nullable String apiKeyProvider;

    public Credentials(ModelsSetup setup, AuthFile file) {
        this.setup = setup;
        this.file = file;
        this.commands = KeyCommands.everyTime(setup.environment(), setup.commandLimit());
        this.keptCommands = KeyCommands.once(setup.environment(), setup.commandLimit());
        this.apiKeyProvider = setup.apiKeyProvider();
    }

    /** Says whose key {@code --api-key} is, unless that was said on the command line. */
    public void apiKeyIsFor(String provider) {
        if (setup.apiKeyProvider() == null) {
            apiKeyProvider = provider;
        }
    }

    /** Has commands that printed a key run again. */
    public void forget() {
        keptCommands.forget();
    }

    public KeyCommands commands() {
        return commands;
    }

    public boolean has(Provider provider) {
        return provider.needsNoKey() || source(provider) != null;
    }

    /** Where the key would come from, as users call it; null if there is none. Nothing is run for that. */
    @Nullable
    public String source(Provider provider) {
        if (isOnCommandLine(provider)) {
            return "--api-key";
        }
        var entry = file.entry(provider.id());
        var environment = environment(entry);
        if (entry != null && isUsable(entry, provider, environment)) {
            return "auth.json";
        }
        var template = provider.apiKey();
        if (template != null) {
            return template.isReady(environment) ? provider.keyOrigin() : null;
        }
        return variable(provider, environment);
    }

    /** The key itself; commands are run and sign-ins refreshed for it. */
    public Found find(Provider provider) throws InterruptedException {
        var apiKey = setup.apiKey();
        if (apiKey != null && isOnCommandLine(provider)) {
            return found(Resolved.sendable(apiKey.value(), "The key behind --api-key"), false, setup.environment());
        }
        var entry = file.entry(provider.id());
        var environment = environment(entry);
        if (entry != null && isUsable(entry, provider, environment)) {
            return stored(entry, provider, environment);
        }
        var template = provider.apiKey();
        if (template != null) {
            var what = "The key of \"" + provider.id() + "\" in " + provider.keyOrigin();
            return found(template.resolve(environment, commands, what), false, environment);
        }
        var variable = variable(provider, environment);
        if (variable != null) {
            return found(
                    Resolved.sendable(environment.getOrDefault(variable, ""), "The environment variable " + variable),
                    provider.bearerVariables().contains(variable),
                    environment);
        }
        return provider.needsNoKey()
                ? new Found.Key(null, false, environment)
                : new Found.None(missing(provider, entry));
    }

    private boolean isOnCommandLine(Provider provider) {
        return setup.apiKey() != null && provider.id().equals(apiKeyProvider);
    }

    private Found stored(JsonObject entry, Provider provider, Map<String, String> environment)
            throws InterruptedException {
        var login = provider.login();
        var key = entry.string("key");
        if (key != null) {
            var what = "The key of \"" + provider.id() + "\" in auth.json";
            return found(ValueTemplate.of(key).resolve(environment, keptCommands, what), false, environment);
        }
        if (login == null) {
            return new Found.None(missing(provider, entry));
        }
        try {
            var valid = isExpired(entry) ? refresh(provider, login) : entry;
            var token = HookCode.call("key of " + provider.id(), () -> login.apiKey(valid), PATIENCE);
            return found(
                    Resolved.sendable(token, "The token of the sign-in to \"" + provider.id() + "\""),
                    false,
                    environment);
        } catch (IOException | RuntimeException e) {
            // The words of a sign-in may hold what it was made with.
            return new Found.None("The sign-in to " + provider.name() + " could not be renewed ("
                    + e.getClass().getSimpleName() + "). Sign in again with /login " + provider.id() + ".");
        }
    }

    /** Under the lock, because a refresh token often counts only once; another program may have been faster. */
    private JsonObject refresh(Provider provider, ProviderConfig.Login login) throws IOException, InterruptedException {
        var renewed = file.change(provider.id(), now -> {
            if (now == null) {
                throw new IOException("signed out");
            }
            return isExpired(now)
                    ? now.with(HookCode.call("refresh of " + provider.id(), () -> login.refresh(now), PATIENCE))
                            .with("type", "oauth")
                    : now;
        });
        if (renewed == null) {
            throw new IOException("signed out");
        }
        return renewed;
    }

    private boolean isExpired(JsonObject entry) {
        return entry.number("expires", Long.MAX_VALUE) - MARGIN_MILLIS
                <= setup.clock().millis();
    }

    /** A sign-in of another program can only be used where a hook knows how; it does not stand in the way of a key. */
    private static boolean isUsable(JsonObject entry, Provider provider, Map<String, String> environment) {
        var key = entry.string("key");
        return switch (entry.string("type", "")) {
            case "api_key" ->
                key != null && !key.isEmpty() && ValueTemplate.of(key).isReady(environment);
            case "oauth" -> provider.login() != null && entry.string("access") != null;
            default -> false;
        };
    }

    private Map<String, String> environment(@Nullable JsonObject entry) {
        var own = entry == null ? JsonObject.empty() : entry.object("env");
        if (own.isEmpty()) {
            return setup.environment();
        }
        var environment = new HashMap<>(setup.environment());
        environment.putAll(ModelShape.texts(own));
        return environment;
    }

    private static @Nullable String variable(Provider provider, Map<String, String> environment) {
        for (var names : List.of(provider.bearerVariables(), provider.variables())) {
            for (var name : names) {
                if (!environment.getOrDefault(name, "").isEmpty()) {
                    return name;
                }
            }
        }
        return null;
    }

    private static Found found(Resolved resolved, boolean bearer, Map<String, String> environment) {
        // No switch: this stands on the way to the first request.
        if (resolved instanceof Resolved.Value value) {
            return new Found.Key(value.secret(), bearer, environment);
        }
        return new Found.None(((Resolved.Missing) resolved).why());
    }

    private String missing(Provider provider, @Nullable JsonObject entry) {
        var name = provider.name().equals(provider.id())
                ? "\"" + provider.id() + "\""
                : provider.name() + " (" + provider.id() + ")";
        var ways = provider.variables().isEmpty()
                ? "Give it an apiKey in models.json, or save one"
                : "Set " + String.join(" or ", provider.variables()) + ", or save one";
        var sentence = "There is no key for " + name + ". " + ways + " with /login " + provider.id() + " (kept in "
                + file.path() + ").";
        if (entry != null && "oauth".equals(entry.string("type"))) {
            return sentence + " The sign-in kept there was made by another program and cannot be used here.";
        }
        if (entry != null && entry.string("key") != null) {
            return sentence + " The entry kept there needs "
                    + String.join(
                            " and ", ValueTemplate.of(entry.string("key", "")).variables())
                    + " in the environment.";
        }
        return sentence;
    }
}
