package dev.pawl.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class LaneTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    private final Lane lane = new Lane("test lane");
    private final List<Integer> done = Collections.synchronizedList(new ArrayList<>());

    @Test
    void things_are_done_in_order_and_one_that_fails_keeps_none_up() throws Exception {
        lane.run(() -> done.add(1));
        lane.run(() -> {
            throw new StackOverflowError("a task of a test");
        });
        lane.run(() -> done.add(2));
        lane.settle(0);
        assertThat(done).containsExactly(1, 2);
        assertThat(lane.added()).isEqualTo(3);
        lane.end();
    }

    @Test
    void settling_waits_for_what_was_asked_for_since_a_moment() throws Exception {
        var go = new CountDownLatch(1);
        lane.run(go::await);
        lane.settle(1);
        lane.run(() -> done.add(1));
        assertThat(done).isEmpty();
        go.countDown();
        lane.settle(1);
        assertThat(done).containsExactly(1);
        lane.end();
    }

    @Test
    void settling_within_a_limit_gives_up_when_it_is_reached() throws Exception {
        var go = new CountDownLatch(1);
        lane.run(go::await);
        lane.run(() -> done.add(1));
        lane.settle(Duration.ofMillis(1));
        assertThat(done).isEmpty();
        go.countDown();
        lane.settle(LONG);
        assertThat(done).containsExactly(1);
        lane.end();
    }

    @Test
    void a_task_that_is_interrupted_keeps_none_up() throws Exception {
        lane.run(() -> {
            throw new InterruptedException("a task of a test");
        });
        lane.run(() -> Thread.currentThread().interrupt());
        lane.run(() -> done.add(1));
        lane.settle(0);
        assertThat(done).containsExactly(1);
        lane.end();
    }

    @Test
    void a_lane_that_ends_finishes_and_one_that_is_stopped_does_not() throws Exception {
        var go = new CountDownLatch(1);
        var ended = new CountDownLatch(1);
        lane.run(go::await);
        lane.run(ended::countDown);
        lane.end();
        lane.run(() -> done.add(1));
        go.countDown();
        ended.await();
        var stopped = new Lane("stopped lane");
        var begun = new CountDownLatch(1);
        var interrupted = new CountDownLatch(1);
        var late = new AtomicBoolean();
        stopped.run(() -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } finally {
                interrupted.countDown();
            }
        });
        stopped.run(() -> late.set(true));
        begun.await();
        stopped.stop();
        interrupted.await();
        assertThat(late).isFalse();
        assertThat(done).isEmpty();
    }
}
