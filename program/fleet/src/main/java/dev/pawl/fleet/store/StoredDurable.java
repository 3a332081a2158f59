package dev.pawl.fleet.store;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.durable.Durable;
import dev.pawl.fleet.durable.Input;
import dev.pawl.fleet.durable.Limits;
import dev.pawl.fleet.durable.SessionId;
import dev.pawl.fleet.durable.Worker;
import dev.pawl.start.attach.Refused;
import dev.pawl.start.attach.SessionState;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/** A fleet over a store: workers ask it for sessions that can go on. */
public final class StoredDurable implements Durable {
    private final Store store;
    private final Duration lease;

    /** @param lease after so long without a sign of life another worker takes a session over */
    public StoredDurable(Store store, Duration lease) {
        this.store = store;
        this.lease = lease;
    }

    @Override
    public void create(String session, String place, JsonObject about, List<String> lines) throws IOException {
        if (session.equals(SessionId.LIMITS)) {
            throw new Refused("no session can have the id " + session);
        }
        store.apply(session, Operation.create(session, place, about, lines));
    }

    @Override
    public void send(String session, Input input) throws IOException {
        store.apply(session, Operation.send(input));
    }

    @Override
    public SessionState find(String session) throws IOException {
        var document = store.document(session);
        if (document == null) {
            throw new Refused("there is no session " + session + " in the fleet");
        }
        return SessionState.from(document);
    }

    @Override
    public List<SessionState> list() throws IOException {
        return store.documents().stream()
                .filter(document -> !SessionId.LIMITS.equals(document.string("id")))
                .map(SessionState::from)
                .sorted(Comparator.comparing(SessionState::changed).reversed())
                .toList();
    }

    @Override
    public List<String> lines(String session, int from) throws IOException {
        return store.lines(session, from);
    }

    @Override
    public void remove(String session) throws IOException {
        store.apply(session, Operation.remove());
    }

    @Override
    public Limits limits(String place) {
        return new StoredLimits(store, place, lease);
    }

    @Override
    public Serving serve(Worker worker, int atOnce) {
        return new Polling(store, worker, atOnce, lease);
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
