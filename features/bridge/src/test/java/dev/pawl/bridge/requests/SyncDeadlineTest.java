package dev.pawl.bridge.requests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Node never stands still for an answer that does not come. */
class SyncDeadlineTest {
    @Test
    void a_request_that_is_not_answered_in_time_is_refused_once() throws Exception {
        var deadline = new Requests.SyncDeadline(Duration.ofMillis(20));
        var refused = new CountDownLatch(2);
        var first = Thread.ofVirtual().unstarted(() -> {});
        var second = Thread.ofVirtual().unstarted(() -> {});
        deadline.begin(first, refused::countDown);
        deadline.begin(second, refused::countDown);
        refused.await();
        assertThat(deadline.end(first)).isFalse();
        assertThat(deadline.end(second)).isFalse();
    }

    @Test
    void a_request_that_was_answered_is_not_refused_and_the_next_one_is_watched_again() throws Exception {
        var deadline = new Requests.SyncDeadline(Duration.ofMillis(20));
        var refused = new AtomicInteger();
        int inTime = 0;
        // Some may be late on a busy machine; those that are in time are not refused.
        for (int i = 0; i < 3; i++) {
            var answered = Thread.ofVirtual().unstarted(() -> {});
            deadline.begin(answered, refused::incrementAndGet);
            inTime += deadline.end(answered) ? 1 : 0;
        }
        var late = new CountDownLatch(1);
        deadline.begin(Thread.ofVirtual().unstarted(() -> {}), late::countDown);
        late.await();
        assertThat(refused).hasValue(3 - inTime);
    }
}
