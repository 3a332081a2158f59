package dev.pawl.accounts.signin;

import dev.pawl.accounts.Fetcher;
import dev.pawl.accounts.oauth.JsonRequests;
import dev.pawl.accounts.oauth.JsonRequests.Answer;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The requests of a sign-in. Errors are reported without what was sent or came back. */
final class AccountHttp {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Map<String, String> AGENT = Map.of("user-agent", "pawl");

    private final JsonRequests requests;
    private final String name;

    /** @param name whose sign-in it is */
    AccountHttp(Fetcher http, String name) {
        this.requests = new JsonRequests(http, PATIENCE);
        this.name = name;
    }

    String name() {
        return name;
    }

    Answer form(String address, Map<String, String> fields) throws IOException, InterruptedException {
        return reached(address, () -> requests.form(URI.create(address), AGENT, fields));
    }

    Answer json(String address, Map<String, String> headers, JsonObject body) throws IOException, InterruptedException {
        return reached(address, () -> requests.json(URI.create(address), with(headers), body));
    }

    Answer get(String address, Map<String, String> headers) throws IOException, InterruptedException {
        return reached(address, () -> requests.get(URI.create(address), with(headers)));
    }

    private static Map<String, String> with(Map<String, String> headers) {
        var all = new LinkedHashMap<>(AGENT);
        all.putAll(headers);
        return all;
    }

    private interface Sending {
        Answer send() throws IOException, InterruptedException;
    }

    private Answer reached(String address, Sending sending) throws IOException, InterruptedException {
        try {
            return sending.send();
        } catch (IOException e) {
            throw new SignInFailed(
                    name + " was not reached at " + address + ". Check the network, and the proxy if there is one.");
        }
    }

    /** Returns what an answer must have; the failure names what is missing. */
    String field(Answer answer, String field, String what) throws SignInFailed {
        var value = answer.json().string(field, "");
        if (!answer.isGood() || value.isEmpty()) {
            throw refused(answer, what);
        }
        return value;
    }

    SignInFailed refused(Answer answer, String what) {
        var error = answer.error().replaceAll("[^A-Za-z0-9_.-]", "");
        return new SignInFailed(name + " did not " + what + ": status " + answer.status()
                + (error.isEmpty() ? "" : ", " + error.substring(0, Math.min(error.length(), 60))) + ".");
    }
}
