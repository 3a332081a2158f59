package dev.pawl.accounts.oauth;

import dev.pawl.accounts.Fetcher;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sends the requests of a sign-in, whose answers are small JSON documents. */
public final class JsonRequests {
    /** A status, and the object that came with it; empty if none did. */
    public record Answer(int status, JsonObject json) {
        public boolean isGood() {
            return status >= 200 && status < 300;
        }

        /** Returns the server's own word for what went wrong; empty if it has none. */
        public String error() {
            var error = json.get("error");
            return error instanceof JsonObject object ? object.string("code", "") : json.string("error", "");
        }

        @Override
        public String toString() {
            return "Answer[" + status + "]";
        }
    }

    private final Fetcher http;
    private final Duration patience;

    public JsonRequests(Fetcher http, Duration patience) {
        this.http = http;
        this.patience = patience;
    }

    public Answer get(URI address, Map<String, String> headers) throws IOException, InterruptedException {
        return send(address, headers, null, null);
    }

    public Answer form(URI address, Map<String, String> headers, Map<String, String> fields)
            throws IOException, InterruptedException {
        return send(address, headers, "application/x-www-form-urlencoded", FormFields.encode(fields));
    }

    public Answer json(URI address, Map<String, String> headers, JsonObject body)
            throws IOException, InterruptedException {
        return send(address, headers, "application/json", body.toString());
    }

    private Answer send(URI address, Map<String, String> headers, @Nullable String type, @Nullable String body)
            throws IOException, InterruptedException {
        var all = new LinkedHashMap<String, String>();
        all.put("accept", "application/json");
        if (type != null) {
            all.put("content-type", type);
        }
        headers.forEach((header, value) -> {
            all.keySet().removeIf(header::equalsIgnoreCase);
            all.put(header, value);
        });
        var reply = http.fetch(address, all, body, patience);
        try {
            return new Answer(reply.status(), JsonObject.parse(reply.body()));
        } catch (IllegalArgumentException e) {
            return new Answer(reply.status(), JsonObject.empty());
        }
    }
}
