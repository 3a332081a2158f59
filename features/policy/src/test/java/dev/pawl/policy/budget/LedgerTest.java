package dev.pawl.policy.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.Deep;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {
    private static final Instant NOON = Instant.parse("2030-05-05T12:00:00Z");

    @TempDir
    Path dir;

    private Ledger open() {
        return new Ledger(dir, () -> NOON);
    }

    @Test
    void what_one_program_has_set_aside_the_others_see() throws Exception {
        var first = open();
        var second = open();
        var seen = new ArrayList<Spent>();

        assertThat(first.reserve("a", new Spent(2, 200), (_, _) -> true).taken())
                .isTrue();
        assertThat(first.reserve("b", new Spent(1, 100), (_, _) -> true).taken())
                .isTrue();
        var refused = second.reserve("c", new Spent(1, 1), (_, others) -> !seen.add(others));
        assertThat(refused.taken()).isFalse();
        assertThat(refused.others()).hasSize(2);
        first.settle("a", new Spent(0.5, 50));
        assertThat(second.reserve("c", new Spent(1, 1), (today, others) -> seen.add(today) && seen.add(others))
                        .taken())
                .isTrue();
        first.settle("b", Spent.NOTHING);
        second.release();
        assertThat(first.reserve("d", new Spent(1, 1), (_, others) -> seen.add(others))
                        .taken())
                .isTrue();

        assertThat(seen).containsExactly(new Spent(3, 300), new Spent(0.5, 50), new Spent(1, 100), Spent.NOTHING);
        first.release();
        assertThat(dir.resolve("spending.requests")).isEmptyDirectory();
    }

    @Test
    void what_a_program_that_ended_has_set_aside_counts_no_more() throws Exception {
        var left = Files.createDirectory(dir.resolve("spending.requests"))
                .resolve(UUID.randomUUID().toString());
        Files.createFile(left);
        Files.writeString(
                dir.resolve("spending.json"),
                "{\"reserved\":{\"gone\":{\"money\":9,\"tokens\":9},\"" + left.getFileName()
                        + "\":{\"money\":9,\"tokens\":9,\"program\":\"p\"}}}");
        var seen = new ArrayList<Spent>();

        assertThat(open().reserve("a", new Spent(1, 1), (_, others) -> seen.add(others))
                        .taken())
                .isTrue();

        assertThat(seen).containsExactly(Spent.NOTHING);
        assertThat(dir.resolve("spending.json"))
                .content()
                .doesNotContain("gone", left.getFileName().toString());
        assertThat(left).doesNotExist();
    }

    private FutureTask<Void> waiting(Ledger ledger, String other) {
        var waiting = new FutureTask<Void>(() -> {
            ledger.awaitEnd(other);
            return null;
        });
        Thread.startVirtualThread(waiting);
        return waiting;
    }

    private String underWay(Ledger ledger) throws Exception {
        return ledger.reserve("x", Spent.NOTHING, (_, _) -> false).others().getFirst();
    }

    @Test
    void the_end_of_a_request_wakes_those_that_wait_for_it() throws Exception {
        var first = open();
        var second = open();
        first.reserve("a", new Spent(1, 1), (_, _) -> true);
        var other = underWay(second);
        var waiting = waiting(second, other);
        assertThat(waiting.isDone()).isFalse();
        first.settle("a", new Spent(1, 1));
        waiting.get();
        waiting(second, other).get();
    }

    @Test
    void a_wait_for_another_request_can_be_interrupted() throws Exception {
        var first = open();
        var second = open();
        first.reserve("a", new Spent(1, 1), (_, _) -> true);
        var other = underWay(second);
        var interrupted = new FutureTask<>(() -> {
            Thread.currentThread().interrupt();
            second.awaitEnd(other);
            return "not interrupted";
        });
        Thread.startVirtualThread(interrupted);
        assertThatThrownBy(interrupted::get).hasCauseInstanceOf(InterruptedException.class);
        first.settle("a", new Spent(1, 1));
        waiting(second, other).get();
    }

    /** Sets something aside and then waits to be killed. */
    static final class Killed {
        private Killed() {}

        public static void main(String[] args) throws Exception {
            var ledger = new Ledger(Path.of(args[0]), () -> NOON);
            ledger.reserve("a", new Spent(1, 1), (_, _) -> true);
            System.out.println("reserved");
            System.in.read();
        }
    }

    @Test
    @Deep
    void a_program_that_is_killed_wakes_those_that_wait_for_it() throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var program = new ProcessBuilder(
                        java, "-cp", System.getProperty("java.class.path"), Killed.class.getName(), dir.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var out = program.inputReader()) {
            assertThat(out.readLine()).isEqualTo("reserved");
            var ledger = open();
            var waiting = waiting(ledger, underWay(ledger));
            assertThat(waiting.isDone()).isFalse();
            program.destroyForcibly();
            waiting.get();
            var seen = new ArrayList<Spent>();
            ledger.reserve("b", new Spent(1, 1), (_, others) -> seen.add(others));
            assertThat(seen).containsExactly(Spent.NOTHING);
        } finally {
            program.destroyForcibly().waitFor();
        }
    }

    @Test
    void programs_at_the_same_time_never_set_aside_more_than_there_is() throws Exception {
        var threads = new ArrayList<Thread>();
        var taken = new AtomicInteger();
        for (int i = 0; i < 8; i++) {
            var ledger = new Ledger(dir, () -> NOON);
            threads.add(Thread.startVirtualThread(() -> {
                try {
                    if (ledger.reserve("r", new Spent(1, 0), (_, others) -> others.money() + 1 <= 3)
                            .taken()) {
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
