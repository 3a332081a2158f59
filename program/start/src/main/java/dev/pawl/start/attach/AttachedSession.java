package dev.pawl.start.attach;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.util.List;

/** A session that another process runs, as a client that is attached to it sees it. */
public interface AttachedSession {
    String id();

    /**
     * Returns its state.
     *
     * @throws Refused if the session does not exist, or not any more
     */
    SessionState state() throws IOException;

    /** Returns its log from a line on; the header is line 0. */
    List<String> lines(int from) throws IOException;

    void prompt(String text) throws IOException;

    void answer(Question question, JsonObject answer) throws IOException;

    /** Ends the run under way. */
    void cancel() throws IOException;
}
