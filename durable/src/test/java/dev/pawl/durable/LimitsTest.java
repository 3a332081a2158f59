package dev.pawl.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.durable.store.FileStore;
import dev.pawl.durable.store.MemoryStore;
import dev.pawl.durable.store.Store;
import dev.pawl.durable.store.StoredDurable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one worker learns of a provider or spends, the others know. */
class LimitsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @TempDir
    Path dir;

    private long now = 1_000_000;

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
        worker(store).pause("acme", Instant.ofEpochMilli(now + 9_000));
        worker(store).pause("acme", Instant.ofEpochMilli(now + 2_000));
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
        worker(store).spend("2026-01-01", 0.25);
        worker(store).spend("2026-01-01", 0.5);
        worker(store).spend("2026-01-01", -7);
        assertThat(worker(store).spent("2026-01-01")).isEqualTo(0.75);
        worker(store).spend("2026-01-02", 1);
        assertThat(worker(store).spent("2026-01-02")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void they_are_no_session(String kind) throws Exception {
        var store = store(kind);
        var fleet = new StoredDurable(store, SECOND);
        worker(store).pause("acme", Instant.ofEpochMilli(now));
        assertThat(fleet.list()).isEmpty();
        assertThat(store.claimable(Set.of("here"), 10)).isEmpty();
        assertThatThrownBy(() -> fleet.send(SessionId.LIMITS, Input.prompt("p", "go")))
                .isInstanceOf(Refused.class);
        assertThatThrownBy(() -> fleet.create(SessionId.LIMITS, "here", JsonObject.empty(), List.of("x")))
                .isInstanceOf(Refused.class);
        assertThat(worker(store).pausedUntil("acme")).isEqualTo(Instant.ofEpochMilli(now));
    }
}
