package dev.pawl.mcp.wire;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Provides the token for a server, and a new one when the server rejects it. */
public interface Authorizer {
    /** The token to send; null if there is none. */
    @Nullable
    String token() throws IOException, InterruptedException;

    /**
     * The server refused a request.
     *
     * @param challenge the header {@code WWW-Authenticate}; empty if there was none
     * @param used the token that was sent; null if none was
     * @return whether the request should be sent again, with another token
     */
    boolean refused(int status, String challenge, @Nullable String used) throws IOException, InterruptedException;

    /** Provides no token. */
    Authorizer NONE = of(() -> null);

    /** A source of tokens. */
    @FunctionalInterface
    interface Source {
        @Nullable
        String token() throws InterruptedException;
    }

    /** Requests the token before every request; one that is rejected is not replaced. */
    static Authorizer of(Source source) {
        return new Authorizer() {
            @Override
            public @Nullable String token() throws InterruptedException {
                return source.token();
            }

            @Override
            public boolean refused(int status, String challenge, @Nullable String used) {
                return false;
            }
        };
    }
}
