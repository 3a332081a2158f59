package dev.pawl.fleet.restate;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.net.Network;
import dev.pawl.fleet.durable.Durable;
import dev.pawl.fleet.durable.Input;
import dev.pawl.fleet.durable.Limits;
import dev.pawl.fleet.durable.Worker;
import dev.pawl.fleet.store.StoredDurable;
import dev.pawl.start.attach.SessionState;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A fleet in Restate: a session is a virtual object, and the server calls a worker when it can continue. */
public final class RestateDurable implements Durable {
    private static final int ADMIN_PORT = 9070;

    private final IngressStore store;
    private final StoredDurable stored;
    private final Setup setup;

    /** The SDK, which is loaded for workers only. */
    @FunctionalInterface
    public interface Sdk {
        ClassLoader load() throws IOException;
    }

    /**
     * How a fleet is reached.
     *
     * @param ingress where handlers are called
     * @param admin where deployments are registered; null for port 9070 of the same machine
     * @param lease so long a worker may be silent before it stops by itself
     * @param advertise where the server reaches the worker; null for a free port of this machine
     * @param network the way to the server
     */
    public record Setup(
            URI ingress,
            @Nullable URI admin,
            Duration lease,
            @Nullable URI advertise,
            Network network,
            Sdk sdk) {}

    public RestateDurable(Setup setup) {
        var admin = setup.admin() == null
                ? URI.create(
                        setup.ingress().getScheme() + "://" + setup.ingress().getHost() + ":" + ADMIN_PORT)
                : setup.admin();
        this.setup = setup;
        this.store = new IngressStore(setup.ingress(), admin, setup.network());
        this.stored = new StoredDurable(store, setup.lease());
    }

    @Override
    public void create(String session, String place, JsonObject about, List<String> lines) throws IOException {
        stored.create(session, place, about, lines);
    }

    @Override
    public void send(String session, Input input) throws IOException {
        stored.send(session, input);
    }

    @Override
    public SessionState find(String session) throws IOException {
        return stored.find(session);
    }

    @Override
    public JsonObject describe(String session) throws IOException {
        return stored.describe(session);
    }

    @Override
    public void check() throws IOException {
        stored.check();
    }

    @Override
    public List<SessionState> list() throws IOException {
        return stored.list();
    }

    @Override
    public List<String> lines(String session, int from) throws IOException {
        return stored.lines(session, from);
    }

    @Override
    public void remove(String session) throws IOException {
        stored.remove(session);
    }

    @Override
    public Limits limits(String place) {
        return stored.limits(place);
    }

    @Override
    public Serving serve(Worker worker, int atOnce) throws IOException {
        return new Called(store, worker, atOnce, setup);
    }

    @Override
    public void close() throws IOException {
        stored.close();
    }
}
