package dev.pawl.fleet.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.store.Advancing;
import dev.pawl.fleet.store.HeldClaim;
import dev.pawl.fleet.store.MemoryStore;
import dev.pawl.fleet.store.Operation;
import dev.pawl.fleet.store.Store;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What becomes of a session whose worker fails. */
class AdvancingTest {
    private final AtomicBoolean down = new AtomicBoolean();
    private final Store store = unreliable(new MemoryStore(InstantSource.system()));

    /** A store that answers nothing while it is down. */
    private Store unreliable(Store behind) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, method, args) -> {
                    if (down.get()) {
                        throw new IOException("request timed out");
                    }
                    try {
                        return method.invoke(behind, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private Next advanced(Duration lease, Step step) throws Exception {
        store.apply("s", Operation.create("s", "here", JsonObject.empty(), List.of("{}")));
        store.apply("s", Operation.send(Input.prompt("1", "go")));
        var claim = new HeldClaim(store, store.apply("s", Operation.claim("w", lease.toMillis())), lease);
        var worker = new Worker() {
            @Override
            public String name() {
                return "w";
            }

            @Override
            public Set<String> places() {
                return Set.of("here");
            }

            @Override
            public Next advance(Claim claim) throws IOException {
                step.run(claim);
                return new Next.Idle();
            }
        };
        try (var advancing = new Advancing(worker, lease)) {
            return advancing.advance(claim);
        }
    }

    /** What the worker does. */
    @FunctionalInterface
    private interface Step {
        void run(Claim claim) throws IOException;
    }

    @Test
    void a_session_goes_on_elsewhere_if_the_engine_did_not_answer_for_as_long_as_the_lease() throws Exception {
        assertThat(advanced(Duration.ofMillis(50), claim -> {
                    down.set(true);
                    claim.append(1, "{}", null);
                }))
                .isEqualTo(new Next.Ready());
    }

    @Test
    void a_failure_at_the_place_is_one_of_the_session() throws Exception {
        assertThat(advanced(Duration.ofHours(1), _ -> {
                    throw new IOException("the folder is not there");
                }))
                .isEqualTo(new Next.Failed("the folder is not there"));
    }
}
