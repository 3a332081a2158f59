package dev.pawl.ai.wire;

import dev.pawl.api.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Takes in the events of one stream and builds the answer from them. Events of unknown types are passed over. */
public interface StreamReader {
    /**
     * One event.
     *
     * @param name the name that stood in the stream's {@code event:} line, null if there was none
     * @throws ProviderError the event says that the provider failed
     */
    void event(@Nullable String name, JsonObject data) throws ProviderError;

    /** The stream is over: says now what it put off until nothing more could come. */
    default void end() throws ProviderError {}

    /** Whether the provider has said all: a stream that ends before has broken off. */
    boolean complete();
}
