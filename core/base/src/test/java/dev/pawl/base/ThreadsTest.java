package dev.pawl.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ThreadsTest {
    @Test
    void each_is_begun_before_any_has_to_end() {
        var begun = new CountDownLatch(3);
        var ended = new ConcurrentLinkedQueue<Integer>();

        Threads.runAll(List.of(1, 2, 3), "one of three", one -> {
            begun.countDown();
            await(begun);
            ended.add(one);
        });

        assertThat(ended).containsExactlyInAnyOrder(1, 2, 3);
    }

    @Test
    void an_interruption_shortens_no_task_and_is_kept() {
        var done = new ConcurrentLinkedQueue<Integer>();
        Thread.currentThread().interrupt();

        Threads.runAll(List.of(1, 2), "one of two", done::add);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(done).containsExactlyInAnyOrder(1, 2);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
