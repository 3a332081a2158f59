package dev.pawl.ai.credentials;

import dev.pawl.accounts.cloud.AmazonAmbient;
import dev.pawl.accounts.cloud.Ambient;
import dev.pawl.accounts.cloud.GoogleAmbient;
import dev.pawl.accounts.cloud.Signer;
import dev.pawl.accounts.secret.KeyCommands;
import dev.pawl.accounts.secret.Resolved;
import dev.pawl.accounts.secret.Secret;
import dev.pawl.accounts.secret.ValueTemplate;
import dev.pawl.accounts.signin.SignIn;
import dev.pawl.accounts.signin.SignInFailed;
import dev.pawl.ai.bedrock.Region;
import dev.pawl.ai.catalogue.ModelLayers;
import dev.pawl.ai.catalogue.Provider;
import dev.pawl.ai.http.HookCode;
import dev.pawl.ai.http.Http;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ProviderConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the key of a provider: on the command line, in auth.json, in models.json (or from a hook), in the environment.
 */
public final class Credentials {
    /** A token is taken to be expired a little before it is, as a request takes a while. */
    private static final long MARGIN_MILLIS = 60_000;

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** The credentials of a request, if there are any. */
    public sealed interface Found {
        /**
         * There is a key, or none is needed.
         *
         * @param key null where none is needed
         * @param bearer whether it must go into {@code Authorization: Bearer}
         * @param environment the variables for header values: those of the program, and what auth.json adds to them
         * @param signing makes the signer of requests to a model; null where there is a key
         * @param address where the account is served; null for the model's own address
         */
        record Key(
                @Nullable Secret key,
                boolean bearer,
                Map<String, String> environment,
                @Nullable Function<Model, Signer> signing,
                @Nullable String address)
                implements Found {
            Key(@Nullable Secret key, boolean bearer, Map<String, String> environment) {
                this(key, bearer, environment, null, null);
            }

            @Override
            public String toString() {
                return key == null && signing == null ? "no key needed" : "***";
            }
        }

        record None(String why) implements Found {}
    }

    private final ModelsSetup setup;
    private final AuthFile file;
    private final KeyCommands commands;
    private final KeyCommands keptCommands;
    private final Http http;
    private final Map<String, Ambient> clouds = new ConcurrentHashMap<>();
    private volatile @Nullable String apiKeyProvider;

    public Credentials(ModelsSetup setup, AuthFile file, Http http) {
        this.setup = setup;
        this.http = http;
        this.file = file;
        this.commands = KeyCommands.everyTime(setup.environment(), setup.commandLimit());
        this.keptCommands = KeyCommands.once(setup.environment(), setup.commandLimit());
        this.apiKeyProvider = setup.apiKeyProvider();
    }

    /** Sets whose key {@code --api-key} is, unless the command line specifies it. */
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

    /** Returns whether the key is one of a sign-in by account. */
    public boolean isSignedIn(Provider provider) {
        var entry = entry(provider.id());
        return !isOnCommandLine(provider)
                && entry != null
                && entry.string("type", "").equals("oauth")
                && isUsable(entry, provider, environment(entry));
    }

    /** Returns where the key would come from, as users call it; null if there is none. Nothing is run for that. */
    @Nullable
    public String source(Provider provider) {
        if (isOnCommandLine(provider)) {
            return "--api-key";
        }
        var entry = entry(provider.id());
        var environment = environment(entry);
        if (entry != null && isUsable(entry, provider, environment)) {
            return "auth.json";
        }
        var template = provider.apiKey();
        if (template != null) {
            return template.isReady(environment) ? provider.keyOrigin() : null;
        }
        var variable = variable(provider, environment);
        if (variable != null) {
            return variable;
        }
        var ambient = ambient(provider.id());
        var source = ambient == null ? null : ambient.source(environment);
        return source != null && entry != null ? "auth.json" : source;
    }

    /** Returns the key itself; commands are run and sign-ins refreshed for it. */
    public Found find(Provider provider) throws InterruptedException {
        var apiKey = setup.apiKey();
        if (apiKey != null && isOnCommandLine(provider)) {
            return found(Resolved.sendable(apiKey.value(), "The key behind --api-key"), false, setup.environment());
        }
        var entry = entry(provider.id());
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
        var ambient = ambient(provider.id());
        if (ambient != null && ambient.source(environment) != null) {
            return ambient(ambient, provider, environment);
        }
        return provider.needsNoKey()
                ? new Found.Key(null, false, environment)
                : new Found.None(missing(provider, entry));
    }

