package dev.pawl.mcp.oauth;

import dev.pawl.base.LoopbackPage;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the user's browser on this machine; where the browser is on another one, the address that it was sent to can
 * be brought as text.
 */
public final class LoopbackSignIn implements SignIn, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String STATE = "state=";

    private final LoopbackPage page;
    private final String redirect;
    private final Consumer<URI> show;
    /** What the way back must repeat; null until a page is shown, and until then nothing is taken. */
    private volatile @Nullable String state;

    /**
     * Listens on this machine.
     *
     * @param callback where the browser is sent back to
     * @param show shows the page to the user
     */
    public LoopbackSignIn(Callback callback, Consumer<URI> show) throws IOException {
        this.page = listening(callback, this::belongs);
        this.redirect = callback.redirect(page.port());
        this.show = show;
    }

    /** A port that is only preferred may be taken by another program; then any will do. */
    private static LoopbackPage listening(Callback callback, Predicate<String> expected) throws IOException {
        try {
            return new LoopbackPage(callback.host(), callback.port(), callback.path(), expected);
        } catch (BindException e) {
            if (callback.required()) {
                throw new IOException("the port " + callback.port() + " of the sign-in is taken by another program", e);
            }
            return new LoopbackPage(callback.host(), 0, callback.path(), expected);
        }
    }

    @Override
    public String redirectUri() {
        return redirect;
    }

    /**
     * Takes the address that a browser elsewhere was sent to.
     *
     * @return whether it is an address of this sign-in
     */
    public boolean pasted(String address) {
        var text = address.strip();
        var start = redirect + "?";
        if (!text.startsWith(start) || !belongs(text.substring(start.length()))) {
            return false;
        }
        page.bring(text.substring(start.length()));
        return true;
    }

    /** Whether a query has the state of this sign-in: any page can send the browser here. */
    private boolean belongs(String query) {
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
        var answer = page.query(PATIENCE.toMillis());
        if (answer == null) {
            throw new IOException("nobody signed in within " + PATIENCE.toSeconds() + " s");
        }
        return redirect + "?" + answer;
    }

    @Override
    public void close() throws IOException {
        page.close();
    }
}
