package dev.pawl.ai.wire;

import dev.pawl.api.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Takes in the events of one stream and builds the answer from them. Events of unknown types are passed over. */
public interface StreamReader {
    /**
     * One event.
     *
     * @param name the name that was in the stream's {@code event:} line, null if there was none
     * @throws ProviderError the event reports that the provider failed
     */
    void event(@Nullable String name, JsonObject data) throws ProviderError;

    /** Returns whether the provider has sent all: a stream that ends before has broken off. */
    boolean complete();
}
