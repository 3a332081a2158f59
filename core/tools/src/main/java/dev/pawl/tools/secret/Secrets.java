package dev.pawl.tools.secret;

import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.SpawnRequest;
import dev.pawl.base.secret.SecretFilter;
import dev.pawl.tools.text.ToolFailure;
import java.util.List;

/**
 * The secrets of a program: their names stand for them in all that a conversation shows, and the values are put in at the
 * last moment, where the settings allow it.
 */
public interface Secrets {
    /** No secrets: every text passes, and no name stands for anything. */
    Secrets NONE = new Secrets() {
        @Override
        public SecretFilter filter() {
            return SecretFilter.NONE;
        }

        @Override
        public JsonObject arguments(ToolAuthorize call) {
            return call.call().arguments();
        }

        @Override
        public SpawnRequest command(ToolAuthorize call, SpawnRequest request) {
            return request;
        }

        @Override
        public List<String> used(ToolAuthorize call) {
            return List.of();
        }
    };

    /** Returns what takes the values out of texts. */
    SecretFilter filter();

    /**
     * Returns the arguments of a call that was authorised, with values in place of names.
     *
     * @throws ToolFailure if the call may not use one that it names
     */
    JsonObject arguments(ToolAuthorize call) throws ToolFailure;

    /**
     * Returns the command of a call that was authorised, with the values that it may use in its environment.
     *
     * @throws ToolFailure if the command may not use one that it names
     */
    SpawnRequest command(ToolAuthorize call, SpawnRequest request) throws ToolFailure;

    /** Returns the names of the secrets that a call gets. */
    List<String> used(ToolAuthorize call);
}
