package dev.pawl.ai.signin;

import dev.pawl.ai.http.Http;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The requests of a sign-in. Errors are reported without what was sent or came back. */
final class AccountHttp {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** A status, and the object that came with it; empty if none did. */
    record Answer(int status, JsonObject json) {
        boolean isGood() {
            return status >= 200 && status < 300;
        }

        /** The provider's own word for what went wrong; empty if it has none. */
        String error() {
            var error = json.get("error");
            return error instanceof JsonObject object ? object.string("code", "") : json.string("error", "");
        }

        @Override
        public String toString() {
            return "Answer[" + status + "]";
        }
    }

    private final Http http;
    private final String name;

    /** @param name whose sign-in it is */
    AccountHttp(Http http, String name) {
        this.http = http;
        this.name = name;
    }

    Answer form(String address, Map<String, String> fields) throws IOException, InterruptedException {
        return send(address, Map.of("content-type", "application/x-www-form-urlencoded"), Http.form(fields));
    }

    Answer json(String address, Map<String, String> headers, JsonObject body) throws IOException, InterruptedException {
        var all = new LinkedHashMap<>(headers);
        all.put("content-type", "application/json");
        return send(address, all, body.toString());
    }

    Answer get(String address, Map<String, String> headers) throws IOException, InterruptedException {
        return send(address, headers, null);
    }

    private Answer send(String address, Map<String, String> headers, @Nullable String body)
            throws IOException, InterruptedException {
        var all = new LinkedHashMap<>(Map.of("accept", "application/json", "user-agent", "pawl"));
        headers.forEach((header, value) -> {
            all.keySet().removeIf(header::equalsIgnoreCase);
            all.put(header, value);
        });
        Http.Fetched reply;
        try {
            reply = http.fetch(URI.create(address), all, body, PATIENCE);
        } catch (IOException e) {
            throw new SignInFailed(
                    name + " was not reached at " + address + ". Check the network, and the proxy if there is one.");
        }
        try {
            return new Answer(reply.status(), JsonObject.parse(reply.body()));
        } catch (IllegalArgumentException e) {
            return new Answer(reply.status(), JsonObject.empty());
        }
    }

    /** What an answer must have; the failure names what is missing. */
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
