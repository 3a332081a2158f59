package dev.pawl.ai.catalogue;

import dev.pawl.accounts.secret.ValueTemplate;
import dev.pawl.accounts.signin.SignIn;
import dev.pawl.api.model.ProviderConfig;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A provider as catalogue, models.json and hooks together make it, without its models.
 *
 * @param variables environment variables that may hold its key
 * @param bearerVariables the same for tokens that go into {@code Authorization: Bearer}; they come first
 * @param apiKey the key according to models.json or a hook
 * @param keyOrigin where that stands, in words
 * @param baseUrl the address that models.json or a hook gave it
 * @param headers what models.json and hooks add to every request
 * @param answererApi the api that the hook answers for; null for all
 */
public record Provider(
        String id,
        String name,
        List<String> variables,
        List<String> bearerVariables,
        @Nullable ValueTemplate apiKey,
        String keyOrigin,
        @Nullable String baseUrl,
        Map<String, ValueTemplate> headers,
        boolean authHeader,
        ProviderConfig.@Nullable Login login,
        ProviderConfig.@Nullable Answerer answerer,
        @Nullable String answererApi) {
    private static final List<String> KEY_HEADERS = List.of("authorization", "x-api-key", "api-key", "x-goog-api-key");

    /**
     * Returns whether it can be asked without a key: a hook answers, it runs on this machine, or a header carries the key.
     * A key that is named must exist, and is used.
     */
    public boolean needsNoKey() {
        if (apiKey != null || (login != null && !(login instanceof SignIn))) {
            return false;
        }
        return answerer != null || isLocal(baseUrl) || carriesKey();
    }

    /** Returns the environment variables that may hold a key of it. */
    public Set<String> keyVariables() {
        var names = new HashSet<String>();
        names.addAll(variables);
        names.addAll(bearerVariables);
        if (apiKey != null) {
            names.addAll(apiKey.variables());
        }
        headers.values().forEach(header -> names.addAll(header.variables()));
        return names;
    }

    private boolean carriesKey() {
        for (var name : headers.keySet()) {
            if (KEY_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                return true;
            }
        }
        return false;
    }

    static boolean isLocal(@Nullable String address) {
        if (address == null) {
            return false;
        }
        try {
            var host = URI.create(address).getHost();
            return host != null
                    && (host.equals("localhost")
                            || host.equals("[::1]")
                            || host.equals("0.0.0.0")
                            || host.startsWith("127."));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    public ProviderConfig.@Nullable Answerer answererFor(String api) {
        return answererApi == null || answererApi.equals(api) ? answerer : null;
    }
}
