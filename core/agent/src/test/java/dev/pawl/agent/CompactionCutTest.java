package dev.pawl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.compaction.CompactionPreparation;
import dev.pawl.agent.compaction.CutPoint;
import dev.pawl.agent.conversation.Projected;
import dev.pawl.ai.wire.TokenEstimate;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.session.CompactionPlan;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.EntryNode;
import dev.pawl.machine.property.Property;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CompactionCutTest {
    private final List<Entry> entries = new ArrayList<>();

    private EntryNode node() {
        return new EntryNode(
                "e" + entries.size(),
                entries.isEmpty() ? null : entries.getLast().id(),
                Instant.ofEpochMilli(entries.size()));
    }

    private CompactionCutTest user(int tokens) {
        return add(Message.user("u".repeat(tokens * 4), entries.size()));
    }

    private CompactionCutTest answer(int tokens) {
        return add(new Message.Assistant(
                List.of(Content.text("a".repeat(tokens * 4))),
                "",
                "",
                "",
                Usage.NONE,
                StopReason.STOP,
                null,
                entries.size(),
                JsonObject.empty()));
    }

    private CompactionCutTest result(int tokens) {
        return add(new Message.ToolResult(
                "c",
                "read",
                List.of(Content.text("r".repeat(tokens * 4))),
                null,
                false,
                null,
                entries.size(),
                JsonObject.empty()));
    }

    private CompactionCutTest add(Message message) {
        entries.add(new Entry.MessageEntry(node(), message, JsonObject.empty()));
        return this;
    }

    private CompactionCutTest metadata() {
        entries.add(new Entry.ModelChange(node(), "p", "m", JsonObject.empty()));
        return this;
    }

    private CompactionCutTest hide(int place) {
        entries.add(new Entry.ContextEdit(node(), "e" + place, null, JsonObject.empty()));
        return this;
    }

    private CutPoint cut(int keep) {
        return CutPoint.find(Projected.of(entries, Set.of()), 0, keep);
    }

    private @Nullable CompactionPlan plan(int keep) throws InterruptedException {
        return CompactionPreparation.prepare(
                        entries, Set.of(), 0, new CompactionPlan.Settings(true, 0, keep), messages -> messages)
                .plan();
    }

    @Test
    void it_keeps_at_least_so_many_tokens() {
        user(10).answer(10).user(10).answer(10);
        assertThat(cut(20)).isEqualTo(new CutPoint(2, -1));
        assertThat(cut(21)).isEqualTo(new CutPoint(1, 0));
    }

    @Test
    void a_system_prompt_in_between_counts() {
        user(10).answer(10);
        add(new Message.SystemPrompt(
                Body.of("s".repeat(400)), Map.of(), List.of(), List.of(), entries.size(), JsonObject.empty()));
        user(10).answer(10);
        assertThat(cut(100)).isEqualTo(new CutPoint(3, -1));
    }

    @Test
    void if_all_of_it_fits_the_first_message_is_kept() throws Exception {
        user(10).answer(10);
        assertThat(cut(1_000)).isEqualTo(new CutPoint(0, -1));
        assertThat(plan(1_000)).isNull();
    }

    @Test
    void it_never_cuts_between_a_call_and_its_result() {
        user(10).answer(1).result(50).answer(1);
        assertThat(cut(30)).isEqualTo(new CutPoint(3, 0));
        entries.clear();
        user(10).answer(1).result(5_000);
        assertThat(cut(30)).isEqualTo(new CutPoint(1, 0));
    }

    @Test
    void metadata_in_front_of_the_cut_is_kept_with_it_and_counts_to_the_turn_before() {
        user(10).answer(10).metadata().metadata().user(10).answer(10);
        assertThat(cut(20)).isEqualTo(new CutPoint(2, 0));
    }

    @Test
    void an_attempt_that_was_taken_out_lets_the_giant_before_it_go() throws Exception {
        user(10).answer(10).user(5_000).answer(1).hide(3);
        var cut = cut(20);
        assertThat(cut).isEqualTo(new CutPoint(3, 2));
        var plan = java.util.Objects.requireNonNull(plan(20));
        assertThat(plan.isSplitTurn()).isTrue();
        assertThat(plan.messagesToSummarize()).hasSize(2);
        assertThat(plan.turnPrefixMessages()).hasSize(1);
    }

    @Test
    void metadata_alone_does_not_let_the_giant_go() {
        user(10).answer(10).user(5_000).metadata();
        assertThat(cut(20)).isEqualTo(new CutPoint(2, -1));
    }

    @Test
    void nothing_that_may_be_first_leaves_all_of_it() throws Exception {
        metadata().result(10);
        assertThat(cut(1).firstKept()).isZero();
        assertThat(plan(1)).isNull();
    }

    @Test
    void whatever_is_cut_is_cut_in_a_good_place() {
        Property.holds(500, draw -> {
            var shape = draw.list(0, 40, () -> draw.integer(0, 199));
            int keep = draw.integer(0, 150);
            entries.clear();
            for (int one : shape) {
                int tokens = one / 10;
                switch (one % 5) {
                    case 0 -> user(tokens);
                    case 1 -> answer(tokens);
                    case 2 -> result(tokens);
                    case 3 -> metadata();
                    default -> {
                        if (!entries.isEmpty() && entries.getLast() instanceof Entry.MessageEntry) {
                            hide(entries.size() - 1);
                        }
                    }
                }
            }
            var projected = Projected.of(entries, Set.of());
            var cut = CutPoint.find(projected, 0, keep);
            assertThat(cut.firstKept()).isBetween(0, Math.max(0, entries.size() - 1));
            assertThat(cut.turnStart()).isLessThan(Math.max(1, cut.firstKept() + 1));
            var rest = projected.subList(cut.firstKept(), projected.size()).stream()
                    .filter(entry -> entry.message() != null)
                    .toList();
            if (cut.firstKept() > 0 && !rest.isEmpty()) {
                assertThat(rest.getFirst().canBeFirst()).isTrue();
            }
            if (cut.splitsTurn()) {
                assertThat(projected.get(cut.turnStart()).startsTurn()).isTrue();
            }
            var plan = plan(keep);
            if (plan != null) {
                long kept = rest.stream()
                        .mapToLong(entry -> TokenEstimate.of(java.util.Objects.requireNonNull(entry.message())))
                        .sum();
                boolean lets = rest.isEmpty();
                boolean onlyResultsWereLonger =
                        projected.stream().anyMatch(entry -> entry.message() instanceof Message.ToolResult);
                assertThat(kept >= keep || lets || onlyResultsWereLonger).isTrue();
                assertThat(plan.messagesToSummarize().size()
                                + plan.turnPrefixMessages().size()
                                + rest.size())
                        .isEqualTo((int) projected.stream()
                                .filter(entry -> entry.message() != null)
                                .count());
            }
        });
    }
}
