package dev.pawl.policy.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {
    private static final Instant NOON = Instant.parse("2030-05-05T12:00:00Z");

    @TempDir
    Path dir;

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
