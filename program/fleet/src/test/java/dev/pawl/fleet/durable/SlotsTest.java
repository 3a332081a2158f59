package dev.pawl.fleet.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.fleet.store.Slots;
import dev.pawl.machine.Await;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A worker that is called by many sessions at once advances some, lets a few wait, and has the others called again. */
class SlotsTest {
    private static Thread waiting(Slots slots, String session, CountDownLatch entered) throws InterruptedException {
        var thread = Thread.startVirtualThread(() -> {
            try {
                assertThat(slots.enter(session)).isZero();
                entered.countDown();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Await.until("it waits", () -> thread.getState() == Thread.State.WAITING);
        return thread;
    }

    @Test
    void as_many_as_are_advanced_wait_and_get_the_next_place() throws Exception {
        var slots = new Slots(1);
        assertThat(slots.enter("first")).isZero();
        assertThat(slots.taken()).isOne();
        var entered = new CountDownLatch(1);
        var waiting = waiting(slots, "second", entered);
        assertThat(slots.enter("third")).isPositive();

        slots.leave();
        entered.await();
        waiting.join();
        slots.leave();
        assertThat(slots.enter("third")).isZero();
        slots.leave();
        assertThat(slots.awaitEmpty(1)).isTrue();
    }

    @Test
    void the_more_sessions_are_called_again_the_later_and_one_counts_once() throws Exception {
        var slots = new Slots(1);
        assertThat(slots.enter("first")).isZero();
        var waiting = waiting(slots, "second", new CountDownLatch(1));
        assertThat(slots.enter("other")).isEqualTo(250);
        for (int i = 0; i < 99; i++) {
            assertThat(slots.enter("s" + i)).isPositive();
        }
        assertThat(slots.enter("last")).isEqualTo(5_000);
        assertThat(slots.enter("last")).isEqualTo(5_000);
        waiting.interrupt();
        waiting.join();
        var another = waiting(slots, "another", new CountDownLatch(1));
        another.interrupt();
        another.join();
    }
}
