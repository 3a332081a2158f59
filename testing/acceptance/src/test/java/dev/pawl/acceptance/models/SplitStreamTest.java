package dev.pawl.acceptance.models;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.http.Failure;
import dev.pawl.api.message.StopReason;
import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import dev.pawl.testkit.model.Script.Tokens;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Where the bytes of a stream are split changes nothing; where they are cut off, what came before is kept. */
class SplitStreamTest {
    private static final Turn TURN = Turn.thinking("hm é")
            .signed("c2ln")
            .andText("Grüße 😀 中")
            .andCalls(
                    call("read", "{\"path\":\"ä😀\"}").withId("a"),
                    call("ls", "{}").withId("b"))
            .chunk(6)
            .usage(new Tokens(10, 7, 4, 0, 2));
    private static final String WHOLE =
            "thinking hm é\ntext Grüße 😀 中\ncall a read {\"path\":\"ä😀\"}\ncall b ls {}\nTOOL_USE";

    @TempDir
    Path home;

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void pieces_of_any_size_make_the_same_answer(String api) throws Exception {
        var sizes = List.of(1, 2, 3, 5, 7, 11, 16, 100, 1000);
        var turns = sizes.stream().map(TURN::splitEvery).toArray(Turn[]::new);
        try (var talk = Talk.over(api, home, turns)) {
            for (int size : sizes) {
                assertThat(Talk.plain(talk.ask("Hello.")))
                        .as("pieces of %s bytes", size)
                        .isEqualTo(WHOLE);
            }
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void a_split_wherever_lines_end_or_characters_are_long_changes_nothing(String api) throws Exception {
        var positions = List.copyOf(delicate(api));
        var turns = positions.stream().map(TURN::splitAt).toArray(Turn[]::new);
        try (var talk = Talk.over(api, home, turns)) {
            for (int position : positions) {
                assertThat(Talk.plain(talk.ask("Hello.")))
                        .as("split at %s", position)
                        .isEqualTo(WHOLE);
            }
        }
    }

    @Test
    void splits_anywhere_change_nothing() {
        Property.holds(12, draw -> {
            String api = apis(draw);
            var splits = draw.list(20, 20, () -> draw.list(1, 6, () -> draw.integer(1, 6_000)));
            var turns = new ArrayList<Turn>();
            for (var positions : splits) {
                turns.add(TURN.splitAt(
                        positions.stream().mapToInt(Integer::intValue).toArray()));
            }
            var folder = Files.createTempDirectory("split");
            try (var talk = Talk.over(api, folder, turns.toArray(Turn[]::new))) {
                for (var positions : splits) {
                    assertThat(Talk.plain(talk.ask("Hello.")))
                            .as("split at %s", positions)
                            .isEqualTo(WHOLE);
                }
            } finally {
                delete(folder);
            }
        });
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void a_stream_that_is_cut_anywhere_is_an_error_that_keeps_what_came(String api) throws Exception {
        var length = bytes(api).length;
        var positions = new ArrayList<Integer>();
        for (int at = 0; at < length; at += 29) {
            positions.add(at);
        }
        var turns = positions.stream().map(TURN::cutAtByte).toArray(Turn[]::new);
        int longest = 0;
        try (var talk = Talk.over(api, home, turns)) {
            for (int position : positions) {
                var answer = talk.ask("Hello.");

                if (answer.stopReason() != StopReason.ERROR) {
                    // Nothing was missing but what nobody needs.
                    assertThat(Talk.plain(answer)).as("cut at %s", position).isEqualTo(WHOLE);
                    continue;
                }
                assertThat(Failure.of(answer).kind()).as("cut at %s", position).isEqualTo(Failure.Kind.TRANSIENT);
                assertThat(answer.errorMessage()).contains("broke off");
                assertThat("Grüße 😀 中").startsWith(answer.text());
                assertThat(answer.text().length()).as("cut at %s", position).isGreaterThanOrEqualTo(longest);
                longest = answer.text().length();
            }
        }
        assertThat(longest).isEqualTo("Grüße 😀 中".length());
    }

    private static String apis(Draw draw) {
        return draw.of(Talk.APIS);
    }

    /** Around every line end and inside every character that takes several bytes. */
    private static Set<Integer> delicate(String api) {
        var bytes = bytes(api);
        var positions = new TreeSet<Integer>();
        for (int i = 1; i < bytes.length; i++) {
            if (bytes[i] == '\n' || bytes[i] == '\r' || bytes[i] < 0) {
                positions.add(i);
                positions.add(i + 1);
            }
        }
        positions.remove(bytes.length);
        return positions;
    }

    private static byte[] bytes(String api) {
        return ScriptedModel.stream(api, TURN).getBytes(StandardCharsets.UTF_8);
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (var file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
