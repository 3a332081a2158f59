package dev.pawl.fleet.restate;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.net.Network;
import dev.pawl.fleet.durable.SessionId;
import dev.pawl.fleet.durable.StaleWriter;
import dev.pawl.fleet.store.Store;
import dev.pawl.start.attach.Refused;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Sessions as virtual objects of a Restate server, which changes each of them by one at a time. */
final class IngressStore implements Store {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    private static final long CLOCK_MILLIS = 2_000;

    private final URI ingress;
    private final URI admin;
    private final Network network;
    private final HttpClient client;
    private final Map<String, String> places = new ConcurrentHashMap<>();
    /** How many milliseconds the server's clock is ahead of this machine's; null before it was asked. */
    private volatile @Nullable Long ahead;

    /**
     * Asks nothing yet.
     *
     * @param ingress where handlers are called
     * @param admin where deployments are registered and states are queried
     * @param network the way to both
     */
    IngressStore(URI ingress, URI admin, Network network) {
        this.ingress = ingress;
        this.admin = admin;
        this.network = network;
        this.client = network.client()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(5))
                .build();
    }

    @Override
    public JsonObject apply(String session, JsonObject operation) throws IOException {
        boolean creates = "create".equals(operation.string("op"));
        var place = creates ? Names.place(operation.string("place", "")) : place(session);
        if (place == null) {
            throw new Refused("there is no session " + session + " in the fleet");
        }
        var answer = call(session, place, "apply", operation.with("now", now()));
        var refused = answer.string("refused");
        if (refused != null) {
            throw answer.bool("stale", false) ? new StaleWriter(refused) : new Refused(refused);
        }
        places.put(session, place);
        return answer.object("document");
    }

    /** The time of the server, so that the clocks of workers need not agree. */
    long now() throws IOException {
        if (ahead == null) {
            query("select 1");
        }
        var known = ahead;
        if (known == null) {
            known = 0L;
            ahead = known; // It does not tell.
        }
        return System.currentTimeMillis() + known;
    }

    /** Every answer of the server tells its time, to the second. */
    private void learn(HttpResponse<String> response) {
        response.headers().firstValue("date").ifPresent(date -> {
            try {
                long server = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date))
                        .toEpochMilli();
                long offset = server - System.currentTimeMillis();
                var known = ahead;
                // What it says lags by up to a second; only a clock that is wrong is put right.
                if (known == null || Math.abs(offset - known) > CLOCK_MILLIS) {
                    ahead = Math.abs(offset) > CLOCK_MILLIS ? offset : 0;
                }
            } catch (DateTimeException _) {
                // Then the time of this machine counts.
            }
        });
    }

    private JsonObject call(String session, String place, String handler, JsonObject body) throws IOException {
        try {
            return post(
                    ingress.resolve("/" + Names.SESSIONS + place + "/" + SessionId.checked(session) + "/" + handler),
                    body);
        } catch (UnknownService e) {
            throw new Refused("no worker of place " + place + " has ever been there; start one: pawl worker --engine "
                    + "restate:" + ingress + " --place " + place);
        }
    }

    /** No deployment has the handler that was called. */
    private static final class UnknownService extends IOException {
        private static final long serialVersionUID = 1;
    }

    private @Nullable String place(String session) throws IOException {
        var known = places.get(session);
        if (known != null) {
            return known;
        }
        for (var row : query("select service_name from state where key = 'document' and service_key = '"
                + SessionId.checked(session) + "'")) {
            var name = row.string("service_name", "");
            if (name.startsWith(Names.SESSIONS)) {
                var place = name.substring(Names.SESSIONS.length());
                places.put(session, place);
                return place;
            }
        }
        return null;
    }

    private List<JsonObject> query(String sql) throws IOException {
        return post(admin.resolve("/query"), JsonObject.of("query", sql)).objects("rows");
    }

    /** Registers with the server where a worker answers. */
    void register(String address) throws IOException {
        post(
                admin.resolve("/deployments"),
                JsonObject.of("uri", address, "use_http_11", true).with("force", true));
    }

    private JsonObject post(URI uri, JsonObject body) throws IOException {
        boolean isHandler = uri.getPort() == ingress.getPort();
        var request = network.request(uri)
                .timeout(LIMIT)
                .header("Content-Type", isHandler ? "application/octet-stream" : "application/json")
                .header("Accept", isHandler ? "*/*" : "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
                .build();
        try {
            var response = client.send(request, HttpResponse.BodyHandlers.ofString());
            learn(response);
            if (response.statusCode() == NOT_FOUND && isHandler) {
                throw new UnknownService();
            }
            if (response.statusCode() / 100 * 100 != OK) {
                throw new IOException("Restate at " + uri + " answered " + response.statusCode() + ": "
                        + response.body().strip());
            }
            return response.body().isBlank() ? JsonObject.empty() : JsonObject.parse(response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while Restate at " + uri + " was asked");
        } catch (IllegalArgumentException e) {
            throw new IOException("Restate at " + uri + " answered something that is no JSON: " + e.getMessage(), e);
        }
    }

    @Override
    public @Nullable JsonObject document(String session) throws IOException {
        var place = place(session);
        var answer = place == null ? JsonObject.empty() : call(session, place, "read", JsonObject.of("from", -1));
        return answer.has("document") ? answer.object("document") : null;
    }

    @Override
    public List<JsonObject> documents() throws IOException {
        return query("select value_utf8 from state where key = 'document' and service_name like '" + Names.SESSIONS
                        + "%'")
                .stream()
                .map(row -> JsonObject.parse(row.string("value_utf8", "{}")))
                .toList();
    }

    @Override
    public List<String> lines(String session, int from) throws IOException {
        var place = place(session);
        var answer = place == null ? JsonObject.empty() : call(session, place, "read", JsonObject.of("from", from));
        if (!answer.has("document")) {
            throw new Refused("there is no session " + session + " in the fleet");
        }
        return answer.strings("lines");
    }

    @Override
    public List<String> steps(String session) throws IOException {
        var place = place(session);
        var answer = place == null ? JsonObject.empty() : call(session, place, "read", JsonObject.of("steps", true));
        return answer.strings("steps");
    }

    /** Restate calls workers itself. */
    @Override
    public List<String> claimable(Set<String> wanted, int most) {
        return List.of();
    }

    @Override
    public void awaitChange(Duration atMost) throws InterruptedException {
        Thread.sleep(atMost);
    }

    @Override
    public void close() {
        client.close();
    }
}
