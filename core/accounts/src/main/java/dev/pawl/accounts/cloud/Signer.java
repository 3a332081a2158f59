package dev.pawl.accounts.cloud;

import java.net.URI;
import java.time.Instant;
import java.util.Map;

/** Proves who sends a request by a signature over it, where a provider takes no key in a header. */
public interface Signer {
    /** Returns the headers to add to a POST request; they hold for a few minutes. */
    Map<String, String> headers(URI address, String contentType, byte[] body, Instant now);

    /** Returns what no message may show, by the header it is sent in. */
    Map<String, String> secrets();
}
