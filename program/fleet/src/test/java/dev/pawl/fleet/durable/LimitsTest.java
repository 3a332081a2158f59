package dev.pawl.fleet.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.durable.Limits.Reserved;
import dev.pawl.fleet.store.FileStore;
import dev.pawl.fleet.store.MemoryStore;
import dev.pawl.fleet.store.Store;
import dev.pawl.fleet.store.StoredDurable;
import dev.pawl.machine.Await;
import dev.pawl.start.attach.Refused;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one worker learns of a provider or spends, the others know. */
class LimitsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @TempDir
    Path dir;

    private volatile long now = 1_000_000;

    private Store store(String kind) throws IOException {
        InstantSource clock = () -> Instant.ofEpochMilli(now);
        return kind.equals("memory") ? new MemoryStore(clock) : new FileStore(dir.resolve("engine"), clock);
    }

    private static Limits worker(Store store) {
        return new StoredDurable(store, SECOND).limits("here");
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void a_pause_holds_for_all_workers_and_the_longest_counts(String kind) throws Exception {
        var store = store(kind);
        worker(store).pause("acme", Duration.ofSeconds(9));
        worker(store).pause("acme", Duration.ofSeconds(2));
        assertThat(worker(store).pausedUntil("acme")).isEqualTo(Instant.ofEpochMilli(now + 9_000));
        assertThat(worker(store).pausedUntil("other")).isEqualTo(Instant.EPOCH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void requests_of_all_workers_are_apart_and_a_time_far_away_is_not_taken(String kind) throws Exception {
        var store = store(kind);
        var first = worker(store);
        var second = worker(store);
        assertThat(first.next("acme", SECOND, SECOND).toEpochMilli()).isEqualTo(now);
        assertThat(second.next("acme", SECOND, SECOND).toEpochMilli()).isEqualTo(now + 1_000);
        assertThat(first.next("acme", SECOND, SECOND).toEpochMilli()).isEqualTo(now + 2_000);
        assertThat(second.next("acme", SECOND, SECOND).toEpochMilli()).isEqualTo(now + 2_000);
        now += 1_000;
        assertThat(second.next("acme", SECOND, SECOND).toEpochMilli()).isEqualTo(now + 1_000);
        assertThat(second.next("acme", SECOND, SECOND).toEpochMilli()).isEqualTo(now + 2_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void what_workers_spend_on_a_day_is_added_up(String kind) throws Exception {
        var store = store(kind);
        worker(store).settle("a", 0.25);
        worker(store).settle("b", 0.5);
        worker(store).settle("c", -7);
        assertThat(worker(store).spent()).isEqualTo(0.75);
        now += TimeUnit.DAYS.toMillis(1);
        worker(store).settle("d", 1);
        assertThat(worker(store).spent()).isEqualTo(1);
    }

    private static Limits.Reserve request(String session, double possible) {
        return new Limits.Reserve(session + "-1", session, possible, false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void alone_a_request_may_go_beyond_the_limit_and_beside_others_it_has_to_fit(String kind) throws Exception {
        var store = store(kind);
        var first = worker(store);
        var second = worker(store);
        assertThat(first.reserve(request("a", 9), 1)).isEqualTo(Reserved.TAKEN);
        assertThat(second.reserve(request("b", 0.1), 1)).isEqualTo(Reserved.LATER);
        first.settle("a-1", 0.5);
        assertThat(second.reserve(request("b", 0.3), 1)).isEqualTo(Reserved.TAKEN);
        assertThat(first.reserve(request("a", 0.3), 1)).isEqualTo(Reserved.LATER);
        assertThat(first.reserve(request("a", 0.2), 1)).isEqualTo(Reserved.TAKEN);
        second.settle("b-1", 0.5);
        assertThat(first.reserve(request("c", 0), 1)).isEqualTo(Reserved.SPENT);
        now += TimeUnit.DAYS.toMillis(1);
        assertThat(first.reserve(request("a", 9), 1))
                .as("the next day by the engine's clock, whatever a worker's says")
                .isEqualTo(Reserved.TAKEN);
        assertThat(second.reserve(request("c", 9), 1)).isEqualTo(Reserved.LATER);
        first.settle("a-1", 0);
        assertThat(first.reserve(request("c", 9), 1)).isEqualTo(Reserved.TAKEN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void a_request_waits_for_those_of_its_own_session_only_if_it_is_beside_them(String kind) throws Exception {
        var limits = worker(store(kind));
        assertThat(limits.reserve(request("a", 9), 1)).isEqualTo(Reserved.TAKEN);
        assertThat(limits.reserve(new Limits.Reserve("a-2", "a", 9, true), 1)).isEqualTo(Reserved.LATER);
        assertThat(limits.reserve(new Limits.Reserve("a-3", "a", 9, false), 1)).isEqualTo(Reserved.TAKEN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void what_a_worker_that_died_had_set_aside_ends_with_its_lease(String kind) throws Exception {
        var store = store(kind);
        var lease = Duration.ofHours(1); // So long that this program gives no sign of life meanwhile.
        var dead = new StoredDurable(store, lease).limits("here");
        assertThat(dead.reserve(request("a", 9), 1)).isEqualTo(Reserved.TAKEN);
        now += lease.toMillis() - 1;
        assertThat(worker(store).reserve(request("b", 9), 1)).isEqualTo(Reserved.LATER);
        now += 1;
        assertThat(worker(store).reserve(request("b", 9), 1)).isEqualTo(Reserved.TAKEN);

        // It was only slow: what it spent counts all the same.
        dead.settle("a-1", 0.75);
        assertThat(worker(store).spent()).isEqualTo(0.75);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void a_worker_that_lives_keeps_what_it_set_aside(String kind) throws Exception {
        var store = store(kind);
        var lease = Duration.ofMillis(30);
        var living = new StoredDurable(store, lease).limits("here");
        assertThat(living.reserve(request("a", 9), 1)).isEqualTo(Reserved.TAKEN);
        for (int i = 0; i < 3; i++) {
            now += lease.toMillis();
            Await.until("a sign of life", () -> until(store) == now + lease.toMillis());
            assertThat(worker(store).reserve(request("b", 9), 1)).isEqualTo(Reserved.LATER);
        }
        living.settle("a-1", 0.5);
        assertThat(worker(store).reserve(request("b", 9), 1)).isEqualTo(Reserved.TAKEN);
    }

    private static long until(Store store) throws IOException {
        var limits = store.document(SessionId.LIMITS);
        return limits == null ? 0 : limits.object("reserved").object("a-1").number("until", 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void workers_at_the_same_time_go_beyond_the_budget_by_no_more_than_one(String kind) throws Exception {
        var store = store(kind);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var workers = IntStream.range(0, 8)
                    .<Callable<Integer>>mapToObj(i -> () -> requestsOf("s" + i, worker(store)))
                    .toList();
            int requests = 0;
            for (var made : threads.invokeAll(workers)) {
                requests += made.get();
            }
            assertThat(requests).isEqualTo(11);
        }
        assertThat(worker(store).spent()).isCloseTo(1.1, within(1e-6));
    }

    /** Makes requests that cost 10 cents until a budget of $1.05 is spent; returns how many. */
    private static int requestsOf(String session, Limits limits) throws Exception {
        for (int made = 0; ; ) {
            switch (limits.reserve(new Limits.Reserve(session + made, session, 0.1, false), 1.05)) {
                case TAKEN -> limits.settle(session + made++, 0.1);
                case LATER -> limits.awaitLess();
                case SPENT -> {
                    return made;
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void they_are_no_session(String kind) throws Exception {
        var store = store(kind);
        var fleet = new StoredDurable(store, SECOND);
        worker(store).pause("acme", Duration.ZERO);
        assertThat(fleet.list()).isEmpty();
        assertThat(store.claimable(Set.of("here"), 10)).isEmpty();
        assertThatThrownBy(() -> fleet.send(SessionId.LIMITS, Input.prompt("p", "go")))
                .isInstanceOf(Refused.class);
        assertThatThrownBy(() -> fleet.create(SessionId.LIMITS, "here", JsonObject.empty(), List.of("x")))
                .isInstanceOf(Refused.class);
        assertThat(worker(store).pausedUntil("acme")).isEqualTo(Instant.ofEpochMilli(now));
    }
}
