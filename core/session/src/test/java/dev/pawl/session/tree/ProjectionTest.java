package dev.pawl.session.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.ContextMessage;
import dev.pawl.session.MemoryLog;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProjectionTest {
    private final MemoryLog log = new MemoryLog();

    @Test
    void without_a_compaction_the_whole_branch_is_the_context() {
        log.message("system", "be brief");
        int root = log.user("one");
        log.user("left");
        log.branch(root);
        log.user("right");

        assertThat(log.context()).containsExactly("be brief", "one", "right");
    }

    @Test
    void an_empty_branch_has_an_empty_context() {
        log.user("one");
        log.reset();

        assertThat(log.context()).isEmpty();
    }

    @Test
    void a_compaction_comes_first_then_what_it_kept_then_what_came_after() {
        firstCompaction();

        assertThat(log.context()).containsExactly("C1", "M4", "M5");
        assertThat(places()).containsExactly(6, 4, 5);

        log.user("M7");
        log.user("M8");

        assertThat(log.context()).containsExactly("C1", "M4", "M5", "M7", "M8");
        assertThat(places()).containsExactly(6, 4, 5, 7, 8);
    }

    @Test
    void entries_of_a_hook_that_is_not_loaded_are_passed_over() {
        firstCompaction();
        log.user("M7");
        log.user("M8");
        log.add("stack_pop", JsonObject.of("backToIndex", 2, "summary", "S1").with("prePopSummary", "P1"));

        assertThat(log.context()).containsExactly("C1", "M4", "M5", "M7", "M8");
        assertThat(UnknownTypes.in(log, Set.of())).containsExactly("stack_pop");
    }

    @Test
    void a_compaction_after_a_pop_counts_without_the_hook_as_well() {
        firstCompaction();
        log.user("M7");
        log.user("M8");
        log.add("stack_pop", JsonObject.of("backToIndex", 2, "summary", "S1"));
        log.user("M10");
        int kept = log.user("M11");
        log.user("M12");
        log.compaction(log.id(kept), "C2");

        assertThat(log.context()).containsExactly("C2", "M11", "M12");
        assertThat(places()).containsExactly(13, 11, 12);
    }

    @Test
    void only_the_latest_compaction_counts_also_where_it_keeps_an_earlier_one() {
        log.user("M1");
        int kept = log.user("M2");
        log.compaction(log.id(kept), "C1");
        log.user("M4");
        log.compaction(log.id(kept), "C2");
        log.user("M6");

        assertThat(log.context()).containsExactly("C2", "M2", "M4", "M6");
    }

    @Test
    void a_compaction_that_keeps_itself_keeps_nothing_from_before() {
        log.user("M1");
        log.compaction("e1", "C");
        log.user("M3");

        assertThat(log.context()).containsExactly("C", "M3");
    }

    @Test
    void a_first_kept_entry_that_is_not_on_the_branch_keeps_nothing_from_before() {
        int root = log.user("root");
        int left = log.user("left");
        log.branch(root);
        log.user("right");
        log.compaction(log.id(left), "C");
        log.user("later");

        assertThat(log.context()).containsExactly("C", "later");
    }

    @Test
    void a_compaction_that_names_no_first_kept_entry_keeps_nothing_from_before() {
        log.user("M1");
        log.add("compaction", JsonObject.of("summary", "C"));

        assertThat(log.context()).containsExactly("C");
    }

    @Test
    void a_compaction_on_another_branch_does_not_count() {
        int root = log.user("root");
        log.compaction(log.id(root), "C");
        log.branch(root);
        log.user("right");

        assertThat(log.context()).containsExactly("root", "right");
    }

    @Test
    void the_system_prompt_of_a_compaction_takes_the_place_of_those_before_it() {
        int kept = log.message("system", "old");
        log.user("M2");
        log.add(
                "compaction",
                JsonObject.of("firstKeptEntryId", log.id(kept), "summary", "C")
                        .with("systemMessage", JsonObject.of("role", "system", "content", "checkpoint")));
        log.message("system", "new");

        assertThat(log.context()).containsExactly("checkpoint", "C", "M2", "new");
        assertThat(places()).containsExactly(null, 3, 2, 4);
        assertThat(ContextSelection.of(log, log.path()).entries())
                .extracting("type")
                .containsExactly("compaction", "message", "message");
    }

    @Test
    void summaries_and_messages_of_hooks_become_messages_of_their_own_kind() {
        log.add("branch_summary", JsonObject.of("fromId", "e9", "summary", "elsewhere"));
        log.add("branch_summary", JsonObject.of("fromId", "e9", "summary", ""));
        log.add(
                "custom_message",
                JsonObject.of("customType", "note", "content", "look").with("display", true));
        log.add("custom", JsonObject.of("customType", "note", "data", 1));
        log.add("model_change", JsonObject.of("provider", "p", "modelId", "m"));
        log.add("session_info", JsonObject.of("name", "n"));

        assertThat(messages())
                .containsExactly(
                        new Message.BranchSummary("elsewhere", "e9", time(0), JsonObject.empty()),
                        new Message.Custom("note", Body.of("look"), true, null, time(2), JsonObject.empty()));
        assertThat(places()).containsExactly(1, 3);
    }

    @Test
    void a_compaction_knows_how_long_the_context_was() {
        log.add("compaction", JsonObject.of("summary", "C", "tokensBefore", 70));

        assertThat(messages()).containsExactly(new Message.CompactionSummary("C", 70, time(0), JsonObject.empty()));
    }

    @Test
    void a_message_of_a_hook_in_an_old_session_is_a_custom_message() {
        log.message("hookMessage", "look");

        assertThat(messages()).singleElement().isInstanceOf(Message.Custom.class);
    }

    @Test
    void the_context_of_a_compacted_branch_reads_what_was_kept_and_nothing_else() {
        for (int i = 0; i < 10_000; i++) {
            log.user("M" + i);
        }
        log.compaction("e9990", "C");
        log.user("later");
        log.add("custom", JsonObject.of("customType", "state", "data", 1));
        log.add("stack_pop", JsonObject.empty());

        assertThat(log.context()).hasSize(12);
        assertThat(log.read())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(9990, 10_001).boxed().toList());
    }

    @Test
    void a_branch_of_100_000_entries_has_a_context() {
        for (int i = 0; i < 100_000; i++) {
            log.user("M");
        }

        assertThat(log.context()).hasSize(100_000);
    }

    private void firstCompaction() {
        IntStream.rangeClosed(1, 5).forEach(i -> log.user("M" + i));
        log.compaction(log.id(3), "C1");
    }

    private List<Message> messages() {
        return Projection.of(log, log.path()).stream()
                .map(ContextMessage::message)
                .toList();
    }

    private List<Integer> places() {
        return Projection.of(log, log.path()).stream()
                .map(ContextMessage::entryIndex)
                .toList();
    }

    private static long time(int index) {
        return MemoryLog.START.plusSeconds(index).toEpochMilli();
    }
}
