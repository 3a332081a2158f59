package dev.pawl.ai.catalogue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A provider as {@code /login} and the list of models show it.
 *
 * @param variables environment variables that may hold its key
 * @param keySource where its key comes from ({@code --api-key}, {@code auth.json}, a variable, …); null if there is none
 * @param available whether its models can be asked; some providers need no key
 * @param isSignedIn whether that key is one of a sign-in by account
 * @param login the name of its sign-in by account; null if it has none
 * @param takesKey whether a key can be saved for it
 */
public record ProviderInfo(
        String id,
        String name,
        List<String> variables,
        @Nullable String keySource,
        boolean available,
        boolean isSignedIn,
        @Nullable String login,
        boolean takesKey) {}
