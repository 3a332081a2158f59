package dev.pawl.mcp.oauth;

import dev.pawl.accounts.oauth.LoopbackPage;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the user's browser on this machine; where the browser is on another one, the address that it was redirected to can
 * be pasted.
 */
public final class LoopbackSignIn implements SignIn, AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final String STATE = "state=";

    private final LoopbackPage page;
    private final String redirect;
    private final Consumer<URI> show;
    /** The state that the redirect must repeat; null until a page is shown, when no redirect is accepted. */
    private volatile @Nullable String state;

    /**
     * Listens on this machine.
     *
     * @param callback where the browser is sent back to
     * @param show shows the page to the user
     */
    public LoopbackSignIn(Callback callback, Consumer<URI> show) throws IOException {
        this.page = listening(callback, this::hasState);
        this.redirect = callback.redirect(page.port());
        this.show = show;
    }

    /** A preferred port may be in use by another program; then any other is used. */
    private static LoopbackPage listening(Callback callback, Predicate<String> expected) throws IOException {
        try {
            return new LoopbackPage(callback.host(), callback.port(), callback.path(), expected);
        } catch (BindException e) {
            if (callback.required()) {
                throw new IOException("the port " + callback.port() + " of the sign-in is used by another program", e);
            }
            return new LoopbackPage(callback.host(), 0, callback.path(), expected);
        }
    }

    @Override
    public String redirectUri() {
        return redirect;
    }

    /**
     * Accepts the address to which a browser on another machine was redirected.
     *
     * @return whether it is an address of this sign-in
     */
    public boolean pasted(String address) {
        var text = address.strip();
        var start = redirect + "?";
        if (!text.startsWith(start) || !hasState(text.substring(start.length()))) {
            return false;
        }
        page.bring(text.substring(start.length()));
        return true;
    }

    /** Returns whether a query has the state of this sign-in: any web page could redirect the browser here. */
    private boolean hasState(String query) {
        var expected = state;
        return expected != null
                && (expected.isEmpty() || Arrays.asList(query.split("&")).contains(expected));
    }

    @Override
    public String visit(URI shown) throws IOException, InterruptedException {
        var query = shown.getRawQuery();
        state = Arrays.stream(query == null ? new String[0] : query.split("&"))
                .filter(pair -> pair.startsWith(STATE))
                .findFirst()
                .orElse("");
        show.accept(shown);
        var answer = page.query(LIMIT.toMillis());
        if (answer == null) {
            throw new IOException("the sign-in was not completed within " + LIMIT.toSeconds() + " s");
        }
        return redirect + "?" + answer;
    }

    @Override
    public void close() throws IOException {
        page.close();
    }
}
