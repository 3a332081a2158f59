package dev.pawl.examples;

import static dev.pawl.api.HookPoints.CONTEXT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.ModelContext;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.ContextMessage;
import dev.pawl.api.session.Entry;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the model sees after compactions and pops. */
class StackTest {
    private static HookTrial trial;

    @BeforeAll
    static void load() throws Exception {
        trial = HookTrial.ofFiles(Path.of("stack.java"));
    }

    @AfterAll
    static void close() {
        assertThat(trial.errors()).isEmpty();
        trial.close();
    }

    private static ModelContext context(List<Entry> entries) {
        var core = Branch.core(entries);
        return new ModelContext(core.stream().map(ContextMessage::message).toList(), entries, core, false);
    }

    private static List<String> shown(List<Entry> entries) throws Exception {
        return texts(trial.fire(CONTEXT, context(entries)));
    }

    private static List<String> shown(String entries) throws Exception {
        return shown(Branch.of(entries));
    }

    private static List<String> texts(ModelContext context) {
        return context.messages().stream()
                .map(message -> message.text().replace("[Summary]\n\n", ""))
                .toList();
    }

    @Test
    void v1_without_a_pop_a_compaction_is_left_to_the_program() throws Exception {
        var context = context(Branch.of("H M1 M2 M3 M4 M5 C(4,C1)"));

        assertThat(trial.fire(CONTEXT, context)).isSameAs(context);
        assertThat(texts(context)).containsExactly("C1", "M4", "M5");
    }

    @Test
    void v2_without_a_pop_what_follows_a_compaction_is_left_to_the_program() throws Exception {
        var context = context(Branch.of("H M1 M2 M3 M4 M5 C(4,C1) M7 M8"));

        assertThat(trial.fire(CONTEXT, context)).isSameAs(context);
        assertThat(texts(context)).containsExactly("C1", "M4", "M5", "M7", "M8");
    }

    @Test
    void v3_a_pop_across_a_compaction_leaves_two_summaries() throws Exception {
        assertThat(shown("H M1 M2 M3 M4 M5 C(4,C1) M7 M8 P(2,S1,P1)")).containsExactly("P1", "S1");
    }

    @Test
    void v4_what_is_said_after_a_pop_follows_its_summaries() throws Exception {
        assertThat(shown("H M1 M2 M3 M4 M5 C(4,C1) M7 M8 P(2,S1,P1) M10 M11 M12"))
                .containsExactly("P1", "S1", "M10", "M11", "M12");
    }

    @Test
    void v5_a_later_compaction_speaks_for_the_pop_as_well() throws Exception {
        assertThat(shown("H M1 M2 M3 M4 M5 C(4,C1) M7 M8 P(2,S1,P1) M10 M11 M12 C(11,C2)"))
                .containsExactly("C2", "M11", "M12");
    }

    @Test
    void v6_of_overlapping_summaries_the_later_wins() throws Exception {
        assertThat(shown(messages(0, 40) + " C(30,C) " + messages(41, 50) + " P(20,S,P) M51 M52"))
                .containsExactly("P", "S", "M51", "M52");
    }

    @Test
    void v7_a_summary_whose_beginning_is_covered_speaks_at_the_first_entry_left_to_it() throws Exception {
        assertThat(shown("H M1 M2 M3 M4 M5 M6 P(3,A) M8 C(5,C) M10")).containsExactly("C", "A", "M8", "M10");
    }

    @Test
    void v8_a_pop_keeps_what_came_before_and_what_comes_after() throws Exception {
        assertThat(shown("H M1 M2 M3 M4 M5 P(3,S) M7")).containsExactly("M1", "M2", "S", "M7");
    }

    @Test
    void v9_a_pop_further_back_replaces_an_earlier_one() throws Exception {
        assertThat(shown("H M1 M2 M3 M4 M5 P(3,S) M7 M8 P(1,T) M10")).containsExactly("T", "M10");
    }

    @Test
    void v10_a_pop_into_a_popped_range_leaves_both_summaries() throws Exception {
        assertThat(shown("H M1 M2 M3 M4 M5 M6 P(3,A) M8 M9 P(5,B) M11")).containsExactly("M1", "M2", "A", "B", "M11");
    }

    @Test
    void summaries_are_said_as_the_user_at_the_time_of_their_entry() throws Exception {
        var messages = trial.fire(CONTEXT, context(Branch.of("H M1 M2 P(1,S)"))).messages();

        assertThat(messages).containsExactly(Message.user("[Summary]\n\nS", 3));
    }

    @Test
    void a_compaction_that_kept_nothing_of_this_branch_speaks_for_all_before_it() throws Exception {
        assertThat(shown("H M1 M2 C(99,C) M4 M5 P(4,S) M7")).containsExactly("C", "S", "M7");
    }

    @Test
    void the_same_entries_give_the_same_messages_every_time() throws Exception {
        var entries = Branch.of("H M1 M2 M3 P(2,S) M5");

        assertThat(trial.fire(CONTEXT, context(entries))).isEqualTo(trial.fire(CONTEXT, context(entries)));
    }

    private static String messages(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "M" + i).collect(Collectors.joining(" "));
    }
}
