package dev.pawl.serve.driven;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CommandThreadsTest {
    private static final int THREADS = 64;

    @Test
    void errors_of_commands_cost_no_thread() throws Exception {
        var threads = new CommandThreads(() -> {
            throw new AssertionError("after");
        });
        for (int i = 0; i < 3 * THREADS; i++) {
            assertThat(start(threads, () -> {
                        throw new StackOverflowError("deep");
                    }))
                    .isTrue();
        }
        var done = new CountDownLatch(1);
        assertThat(start(threads, done::countDown)).isTrue();
        done.await();
    }

    @Test
    void commands_beyond_the_threads_wait_for_one_and_an_urgent_one_does_not() throws Exception {
        var threads = new CommandThreads(() -> {});
        var go = new CountDownLatch(1);
        var done = new CountDownLatch(10 * THREADS);
        var now = new AtomicInteger();
        var most = new AtomicInteger();
        for (int i = 0; i < 10 * THREADS; i++) {
            assertThat(start(threads, () -> {
                        most.accumulateAndGet(now.incrementAndGet(), Math::max);
                        await(go);
                        now.decrementAndGet();
                        done.countDown();
                    }))
                    .isTrue();
        }
        var urgent = new CountDownLatch(1);
        assertThat(threads.start(urgent::countDown, 10, false, true)).isTrue();
        urgent.await();
        go.countDown();
        done.await();
        assertThat(most.get()).isLessThanOrEqualTo(THREADS);
    }

    private static boolean start(CommandThreads threads, Runnable work) throws InterruptedException {
        return threads.start(work, 10, true, false);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
