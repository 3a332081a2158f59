package dev.pawl.ai.http;

import dev.pawl.accounts.cloud.Signer;
import dev.pawl.accounts.secret.Secret;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ProviderConfig;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a request goes, with everything resolved that it needs on the way.
 *
 * @param key null where the provider needs none
 * @param authHeader whether the key goes into {@code Authorization: Bearer}, wherever else the provider's language puts
 *     it
 * @param headers what the user, a hook or the catalogue adds; values may be secret
 * @param environment the variables that locate the provider: regions, projects, names of deployments
 * @param signer signs the request, where the provider takes no key
 * @param answerer the hook that answers instead of a provider
 */
public record Target(
        Model model,
        @Nullable Secret key,
        boolean authHeader,
        Map<String, String> headers,
        Map<String, String> environment,
        @Nullable Signer signer,
        ProviderConfig.@Nullable Answerer answerer) {
    public Target {
        headers = Map.copyOf(headers);
        environment = Map.copyOf(environment);
    }

    public static Target of(Model model, @Nullable Secret key, boolean authHeader, Map<String, String> headers) {
        return new Target(model, key, authHeader, headers, Map.of(), null, null);
    }

    public static Target answered(Model model, ProviderConfig.Answerer answerer) {
        return new Target(model, null, false, Map.of(), Map.of(), null, answerer);
    }

    /** Lists which headers there are, never their values. */
    @Override
    public String toString() {
        return "Target[" + model.reference() + ", headers " + headers.keySet() + "]";
    }
}
