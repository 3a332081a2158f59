package dev.pawl.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** What a session is doing, and what that means for requests. */
class RunQueueTest {
    private final RunQueue queue = new RunQueue();
    private final List<String> begun = Collections.synchronizedList(new ArrayList<>());

    private static Run run() {
        return new Run("test", _ -> {});
    }

    private Place prompt() {
        return queue.request(new Request.Prompt(false), () -> {});
    }

    /** Begins a run that nobody else asked for. */
    private boolean start(Run run) throws InterruptedException {
        return queue.begin(run, prompt());
    }

    /** Does something on another thread, and notes that it is done. */
    private Thread begin(String name, Action action) {
        return Thread.startVirtualThread(() -> {
            try {
                action.run();
                begun.add(name);
            } catch (InterruptedException e) {
                begun.add(name + " was interrupted");
            }
        });
    }

    private interface Action {
        void run() throws InterruptedException;
    }

    /** Waits until the handlers that are asked about a message have answered. */
    private void awaitReady(BlockingQueue<Place> places) {
        try {
            var place = places.take();
            Await.until("it is ready", () -> {
                synchronized (queue) {
                    return place.stage == Place.Stage.READY;
                }
            });
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void later(String name) {
        queue.later(new Request.HookPrompt(), _ -> begun.add(name));
    }

    @Test
    void a_second_run_is_refused_while_one_is_under_way() throws Exception {
        start(run());
        assertThatThrownBy(() -> start(run())).hasMessageContaining("already processing a prompt");
        assertThatThrownBy(() -> queue.beginAlone(run(), "compaction"))
                .hasMessageContaining("a compaction has to wait");
    }

    @Test
    void a_session_whose_end_is_reported_is_idle_already() throws Exception {
        var run = run();
        start(run);
        assertThat(queue.isIdle()).isFalse();
        assertThat(queue.rest(run, () -> true)).isTrue();
        assertThat(queue.isIdle()).isTrue();
    }

    @Test
    void a_run_for_which_something_is_left_to_do_does_not_rest() throws Exception {
        var run = run();
        start(run);
        assertThat(queue.rest(run, () -> false)).isFalse();
        assertThat(queue.isIdle()).isFalse();
    }

    @Test
    void what_hooks_send_while_the_end_is_reported_begins_in_order_when_all_know_it() throws Exception {
        var run = run();
        start(run);
        queue.rest(run, () -> true);
        later("one");
        later("two");
        assertThat(begun).isEmpty();
        queue.settle();
        queue.awaitIdle();
        Await.until("both have begun", () -> begun.size() == 2);
        assertThat(begun).containsExactly("one", "two");
    }

    @Test
    void messages_of_hooks_begin_in_the_order_in_which_they_were_sent() throws Exception {
        var expected = new ArrayList<String>();
        for (int i = 0; i < 50; i++) {
            later("message " + i);
            expected.add("message " + i);
        }
        queue.awaitIdle();
        assertThat(begun).isEqualTo(expected);
    }

    @Test
    void an_abort_before_a_run_begins_stops_it_when_it_does() throws Exception {
        var place = prompt();
        queue.signalAbort();
        assertThat(queue.begin(run(), place)).isTrue();
    }

    @Test
    void an_abort_stops_every_request_that_was_made_before_it_and_none_that_is_made_after_it() throws Exception {
        var places = List.of(prompt(), prompt());
        queue.signalAbort();
        var later = prompt();
        for (var place : places) {
            var run = run();
            assertThat(queue.begin(run, place)).isTrue();
            queue.rest(run, () -> true);
            queue.settle();
        }
        assertThat(queue.begin(run(), later)).isFalse();
    }

    @Test
    void an_abort_of_an_idle_session_stops_nothing_later() throws Exception {
        queue.signalAbort();
        assertThat(start(run())).isFalse();
    }

    @Test
    void a_run_that_has_come_to_rest_does_not_proceed() throws Exception {
        var run = run();
        start(run);
        queue.rest(run, () -> true);
        queue.proceed(run);
        queue.decide(run);
        assertThat(queue.isIdle()).isTrue();
    }

    @Test
    void a_run_begins_when_the_end_of_the_one_before_it_was_reported() throws Exception {
        var first = run();
        start(first);
        queue.rest(first, () -> true);
        var second = begin("second", () -> start(run()));
        Await.until("it waits", () -> second.getState() == Thread.State.WAITING);
        assertThat(begun).isEmpty();
        queue.settle();
        second.join();
        assertThat(begun).containsExactly("second");
    }

    @Test
    void a_prompt_that_joins_no_run_waits_until_it_is_decided_whether_another_one_follows() throws Exception {
        var run = run();
        start(run);
        queue.decide(run);
        var joining = prompt();
        var starting = prompt();
        begin("the one that joins", () -> queue.awaitRun(joining, true)).join();
        var waiting = begin("the one that starts a run", () -> queue.awaitRun(starting, false));
        Await.until("it waits", () -> waiting.getState() == Thread.State.WAITING);
        begun.add("decided");
        queue.proceed(run);
        waiting.join();
        assertThat(begun).containsExactly("the one that joins", "decided", "the one that starts a run");
    }

    @Test
    void a_prompt_that_is_sent_after_an_abort_waits_for_the_end_of_the_aborted_run() throws Exception {
        var run = run();
        start(run);
        var before = prompt();
        run.abort();
        var after = prompt();
        begin("sent before", () -> queue.awaitRun(before, true)).join();
        var waiting = begin("sent after", () -> queue.awaitRun(after, true));
        Await.until("it waits", () -> waiting.getState() == Thread.State.WAITING);
        begun.add("ended");
        queue.rest(run, () -> true);
        waiting.join();
        assertThat(begun).containsExactly("sent before", "ended", "sent after");
    }

    @Test
    void an_abort_does_not_wait_for_prompts_that_are_sent_after_it() throws Exception {
        var run = run();
        start(run);
        var abort = begin("abort", queue::abort);
        Await.until("it waits", () -> run.isAborted() && abort.getState() == Thread.State.WAITING);
        prompt();
        queue.rest(run, () -> true);
        queue.settle();
        abort.join();
        assertThat(begun).containsExactly("abort");
    }

    @Test
    void a_run_that_one_of_several_messages_starts_begins_when_all_are_sent() throws Exception {
        var places = new LinkedBlockingQueue<Place>();
        queue.together(() -> {
            queue.later(new Request.Trigger(), place -> {
                places.add(place);
                queue.awaitOthers(place);
                begun.add("run");
            });
            awaitReady(places);
            begun.add("last message");
        });
        queue.awaitIdle();
        assertThat(begun).containsExactly("last message", "run");
    }

    @Test
    void a_run_waits_for_the_messages_that_hooks_have_sent_so_far() throws Exception {
        var sent = new CountDownLatch(1);
        queue.later(new Request.HookPrompt(), _ -> sent.await());
        var run = begin("run", queue::awaitSent);
        Await.until("it waits", () -> run.getState() == Thread.State.WAITING);
        begun.add("message");
        sent.countDown();
        run.join();
        assertThat(begun).containsExactly("message", "run");
    }

    @Test
    void a_message_whose_handlers_wait_for_something_holds_up_no_run() throws Exception {
        var places = new LinkedBlockingQueue<Place>();
        var asked = new CountDownLatch(1);
        queue.later(new Request.HookPrompt(), place -> {
            places.add(place);
            asked.await();
        });
        queue.stepAside(places.take());
        queue.awaitSent();
        asked.countDown();
        queue.awaitIdle();
    }

    @Test
    void a_message_of_the_end_that_starts_a_run_is_known_before_that_run_begins() throws Exception {
        var run = run();
        start(run);
        queue.rest(run, () -> true);
        queue.later(new Request.Trigger(), _ -> {});
        assertThat(queue.isTriggering()).isTrue();
        queue.settle();
        queue.awaitIdle();
        assertThat(queue.isTriggering()).isFalse();
    }

    @Test
    void what_waits_for_the_end_is_dropped_when_the_session_is_closed() throws Exception {
        var run = run();
        start(run);
        queue.rest(run, () -> true);
        later("too late");
        queue.close();
        queue.settle();
        queue.awaitIdle();
        assertThat(begun).isEmpty();
    }

    @Test
    void in_a_closed_session_nothing_begins() {
        queue.close();
        assertThat(queue.later(new Request.HookPrompt(), _ -> {})).isFalse();
        assertThatThrownBy(() -> start(run())).hasMessageContaining("Another session took the place of this one");
    }
}
