package dev.pawl.mcp.wire;

import java.io.IOException;

/** The connection to a server has ended, so that a request has no answer. */
public final class Closed extends IOException {
    private static final long serialVersionUID = 1L;

    public Closed(String message) {
        super(message);
    }
}
