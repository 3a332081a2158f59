package dev.pawl.policy.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {
    private static final Instant NOON = Instant.parse("2030-05-05T12:00:00Z");

    @TempDir
    Path dir;

    @Test
    void what_one_program_has_set_aside_the_others_see() throws Exception {
        var first = new Ledger(dir, () -> NOON);
        var second = new Ledger(dir, () -> NOON);
        var seen = new ArrayList<Spent>();

        assertThat(first.reserve("a", new Spent(2, 200), (_, _) -> true)).isTrue();
        assertThat(first.reserve("b", new Spent(1, 100), (_, _) -> true)).isTrue();
        assertThat(second.reserve("c", new Spent(1, 1), (_, others) -> !seen.add(others)))
                .isFalse();
        first.settle("a", new Spent(0.5, 50));
        assertThat(second.reserve("c", new Spent(1, 1), (today, others) -> seen.add(today) && seen.add(others)))
                .isTrue();
        first.settle("b", Spent.NOTHING);
        second.release();
        assertThat(first.reserve("d", new Spent(1, 1), (_, others) -> seen.add(others)))
                .isTrue();

        assertThat(seen).containsExactly(new Spent(3, 300), new Spent(0.5, 50), new Spent(1, 100), Spent.NOTHING);
    }

    @Test
    void what_a_program_that_ended_has_set_aside_counts_no_more() throws Exception {
        Files.writeString(
                dir.resolve("spending.json"), "{\"reserved\":{\"gone\":{\"money\":9,\"tokens\":9,\"process\":4711}}}");
        var seen = new ArrayList<Spent>();

        assertThat(new Ledger(dir, () -> NOON).reserve("a", new Spent(1, 1), (_, others) -> seen.add(others)))
                .isTrue();

        assertThat(seen).containsExactly(Spent.NOTHING);
        assertThat(dir.resolve("spending.json")).content().doesNotContain("gone");
    }

    @Test
    void programs_at_the_same_time_never_set_aside_more_than_there_is() throws Exception {
        var threads = new ArrayList<Thread>();
        var taken = new AtomicInteger();
        for (int i = 0; i < 8; i++) {
            var ledger = new Ledger(dir, () -> NOON);
            threads.add(Thread.startVirtualThread(() -> {
                try {
                    if (ledger.reserve("r", new Spent(1, 0), (_, others) -> others.money() + 1 <= 3)) {
                        taken.incrementAndGet();
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
        assertThat(taken).hasValue(3);
    }

    @Test
    void programs_that_write_at_the_same_time_lose_nothing() throws Exception {
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 4; i++) {
            var ledger = new Ledger(dir, () -> NOON);
            threads.add(Thread.startVirtualThread(() -> {
                try {
                    for (int k = 0; k < 25; k++) {
                        ledger.add(new Spent(0.01, 10));
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
        var today = new Ledger(dir, () -> NOON).today();
        assertThat(today.tokens()).isEqualTo(1_000);
        assertThat(Math.round(today.money() * 100)).isEqualTo(100);
    }

    @Test
    void another_day_begins_with_nothing_and_older_files_count() throws Exception {
        var day = LocalDate.ofInstant(NOON, ZoneId.systemDefault());
        Files.writeString(dir.resolve("spending.json"), "{\"" + day + "\": {\"money\": 1.5, \"tokens\": 7}}");
        var ledger = new Ledger(dir, () -> NOON);
        ledger.add(new Spent(0.5, 3));
        assertThat(ledger.today()).isEqualTo(new Spent(2, 10));
        assertThat(new Ledger(dir, () -> NOON.plusSeconds(86_400)).today()).isEqualTo(Spent.NOTHING);
    }
}
