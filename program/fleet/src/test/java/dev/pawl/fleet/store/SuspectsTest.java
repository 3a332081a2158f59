package dev.pawl.fleet.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.durable.Claim;
import dev.pawl.fleet.durable.Input;
import dev.pawl.fleet.durable.Next;
import dev.pawl.fleet.durable.Worker;
import dev.pawl.machine.Patience;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Sessions that workers ended with again and again: the one that ends them does not take the others along. */
class SuspectsTest {
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final AtomicLong now = new AtomicLong(1_000_000);
    private final Store store = new MemoryStore(() -> Instant.ofEpochMilli(now.get()));

    /** A session that two workers ended with. */
    private HeldClaim suspect(String id) throws IOException {
        store.apply(id, Operation.create(id, "here", JsonObject.empty(), List.of("{}")));
        store.apply(id, Operation.send(Input.prompt("1", "go")));
        for (int worker = 0; worker < 3; worker++) {
            store.apply(id, Operation.claim("w" + worker, LEASE.toMillis()));
            now.addAndGet(LEASE.toMillis() + 1);
        }
        return claimed(id);
    }

    private HeldClaim claimed(String id) throws IOException {
        return new HeldClaim(store, store.apply(id, Operation.claim("w", LEASE.toMillis())), LEASE);
    }

    /** What a worker does with a session. */
    @FunctionalInterface
    private interface Work {
        Next on(Claim claim) throws IOException, InterruptedException;
    }

    private static Advancing advancing(Work work) {
        return new Advancing(
                new Worker() {
                    @Override
                    public String name() {
                        return "w";
                    }

                    @Override
                    public Set<String> places() {
                        return Set.of("here");
                    }

                    @Override
                    public Next advance(Claim claim) throws IOException, InterruptedException {
                        return work.on(claim);
                    }
                },
                LEASE);
    }

    @Test
    void one_of_them_is_advanced_at_a_time_until_it_has_made_progress() throws Exception {
        var first = suspect("first");
        var second = suspect("second");
        var running = new CountDownLatch(1);
        var goesOn = new CountDownLatch(1);
        var progressed = new CountDownLatch(1);
        var ends = new CountDownLatch(1);
        try (var advancing = advancing(claim -> {
            if (claim.session().equals("first")) {
                running.countDown();
                goesOn.await();
                claim.append(1, "{}", null);
                progressed.countDown();
                ends.await();
            }
            return new Next.Idle();
        })) {
            var beside = new FutureTask<>(() -> advancing.advance(first));
            Thread.ofVirtual().start(beside);
            assertThat(running.await(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();

            var aside = advancing.advance(second);
            assertThat(aside).isInstanceOf(Next.Aside.class);
            second.release(aside);
            assertThat(store.document("second"))
                    .extracting(session -> session.string("phase"), session -> session.integer("stuck", 0))
                    .containsExactly("asleep", 2);

            goesOn.countDown();
            assertThat(progressed.await(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
            now.addAndGet(1_000);
            assertThat(advancing.advance(claimed("second"))).isEqualTo(new Next.Idle());
            ends.countDown();
            assertThat(beside.get()).isEqualTo(new Next.Idle());
        }
    }

    @Test
    void another_session_is_advanced_beside_one_of_them() throws Exception {
        var suspect = suspect("suspect");
        store.apply("other", Operation.create("other", "here", JsonObject.empty(), List.of("{}")));
        store.apply("other", Operation.send(Input.prompt("1", "go")));
        var other = claimed("other");
        var running = new CountDownLatch(1);
        var ends = new CountDownLatch(1);
        try (var advancing = advancing(claim -> {
            if (claim.session().equals("suspect")) {
                running.countDown();
                ends.await();
            }
            return new Next.Idle();
        })) {
            var beside = new FutureTask<>(() -> advancing.advance(suspect));
            Thread.ofVirtual().start(beside);
            assertThat(running.await(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(advancing.advance(other)).isEqualTo(new Next.Idle());
            ends.countDown();
            assertThat(beside.get()).isEqualTo(new Next.Idle());
        }
    }
}
