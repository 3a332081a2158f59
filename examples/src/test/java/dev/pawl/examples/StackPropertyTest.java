package dev.pawl.examples;

import static dev.pawl.api.HookPoints.CONTEXT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.ModelContext;
import dev.pawl.api.session.ContextMessage;
import dev.pawl.api.session.Entry;
import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whatever was compacted and popped in whatever order, nothing is lost and nothing is sent twice. */
class StackPropertyTest {
    private static HookTrial trial;

    @BeforeAll
    static void load() throws Exception {
        trial = HookTrial.ofFiles(Path.of("stack.java"));
    }

    @AfterAll
    static void close() {
        trial.close();
    }

    @Test
    void every_message_is_shown_or_covered_by_the_latest_summary_that_is_shown_once() {
        Property.holds(500, draw -> {
            List<Entry> entries = branches(draw);
            var core = Branch.core(entries);
            var context =
                    new ModelContext(core.stream().map(ContextMessage::message).toList(), entries, core, false);

            var shown = trial.fire(CONTEXT, context).messages().stream()
                    .map(message -> message.text().replace("[Summary]\n\n", ""))
                    .toList();

            var expected = new TreeSet<String>();
            for (int i = 0; i < entries.size(); i++) {
                var summary = latestCovering(entries, i);
                if (summary != null) {
                    expected.add(summary);
                } else if (entries.get(i) instanceof Entry.MessageEntry) {
                    expected.add("M" + i);
                }
            }
            assertThat(shown).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(expected);
            assertThat(shown.stream()
                            .filter(text -> text.startsWith("M"))
                            .map(text -> Integer.valueOf(text.substring(1))))
                    .isSorted();
            assertThat(trial.errors()).isEmpty();
        });
    }

    /** Looks backwards from the end for what replaces an entry. */
    private static String latestCovering(List<Entry> entries, int index) {
        for (int i = entries.size() - 1; i >= 0; i--) {
            if (entries.get(i) instanceof Entry.Compaction compaction
                    && index < compaction.firstKeptEntryIndex(entries)) {
                return compaction.summary();
            }
            if (entries.get(i) instanceof Entry.Other pop && index < i) {
                var fields = pop.fields();
                var summary = fields.string(fields.integer("backToIndex", 0) <= index ? "summary" : "prePopSummary");
                if (summary != null) {
                    return summary;
                }
            }
        }
        return null;
    }

    /** A header and a message, then messages, compactions and pops in any order, at least one pop. */
    private static List<Entry> branches(Draw draw) {
        var choices = draw.list(1, 40, () -> draw.integer(0, 9_999));
        var branch = new Branch().header().message();
        choices.forEach(choice -> step(branch, choice));
        int backTo = 1 + choices.getFirst() % (branch.size() - 1);
        return branch.pop(backTo, "S" + branch.size()).message().entries();
    }

    private static void step(Branch branch, int choice) {
        int earlier = 1 + choice / 10 % (branch.size() - 1);
        switch (choice % 10) {
            case 0, 1 -> branch.compaction(earlier, "C" + branch.size());
            case 2, 3 -> branch.pop(earlier, "S" + branch.size());
            case 4 -> branch.pop(earlier, "S" + branch.size(), "P" + branch.size());
            default -> branch.message();
        }
    }
}
