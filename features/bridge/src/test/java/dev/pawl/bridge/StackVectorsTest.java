package dev.pawl.bridge;

import static dev.pawl.api.HookPoints.CONTEXT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.ModelContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.EntryNode;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A stack made by a TypeScript hook from the entries as it sees them, also across compactions. */
@Deep
class StackVectorsTest {
    @TempDir
    static Path dir;

    private static NodeTrial node;
    private static HookTrial trial;

    @BeforeAll
    static void load() throws Exception {
        node = NodeTrial.in(dir);
        trial = HookTrial.in(dir, node.example("stacked.ts"));
        assertThat(trial.problems()).isEmpty();
    }

    @AfterAll
    static void close() {
        trial.close();
        node.close();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "V1 | H M1 M2 M3 M4 M5 C(4,C1) | unchanged",
                "V2 | H M1 M2 M3 M4 M5 C(4,C1) M7 M8 | unchanged",
                "V3 | H M1 M2 M3 M4 M5 C(4,C1) M7 M8 P(2,S1,P1) | P1 S1",
                "V4 | H M1 M2 M3 M4 M5 C(4,C1) M7 M8 P(2,S1,P1) M10 M11 M12 | P1 S1 M10 M11 M12",
                "V5 | H M1 M2 M3 M4 M5 C(4,C1) M7 M8 P(2,S1,P1) M10 M11 M12 C(11,C2) | C2 M11 M12",
                "V6 | M0-39 C(30,C) M41-49 P(20,S,P) M51 M52 | P S M51 M52",
                "V7 | H M1 M2 M3 M4 M5 M6 P(3,A) M8 C(5,C) M10 | C A M8 M10",
                "V8 | H M1 M2 M3 M4 M5 P(3,S) M7 | M1 M2 S M7",
                "V9 | H M1 M2 M3 M4 M5 P(3,S) M7 M8 P(1,T) M10 | T M10",
                "V10 | H M1 M2 M3 M4 M5 M6 P(3,A) M8 M9 P(5,B) M11 | M1 M2 A B M11",
            })
    void of_overlapping_summaries_the_later_wins(String name, String written, String seen) throws Exception {
        var before = new ModelContext(List.of(Message.user("unchanged", 0)), entries(written), List.of(), false);
        var after = trial.fire(CONTEXT, before);
        assertThat(trial.errors()).isEmpty();
        assertThat(after.messages().stream().map(Message::text).collect(Collectors.joining(" ")))
                .isEqualTo(seen);
    }

    private static List<Entry> entries(String written) {
        var entries = new ArrayList<Entry>();
        for (var token : written.split(" ")) {
            if (token.contains("-")) {
                var ends = token.substring(1).split("-");
                IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[1]))
                        .forEach(i -> entries.add(entry("M" + i, entries.size())));
            } else {
                entries.add(entry(token, entries.size()));
            }
        }
        return entries;
    }

    private static Entry entry(String token, int at) {
        var node = new EntryNode("e" + at, at == 0 ? null : "e" + (at - 1), Instant.ofEpochMilli(at));
        var parts = token.replaceAll("^.\\(?|\\)$", "").split(",");
        return switch (token.charAt(0)) {
            case 'H' -> new Entry.Header(node, 3, "/project", null, JsonObject.empty());
            case 'C' ->
                new Entry.Compaction(node, parts[1], "e" + parts[0], 0, null, null, false, null, JsonObject.empty());
            case 'P' -> {
                var pop = JsonObject.of("backToIndex", Integer.parseInt(parts[0]), "summary", parts[1]);
                yield new Entry.Other(node, "stack_pop", parts.length == 3 ? pop.with("prePopSummary", parts[2]) : pop);
            }
            default -> new Entry.MessageEntry(node, Message.user(token, 0), JsonObject.empty());
        };
    }
}