    private boolean isOnCommandLine(Provider provider) {
        return setup.apiKey() != null && provider.id().equals(apiKeyProvider);
    }

    /** Returns a provider's entry; also under the name that the provider once had. */
    private @Nullable JsonObject entry(String provider) {
        var entry = file.entry(provider);
        return entry == null && provider.equals("azure") ? file.entry("azure-openai-responses") : entry;
    }

    /** Returns the models that an account has; null if it lists none, or no account is signed in. */
    public @Nullable List<String> models(Provider provider) {
        var entry = provider.login() instanceof SignIn ? entry(provider.id()) : null;
        return entry != null && entry.string("type", "").equals("oauth") && provider.login() instanceof SignIn account
                ? account.models(entry)
                : null;
    }

    /** Returns the credentials of a cloud; null if the provider is none. */
    private @Nullable Ambient ambient(String provider) {
        return switch (provider) {
            case "amazon-bedrock", "google-vertex" ->
                clouds.computeIfAbsent(
                        provider,
                        name -> name.equals("amazon-bedrock")
                                ? new AmazonAmbient(http, setup.clock(), keptCommands, Region::of)
                                : new GoogleAmbient(http, setup.clock()));
            default -> null;
        };
    }

    private static Found ambient(Ambient ambient, Provider provider, Map<String, String> environment)
            throws InterruptedException {
        try {
            var access = ambient.access(environment);
            var all = new HashMap<>(environment);
            all.putAll(access.environment());
            return new Found.Key(access.token(), access.token() != null, all, access.signing(), null);
        } catch (IOException e) {
            return new Found.None(provider.name() + ": " + e.getMessage());
        }
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
            var life = setup.tokenLife();
            if (life.isPositive()
                    && expires(valid) - life.toMillis() <= setup.clock().millis()) {
                return new Found.None("The token of the sign-in to " + provider.name() + " ends within "
                        + life.toSeconds() + " seconds, also after it was renewed.");
            }
            var token = login instanceof SignIn
                    ? login.apiKey(valid)
                    : HookCode.call("key of " + provider.id(), () -> login.apiKey(valid), PATIENCE);
            var found = found(
                    Resolved.sendable(token, "The token of the sign-in to \"" + provider.id() + "\""),
                    login instanceof SignIn,
                    environment);
            return login instanceof SignIn account && found instanceof Found.Key good
                    ? new Found.Key(good.key(), true, environment, null, account.address(valid))
                    : found;
        } catch (SignInFailed e) {
            return new Found.None("The sign-in to " + provider.name() + " could not be renewed. " + e.getMessage()
                    + " If that stays so, sign in again with /login " + provider.id() + ".");
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
                    ? now.with(
                                    login instanceof SignIn
                                            ? login.refresh(now)
                                            : HookCode.call(
                                                    "refresh of " + provider.id(), () -> login.refresh(now), PATIENCE))
                            .with("type", "oauth")
                    : now;
        });
        if (renewed == null) {
            throw new IOException("signed out");
        }
        return renewed;
    }

    private boolean isExpired(JsonObject entry) {
        long life = Math.max(MARGIN_MILLIS, setup.tokenLife().toMillis());
        return expires(entry) - life <= setup.clock().millis();
    }

    private static long expires(JsonObject entry) {
        return entry.number("expires", Long.MAX_VALUE);
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
        environment.putAll(ModelLayers.texts(own));
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
        // No switch: this is on the way to the first request.
        if (resolved instanceof Resolved.Value value) {
            return new Found.Key(value.secret(), bearer, environment);
        }
        return new Found.None(((Resolved.Missing) resolved).why());
    }

    private String missing(Provider provider, @Nullable JsonObject entry) {
        var name = provider.name().equals(provider.id())
                ? "\"" + provider.id() + "\""
                : provider.name() + " (" + provider.id() + ")";
        var variables = provider.variables().isEmpty() ? provider.bearerVariables() : provider.variables();
        boolean account = provider.login() instanceof SignIn;
        var save = account ? "sign in" : "save one";
        var ways = variables.isEmpty()
                ? account ? "Sign in" : "Give it an apiKey in models.json, or " + save
                : "Set " + String.join(" or ", variables) + ", or " + save;
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
