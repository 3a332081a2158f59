package dev.pawl.fleet.store;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where sessions of a fleet are kept: for each a document and a log, changed by one at a time. */
public interface Store extends AutoCloseable {
    /**
     * Carries an {@link Operation} out; what it changed is kept when this returns. Returns the document after it.
     *
     * @throws dev.pawl.start.attach.Refused if {@link Transition} refuses it
     */
    JsonObject apply(String session, JsonObject operation) throws IOException;

    /** The document of a session; null if there is none. */
    @Nullable
    JsonObject document(String session) throws IOException;

    List<JsonObject> documents() throws IOException;

    /** The log of a session from a line on. */
    List<String> lines(String session, int from) throws IOException;

    /** The steps of tool calls of a session that are kept, in their order. */
    List<String> steps(String session) throws IOException;

    /** Sessions of these places that can perhaps be claimed, those that wait longest first. */
    List<String> claimable(Set<String> places, int most) throws IOException;

    /** Waits until there may be something to claim, at most that long. */
    void awaitChange(Duration atMost) throws InterruptedException;

    @Override
    void close() throws IOException;
}
