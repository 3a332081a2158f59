package dev.pawl.accounts;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sends a small request and reads the response whole; how it gets there is up to those who use accounts. */
@FunctionalInterface
public interface Fetcher {
    /** A response that is read whole, at most a megabyte of it. */
    record Fetched(int status, Map<String, String> headers, String body) {
        public boolean isGood() {
            return status >= 200 && status < 300;
        }

        /** Bodies of sign-ins hold tokens. */
        @Override
        public String toString() {
            return "Fetched[" + status + "]";
        }
    }

    /**
     * Sends a request.
     *
     * @param body null for a GET request
     * @param patience how long nothing may come
     */
    Fetched fetch(URI address, Map<String, String> headers, @Nullable String body, Duration patience)
            throws IOException, InterruptedException;
}
