package dev.pawl.accounts.oauth;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request for an authorization code with PKCE, and for the tokens that the code stands for.
 *
 * @param client the identifier of the client
 * @param redirect where the browser is sent back to
 * @param state what the answer must repeat
 */
public record CodeRequest(String client, String redirect, Pkce proof, String state) {
    /** Returns a request with a fresh proof and state. */
    public static CodeRequest of(String client, String redirect) {
        return new CodeRequest(client, redirect, Pkce.fresh(), Pkce.random());
    }

    /** Returns the query of the page that the user is led to; callers may add to it. */
    public Map<String, String> query() {
        var query = new LinkedHashMap<String, String>();
        query.put("response_type", "code");
        query.put("client_id", client);
        query.put("redirect_uri", redirect);
        query.put("code_challenge", proof.challenge());
        query.put("code_challenge_method", "S256");
        query.put("state", state);
        return query;
    }

    /** Returns the form that exchanges the code for tokens, without the client; callers may add to it. */
    public Map<String, String> exchange(String code) {
        return exchange(code, proof.verifier(), redirect);
    }

    /** Returns the form that exchanges a code for tokens, without the client; callers may add to it. */
    public static Map<String, String> exchange(String code, String verifier, String redirect) {
        var form = new LinkedHashMap<String, String>();
        form.put("grant_type", "authorization_code");
        form.put("code", code);
        form.put("code_verifier", verifier);
        form.put("redirect_uri", redirect);
        return form;
    }

    /** Returns the form that renews tokens, without the client; callers may add to it. */
    public static Map<String, String> refresh(String token) {
        var form = new LinkedHashMap<String, String>();
        form.put("grant_type", "refresh_token");
        form.put("refresh_token", token);
        return form;
    }

    /** The proof is not for logs. */
    @Override
    public String toString() {
        return "CodeRequest[" + client + ", " + redirect + "]";
    }
}
