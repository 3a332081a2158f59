package dev.pawl.accounts.signin;

import dev.pawl.accounts.oauth.FormFields;
import dev.pawl.accounts.oauth.LoopbackPage;
import dev.pawl.api.model.ProviderConfig;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Leads the user to a page and back, by a browser on this machine or by an address that is pasted. */
final class BrowserVisit {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String HINT =
            "If the browser is on another machine, paste the address that it was sent to at the end,"
                    + " or the code in it:";

    private BrowserVisit() {}

    /**
     * Returns the code that the user came back with.
     *
     * @param page listens on this machine; null if it cannot, and only pasting is left
     * @param state what the answer must repeat; null if the provider repeats nothing
     */
    static String code(
            ProviderConfig.Prompts prompts, @Nullable LoopbackPage page, String address, @Nullable String state)
            throws IOException, InterruptedException {
        prompts.openUrl(address, null);
        if (page == null) {
            return code(pasted(prompts.ask(HINT), state), state);
        }
        var query = Beside.question(
                prompts, HINT, () -> page.query(PATIENCE.toMillis()), typed -> page.bring(pasted(typed, state)));
        if (query == null) {
            throw new SignInFailed("No sign-in within " + PATIENCE.toMinutes() + " minutes. Begin again with /login.");
        }
        return code(query, state);
    }

    /** Returns what was pasted as a query. A code alone has no state: the user brought it, and no other page. */
    private static String pasted(String typed, @Nullable String state) {
        var query = pasted(typed);
        return state == null || FormFields.decode(query).containsKey("state")
                ? query
                : query + "&state=" + FormFields.encode(state);
    }

    /** Returns the query of what was pasted: a whole address, a query, {@code code#state}, or a code alone. */
    private static String pasted(String typed) {
        var text = typed.strip();
        int question = text.indexOf('?');
        if (question >= 0) {
            int hash = text.indexOf('#', question);
            return text.substring(question + 1, hash < 0 ? text.length() : hash);
        }
        if (text.contains("code=")) {
            return text;
        }
        int hash = text.indexOf('#');
        return hash < 0
                ? "code=" + FormFields.encode(text)
                : "code=" + FormFields.encode(text.substring(0, hash)) + "&state="
                        + FormFields.encode(text.substring(hash + 1));
    }

    private static String code(String query, @Nullable String state) throws SignInFailed {
        var fields = FormFields.decode(query);
        var error = fields.getOrDefault("error", "");
        if (!error.isEmpty()) {
            throw new SignInFailed("The sign-in was refused: " + error.replaceAll("[^A-Za-z0-9_ .-]", "") + ".");
        }
        if (state != null && !state.equals(fields.get("state"))) {
            throw new SignInFailed(
                    "What came back belongs to another sign-in (parameter state). Begin again with /login.");
        }
        var code = fields.getOrDefault("code", "");
        if (code.isEmpty()) {
            throw new SignInFailed("There is no code in what came back. Begin again with /login.");
        }
        return code;
    }

    static String address(String page, Map<String, String> query) {
        return URI.create(page + "?" + FormFields.encode(query)).toString();
    }
}
