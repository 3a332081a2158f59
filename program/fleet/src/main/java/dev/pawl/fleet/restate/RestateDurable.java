package dev.pawl.fleet.restate;

import dev.pawl.base.net.Network;
import dev.pawl.fleet.durable.Worker;
import dev.pawl.fleet.store.StoredDurable;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A fleet in Restate: a session is a virtual object, and the server calls a worker when it can continue. */
public final class RestateDurable extends StoredDurable {
    private static final int ADMIN_PORT = 9070;

    private final IngressStore store;
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
        this(setup, store(setup));
    }

    private RestateDurable(Setup setup, IngressStore store) {
        super(store, setup.lease());
        this.setup = setup;
        this.store = store;
    }

    private static IngressStore store(Setup setup) {
        var ingress = setup.ingress();
        var admin = setup.admin() == null
                ? URI.create(ingress.getScheme() + "://" + ingress.getHost() + ":" + ADMIN_PORT)
                : setup.admin();
        return new IngressStore(ingress, admin, setup.network());
    }

    @Override
    public Serving serve(Worker worker, int atOnce) throws IOException {
        return new Called(store, worker, atOnce, setup);
    }
}
