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
     * The failure that a status without a message of the protocol is.
     *
     * @param location where a redirecting server sends its clients; empty if it names none
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

    /** Whether the server wants another sign-in. */
    public boolean isAuthorization() {
        return status == 401 || status == 403;
    }

    /** Whether the same may well succeed a little later. */
    public boolean isTransient() {
        return status == 408 || status == 429 || (status >= 500 && status != 501);
    }

    /** Whether the server has forgotten the session. */
    public boolean isGone() {
        return status == 404;
    }
}
