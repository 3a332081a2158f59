package dev.pawl.fleet.restate;

import java.io.IOException;
import java.util.Map;

/** Answers requests of the Restate server with its SDK. */
public interface HandlerHost {
    /**
     * An answer over HTTP.
     *
     * @param contentType its type; empty for none
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Answer(int status, String contentType, byte[] body) {}

    Answer answer(String path, Map<String, String> headers, byte[] body) throws IOException, InterruptedException;
}
