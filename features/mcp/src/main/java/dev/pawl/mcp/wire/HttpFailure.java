package dev.pawl.mcp.wire;

import java.io.IOException;

/** The server answered a request with an HTTP status that refuses it. */
public final class HttpFailure extends IOException {
    private static final long serialVersionUID = 1L;

    private final int status;

    public HttpFailure(int status, String message) {
        super(message);
        this.status = status;
    }

    /**
     * The failure for a status without a message of the protocol.
     *
     * @param location the target of a redirect; empty if there is none
     */
    static HttpFailure of(int status, String location) {
        return new HttpFailure(
                status,
                status < 400
                        ? "the server redirects (HTTP " + status + ")" + (location.isEmpty() ? "" : " to " + location)
                                + "; put that address into the file if you trust it"
                        : "the server answered HTTP " + status);
    }

    public int status() {
        return status;
    }

    /** Returns whether the server requires another sign-in. */
    public boolean isAuthorization() {
        return status == 401 || status == 403;
    }

    /** Returns whether the same request may succeed later. */
    public boolean isTransient() {
        return status == 408 || status == 429 || (status >= 500 && status != 501);
    }

    /** Returns whether the server no longer knows the session. */
    public boolean isGone() {
        return status == 404;
    }
}
