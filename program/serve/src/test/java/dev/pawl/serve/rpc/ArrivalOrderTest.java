package dev.pawl.serve.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Await;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Commands begin one behind the other, and nothing but the one before decides when. */
class ArrivalOrderTest {
    private final ArrivalOrder order = new ArrivalOrder();
    private final ArrivalOrder.Place first = order.next();

    /** A command on its own thread. */
    private final class Waiting {
        private final ArrivalOrder.Place place = order.next();
        private final FutureTask<?> task = new FutureTask<>(() -> {
            place.await();
            return null;
        });
        private final Thread thread = Thread.ofVirtual().start(task);

        void awaitUntimed() throws Exception {
            Await.until("it waits without a limit", () -> thread.getState() == Thread.State.WAITING);
            assertThat(task.isDone()).isFalse();
        }

        void awaitTurn() throws Exception {
            Await.until("it is its turn", task::isDone);
        }
    }

    @AfterEach
    void end() {
        order.release();
    }

    @Test
    void a_command_waits_for_the_one_before_and_for_no_clock() throws Exception {
        var second = new Waiting();
        second.awaitUntimed();
        first.begun();
        second.awaitTurn();
    }

    @Test
    void a_command_that_has_its_turn_holds_up_the_next_until_it_gives_up_its_place() throws Exception {
        var second = new Waiting();
        var third = new Waiting();
        first.begun();
        second.awaitTurn();
        third.awaitUntimed();
        second.place.begun();
        third.awaitTurn();
    }

    @Test
    void behind_a_command_that_was_refused_nobody_overtakes() throws Exception {
        order.next().begun();
        var third = new Waiting();
        third.awaitUntimed();
        first.begun();
        third.awaitTurn();
    }

    @Test
    void all_that_have_arrived_begin_once_they_need_not_wait_for_each_other() throws Exception {
        var second = new Waiting();
        var third = new Waiting();
        second.awaitUntimed();
        third.awaitUntimed();
        order.release();
        second.awaitTurn();
        third.awaitTurn();
    }
}
