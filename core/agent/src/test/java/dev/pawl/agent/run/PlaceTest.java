package dev.pawl.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules by which requests and runs wait for each other. */
class PlaceTest {
    private final List<Place> places = new ArrayList<>();

    private Place request(Request request) {
        var place = new Place(request, () -> {}, false);
        places.add(place);
        return place;
    }

    private Place prompt() {
        return request(new Request.Prompt(false));
    }

    private Place yieldingPrompt() {
        return request(new Request.Prompt(true));
    }

    private Place hookPrompt() {
        return request(new Request.HookPrompt());
    }

    private static Place ready(Place place) {
        place.stage = Place.Stage.READY;
        return place;
    }

    private static Place aside(Place place) {
        place.stage = Place.Stage.ASIDE;
        return place;
    }

    @Test
    void handlers_are_asked_about_one_message_of_hooks_at_a_time() {
        var first = hookPrompt();
        var second = hookPrompt();
        assertThat(first.mayBeAskedAbout(places)).isTrue();
        assertThat(second.mayBeAskedAbout(places)).isFalse();
        places.remove(first);
        assertThat(second.mayBeAskedAbout(places)).isTrue();
    }

    @Test
    void a_message_whose_handlers_wait_for_something_holds_up_no_other() {
        aside(hookPrompt());
        assertThat(hookPrompt().mayBeAskedAbout(places)).isTrue();
    }

    @Test
    void handlers_are_asked_about_prompts_of_users_side_by_side_with_messages_of_hooks() {
        prompt();
        assertThat(hookPrompt().mayBeAskedAbout(places)).isTrue();
    }

    @Test
    void a_message_of_a_hook_begins_behind_the_prompts_before_it() {
        var prompt = ready(prompt());
        var message = ready(hookPrompt());
        assertThat(message.mayBegin(places)).isFalse();
        places.remove(prompt);
        assertThat(message.mayBegin(places)).isTrue();
    }

    @Test
    void a_message_of_a_hook_does_not_wait_for_a_prompt_that_waits_for_the_run() {
        prompt().stage = Place.Stage.BEHIND_RUN;
        assertThat(ready(hookPrompt()).mayBegin(places)).isTrue();
    }

    @Test
    void a_prompt_that_yields_keeps_messages_back_while_handlers_are_asked_about_it() {
        var prompt = yieldingPrompt();
        var message = ready(hookPrompt());
        assertThat(message.mayBegin(places)).isFalse();
        ready(prompt);
        assertThat(message.mayBegin(places)).isTrue();
    }

    @Test
    void a_trigger_does_not_wait_for_the_handlers_of_a_prompt_that_yields() {
        yieldingPrompt();
        assertThat(ready(request(new Request.Trigger())).mayBegin(places)).isTrue();
    }

    @Test
    void a_trigger_begins_behind_a_prompt_that_does_not_yield() {
        prompt();
        assertThat(ready(request(new Request.Trigger())).mayBegin(places)).isFalse();
    }

    @Test
    void a_prompt_that_yields_begins_behind_what_its_handlers_sent() {
        var prompt = ready(yieldingPrompt());
        assertThat(prompt.hasYielded(places)).isTrue();
        var message = hookPrompt();
        assertThat(prompt.hasYielded(places)).isFalse();
        aside(message);
        assertThat(prompt.hasYielded(places)).isTrue();
    }

    @Test
    void a_prompt_that_yields_does_not_wait_for_other_prompts() {
        var prompt = ready(yieldingPrompt());
        prompt();
        assertThat(prompt.hasYielded(places)).isTrue();
    }

    @Test
    void a_run_waits_for_messages_of_hooks_before_it_takes_what_waits() {
        var message = hookPrompt();
        assertThat(message.holdsRun(places)).isTrue();
        aside(message);
        assertThat(message.holdsRun(places)).isFalse();
    }

    @Test
    void a_run_waits_for_no_message_that_has_begun() {
        var message = hookPrompt();
        places.remove(message);
        assertThat(message.holdsRun(places)).isFalse();
    }

    @Test
    void a_run_waits_for_no_prompt_of_a_user() {
        assertThat(prompt().holdsRun(places)).isFalse();
    }

    @Test
    void a_run_waits_for_no_message_behind_a_prompt_whose_handlers_ask_the_user() {
        var prompt = prompt();
        var message = ready(hookPrompt());
        assertThat(message.holdsRun(places)).isTrue();
        aside(prompt);
        assertThat(message.holdsRun(places)).isFalse();
    }

    @Test
    void what_waits_for_an_end_to_be_reported_holds_up_nothing() {
        var message = hookPrompt();
        message.stage = Place.Stage.AFTER_END;
        assertThat(message.holdsRun(places)).isFalse();
        assertThat(hookPrompt().mayBeAskedAbout(places)).isTrue();
        assertThat(ready(hookPrompt()).mayBegin(places)).isTrue();
    }
}
