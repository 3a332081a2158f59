package dev.pawl.accounts.signin;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ProviderConfig;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A sign-in by account that is built in; what it yields is kept in auth.json as pi keeps it. */
public interface SignIn extends ProviderConfig.Login {
    /** Asks which of several ways to go. */
    interface Chooser extends ProviderConfig.Prompts {
        /** Returns the place of the chosen one. */
        int choose(String question, List<String> ways) throws InterruptedException;
    }

    /** Returns whether the provider takes a key as well. */
    default boolean orKey() {
        return true;
    }

    @Override
    default String apiKey(JsonObject credentials) {
        return credentials.string("access", "");
    }

    /** Returns the address at which the account is served; null for the usual one. */
    default @Nullable String address(JsonObject credentials) {
        return null;
    }

    /** Returns the models that the account has; null if it lists none. */
    default @Nullable List<String> models(JsonObject credentials) {
        return null;
    }
}
