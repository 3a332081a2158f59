package dev.pawl.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a session is doing, and what that means for requests. */
class RunQueueTest {
    private final RunQueue queue = new RunQueue();
    private final List<String> begun = Collections.synchronizedList(new ArrayList<>());

    private static Run run() {
        return new Run("test", _ -> {});
    }

    private static Phase preparing(Run run) {
        return new Phase.Running(run);
    }

    private void later(String name) {
        queue.later(new Request.HookPrompt(), _ -> begun.add(name));
    }

    @Test
    void a_second_run_is_refused_while_one_is_under_way() throws Exception {
        queue.enter(preparing(run()));
        assertThatThrownBy(() -> queue.enter(preparing(run()))).hasMessageContaining("already processing a prompt");
        assertThatThrownBy(() -> queue.enter(new Phase.Alone(run(), "compaction")))
                .hasMessageContaining("a compaction has to wait");
    }

    @Test
    void a_session_whose_end_is_reported_is_idle_already() throws Exception {
        var run = run();
        queue.enter(preparing(run));
        assertThat(queue.isIdle()).isFalse();
        assertThat(queue.rest(run, () -> true)).isTrue();
        assertThat(queue.isIdle()).isTrue();
    }

    @Test
    void a_run_for_which_something_is_left_to_do_does_not_rest() throws Exception {
        var run = run();
        queue.enter(preparing(run));
        assertThat(queue.rest(run, () -> false)).isFalse();
        assertThat(queue.isIdle()).isFalse();
    }

    @Test
    void what_hooks_send_while_the_end_is_reported_begins_in_order_when_all_know_it() throws Exception {
        var run = run();
        queue.enter(preparing(run));
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
        queue.request(new Request.Prompt(false), () -> {});
        queue.signalAbort();
        assertThat(queue.enter(preparing(run()))).isTrue();
    }

    @Test
    void an_abort_of_an_idle_session_stops_nothing_later() throws Exception {
        queue.signalAbort();
        assertThat(queue.enter(preparing(run()))).isFalse();
    }

    @Test
    void in_a_closed_session_nothing_begins() {
        queue.close();
        assertThat(queue.later(new Request.HookPrompt(), _ -> {})).isFalse();
        assertThatThrownBy(() -> queue.enter(preparing(run())))
                .hasMessageContaining("Another session took the place of this one");
    }
}
