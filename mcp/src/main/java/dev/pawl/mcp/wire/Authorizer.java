package dev.pawl.mcp.wire;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Gives the token that a server wants, and a new one when it refuses the old. */
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

    /** Has none, and gets none. */
    Authorizer NONE = of(() -> null);

    /** Where tokens are asked for. */
    @FunctionalInterface
    interface Source {
        @Nullable
        String token() throws InterruptedException;
    }

    /** Asks for the token before every request; one that is refused is not replaced. */
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
