package dev.pawl.testkit.model;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.property.Property;
import dev.pawl.testkit.model.Script.Break;
import dev.pawl.testkit.model.Script.Part;
import dev.pawl.testkit.model.Script.Tokens;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptTest {
    @Test
    void a_script_is_read_from_its_json() {
        var script = Script.parse("""
            {"turns": [
               {"thinking": "hm", "thinkingSignature": "c2ln", "text": "Let me look.", "toolCalls": [
                  {"name": "read", "arguments": {"path": "a.txt"}},
                  {"id": "mine", "name": "bash", "argumentsText": "{not json"}]},
               {"status": 429, "headers": {"retry-after": "1"}, "message": "slow down"},
               {"text": "cut short", "breakAfter": 3, "breakWith": "garbage", "chunk": 2, "chunkDelayMs": 1},
               {"stall": true, "delayMs": 5},
               {"html": true},
               {"redirect": "http://elsewhere/"},
               {"text": "x", "cutAtByte": 17, "splitEvery": 3, "splitAt": [9, 4], "usage": "none"}],
             "side": [{"match": "title of", "text": "A title"}],
             "end": {"text": "over"}}
            """);

        var first = script.turns().getFirst();
        assertThat(first.parts())
                .containsExactly(
                        new Part.Thinking("hm", "c2ln"),
                        new Part.Text("Let me look."),
                        call("read", JsonObject.of("path", "a.txt")),
                        call("bash", "{not json").withId("mine"));
        assertThat(first.tokens()).isEqualTo(Tokens.of(100, 20));
        var refused = script.turns().get(1);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.headers()).containsEntry("retry-after", "1");
        assertThat(refused.message()).isEqualTo("slow down");
        var broken = script.turns().get(2);
        assertThat(broken.breakAfter()).isEqualTo(3);
        assertThat(broken.breakWith()).isEqualTo(Break.GARBAGE);
        assertThat(broken.pieces("cut short")).containsExactly("cu", "t ", "sh", "or", "t");
        assertThat(broken.chunkDelayMs()).isEqualTo(1);
        assertThat(script.turns().get(3).stalls()).isTrue();
        assertThat(script.turns().get(3).delayMs()).isEqualTo(5);
        assertThat(script.turns().get(4).isWebPage()).isTrue();
        assertThat(script.turns().get(5).redirect()).isEqualTo("http://elsewhere/");
        var split = script.turns().get(6);
        assertThat(split.cutAtByte()).isEqualTo(17);
        assertThat(split.splitEvery()).isEqualTo(3);
        assertThat(split.splitAt()).containsExactly(4, 9);
        assertThat(split.tokens()).isNull();
        assertThat(script.end().parts()).containsExactly(new Part.Text("over"));
    }

    @Test
    void a_script_built_in_java_reads_back_as_itself() {
        var script = Script.of(
                        Turn.text("hi").usage(new Tokens(1, 2, 3, 4, 5)).stopReason("length"),
                        Turn.thinking("hm")
                                .signed("sig")
                                .andCalls(call("read", "{}").withId("a").signed("t")),
                        Turn.status(500).message("broken").header("x", "y").body(JsonObject.of("a", 1)),
                        Turn.text("…")
                                .breakAfter(2, Break.ERROR)
                                .delayed(3)
                                .paced(4)
                                .chunk(5)
                                .repeat(6))
                .aside("a title", Turn.text("Title"))
                .endingWith(Turn.stalled());

        assertThat(Script.parse(script.toJson().toString())).isEqualTo(script);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"turns\": {}}                                        | turns must be a list, not {}",
                "{\"turn\": []}                                         | turn is no field of a script",
                "{\"turns\": [{}, 5]}                                   | turns[1] must be an object, not 5",
                "{\"turns\": [{\"txt\": \"a\"}]}                        | turns[0].txt is no field of a turn",
                "{\"turns\": [{\"text\": 5}]}                           | turns[0].text must be text, not 5",
                "{\"turns\": [{}, {\"status\": \"no\"}]}                | turns[1].status must be a number from 200 to"
                        + " 599, not \"no\"",
                "{\"turns\": [{\"status\": 99}]}                        | turns[0].status must be a number from 200 to"
                        + " 599, not 99",
                "{\"turns\": [{\"chunk\": 0}]}                          | turns[0].chunk must be a whole number from 1"
                        + " up, not 0",
                "{\"turns\": [{\"chunk\": 1.5}]}                        | turns[0].chunk must be a whole number from 1"
                        + " up, not 1.5",
                "{\"turns\": [{\"cutAtByte\": -1}]}                     | turns[0].cutAtByte must be a whole number"
                        + " from 0 up, not -1",
                "{\"turns\": [{\"stall\": 1}]}                          | turns[0].stall must be true or false, not 1",
                "{\"turns\": [{\"headers\": {\"a\": 1}}]}               | turns[0].headers.a must be text, not 1",
                "{\"turns\": [{\"headers\": []}]}                       | turns[0].headers must be an object, not []",
                "{\"turns\": [{\"toolCalls\": {}}]}                     | turns[0].toolCalls must be a list, not {}",
                "{\"turns\": [{\"toolCalls\": [7]}]}                    | turns[0].toolCalls[0] must be an object, not"
                        + " 7",
                "{\"turns\": [{\"toolCalls\": [{}]}]}                   | turns[0].toolCalls[0].name must be the name"
                        + " of a tool, not null",
                "{\"turns\": [{\"toolCalls\": [{\"name\": \"a\", \"arguments\": \"b\"}]}]} |"
                        + " turns[0].toolCalls[0].arguments must be an object, not \"b\"",
                "{\"turns\": [{\"toolCalls\": [{\"name\": \"a\", \"args\": {}}]}]} | turns[0].toolCalls[0].args is no"
                        + " field of a call",
                "{\"turns\": [{\"usage\": \"many\"}]}                   | turns[0].usage must be an object with input"
                        + " and output, or \"estimate\" or \"none\", not \"many\"",
                "{\"turns\": [{\"usage\": {\"in\": 1}}]}                | turns[0].usage.in is no count",
                "{\"turns\": [{\"breakWith\": \"a bang\"}]}             | turns[0].breakWith must be cut, end, garbage"
                        + " or error, not \"a bang\"",
                "{\"turns\": [{\"splitAt\": [1, \"b\"]}]}               | turns[0].splitAt[1] must be a whole number"
                        + " from 0 up, not \"b\"",
                "{\"turns\": [{\"body\": null}]}                        | turns[0].body must be text or JSON, not null",
                "{\"side\": [{\"text\": \"a\"}]}                        | side[0].match must be the words that a"
                        + " request is known by, not null",
                "{\"side\": [{\"match\": \"(\", \"text\": \"a\"}]}      | side[0].match must be a regular expression,"
                        + " not \"(\"",
                "{\"end\": 3}                                           | end must be an object, not 3",
                "{\"end\": {\"repeat\": 0}}                             | end.repeat must be a whole number from 1 up,"
                        + " not 0",
                "[]                                                     | not a JSON object",
            })
    void what_does_not_fit_is_named_by_turn_and_field(String json, String complaint) {
        assertThatThrownBy(() -> Script.parse(json))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(complaint);
    }

    @Test
    void what_does_not_fit_in_a_file_is_named_by_file_turn_and_field(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("bad.json"), "{\"turns\": [{\"text\": true}]}");

        assertThatThrownBy(() -> Script.read(file))
                .hasMessage("script " + file + ": turns[0].text must be text, not true");
    }

    @Test
    void turns_are_played_one_a_request_and_repeated_as_often_as_they_say() {
        var play = new ScriptPlay(
                Script.of(Turn.text("a").repeat(2), Turn.text("b")).endingWith(Turn.text("c")));

        assertThat(answers(play, 6)).isEqualTo("a a b c c c");
    }

    @Test
    void asides_answer_what_they_match_and_use_up_no_turn() {
        var play = new ScriptPlay(Script.of(Turn.text("a"), Turn.text("b"))
                .aside("ti[dt]le of", Turn.text("title"))
                .aside("1+1", Turn.text("two")));

        assertThat(answers(play, "hello", "the title of it", "what is 1+1?", "hello", "hello"))
                .isEqualTo("a title two b done");
    }

    @Test
    void calls_without_an_id_are_numbered_through_the_whole_play() {
        var play = new ScriptPlay(Script.of(
                Turn.calls(call("a", "{}"), call("b", "{}").withId("own")),
                Turn.calls(call("c", "{}")).repeat(2)));

        var ids = play.next("").calls().stream().map(Script.Call::id).toList();
        assertThat(ids).containsExactly("call_0001", "own");
        assertThat(play.next("").calls().getFirst().id()).isEqualTo("call_0003");
        assertThat(play.next("").calls().getFirst().id()).isEqualTo("call_0004");
    }

    @Test
    void an_estimate_counts_a_quarter_of_the_requests_bytes() {
        var play = new ScriptPlay(Script.parse("{\"turns\": [{\"text\": \"a\", \"usage\": \"estimate\"}]}"));

        assertThat(play.next("ä".repeat(50)).tokens()).isEqualTo(Tokens.of(25, 20));
    }

    @Test
    void filler_has_the_size_that_was_asked_for() {
        Property.holds(60, draw -> {
            int bytes = draw.integer(0, 5_000);
            var turn = Script.parse("{\"turns\": [{\"textBytes\": " + bytes + "}]}")
                    .turns()
                    .getFirst();

            var text =
                    turn.parts().stream().map(part -> ((Part.Text) part).text()).collect(Collectors.joining());
            assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSize(bytes);
        });
    }

    @Test
    void pieces_make_up_the_text_and_tear_no_character_apart() {
        Property.holds(200, draw -> {
            int size = draw.integer(1, 5);
            var text = "ab😀c😀😀d é — 中文 🏳️‍🌈";
            var pieces = Turn.text(text).chunk(size).pieces(text);

            assertThat(String.join("", pieces)).isEqualTo(text);
            assertThat(pieces).allSatisfy(piece -> {
                assertThat(Character.isLowSurrogate(piece.charAt(0))).isFalse();
                assertThat(Character.isHighSurrogate(piece.charAt(piece.length() - 1)))
                        .isFalse();
            });
        });
    }

    private static String answers(ScriptPlay play, int times) {
        var bodies = new String[times];
        Arrays.fill(bodies, "");
        return answers(play, bodies);
    }

    private static String answers(ScriptPlay play, String... bodies) {
        return Arrays.stream(bodies)
                .map(body -> ((Part.Text) play.next(body).parts().getFirst()).text())
                .collect(Collectors.joining(" "));
    }
}
