package dev.pawl.api.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.property.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A text that is not JSON is described in words for the person who edits it. */
class JsonMistakeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "|line 1, column 1: the text is empty",
                "[1]|line 1, column 1: an object in braces is expected; the text has to begin with {",
                "{|line 1, column 2: the text ends, and } is missing for the { of line 1, column 1",
                "{\"a\": 1|line 1, column 8: the text ends, and } is missing for the { of line 1, column 1",
                "{\"a\": {\n"
                    + "  \"b\": [\"c\"|line 2, column 12: the text ends, and ] is missing for the [ of line 2, column"
                    + " 8",
                "{\"a\": [|line 1, column 8: the text ends, and ] is missing for the [ of line 1, column 7",
                "{\"a\": 1,}|line 1, column 8: the comma before } is one too many; take it out",
                "{\"a\": [1, ]}|line 1, column 9: the comma before ] is one too many; take it out",
                "{'a': 1}|line 1, column 2: a name has to be in double quotes",
                "{a: 1}|line 1, column 2: a name has to be in double quotes",
                "{, }|line 1, column 2: a name in double quotes is missing",
                "{\"a\" 1}|line 1, column 6: a colon is missing after the name",
                "{\"a\": 1\n\"b\": 2}|line 2, column 1: a comma or } is missing here",
                "{\"a\": [1 2]}|line 1, column 10: a comma or ] is missing here",
                "{\"ä\": }|line 1, column 7: a value is missing before }",
                "{\"a\":|line 1, column 6: a value is missing at the end",
                "{\"a\": tru}|line 1, column 7: this is no value; write a text in double quotes, a number, true, false,"
                        + " null, [ or {",
                "{\"a\": 01}|line 1, column 7: this is no value; write a text in double quotes, a number, true, false,"
                        + " null, [ or {",
                "{\"a\": 1.}|line 1, column 7: this is no value; write a text in double quotes, a number, true, false,"
                        + " null, [ or {",
                "{\"a\": \"x\n"
                        + "y\"}|line 1, column 7: a text has no closing quote on its line; write \\n"
                        + " for a line end in a text",
                "{\"a\": \"x|line 1, column 7: a text has no closing quote on its line; write \\n"
                        + " for a line end in a text",
                "{\"a\": \"\u0007\"}|line 1, column 8: a text has a control character; write it as \\t or \\u0007",
                "{\"a\": \"C:\\q\"}|line 1, column 10: this backslash means nothing in a text; write \\\\ for a"
                        + " backslash itself",
                "{\"a\": \"\\u12\"}|line 1, column 8: four hexadecimal digits are expected after \\u",
                "// mine\n{}|line 1, column 1: JSON has no comments; take it out",
                "{\"a\": 1 # one\n}|line 1, column 9: JSON has no comments; take it out",
                "{} x|line 1, column 4: there is more text after the value; take it out",
            })
    void a_mistake_is_named_with_its_place_and_what_to_do(String example) {
        int bar = example.lastIndexOf('|');
        assertThatThrownBy(() -> JsonObject.parse(example.substring(0, bar)))
                .isInstanceOfSatisfying(
                        JsonMistake.class,
                        mistake -> assertThat(mistake.sentence()).isEqualTo(example.substring(bar + 1)));
    }

    @Test
    void what_is_nested_too_deep_is_refused() {
        assertThatThrownBy(() -> Json.parse("[".repeat(100_000)))
                .isInstanceOfSatisfying(
                        JsonMistake.class,
                        mistake -> assertThat(mistake.column()).isEqualTo(513));
    }

    @Test
    void nothing_of_the_text_is_in_the_problem() {
        var good = "{\"key\": {\"deny\": [\"REDACTED *)\", \"\\u00e4\\n\"], \"n\": -1.5e3, \"t\": true, \"x\": null}}";
        Property.holds(2_000, draw -> {
            int at = draw.integer(0, good.length());
            int end = Math.min(good.length(), at + draw.integer(0, 3));
            var text = good.substring(0, at)
                    + draw.of("", "\"", "{", "}", "[", "]", ",", ":", "a", "1", "\\", "\n", "\u0001", "'")
                    + good.substring(end);
            var mistake = mistake(text);
            assertThat(mistake == null ? "" : mistake.sentence()).doesNotContain("REDACTED", "key");
        });
    }

    private static @Nullable JsonMistake mistake(String text) {
        try {
            Json.parse(text);
            return null;
        } catch (JsonMistake mistake) {
            return mistake;
        }
    }

    @Test
    void comments_and_commas_after_the_last_value_are_left_out_where_people_write() {
        assertThat(JsonObject.parseWithComments("""
            // servers
            {
              "a": [1, 2, /* three */], // the end
              "b": {"c": true,}, "url": "https://a/*b*/", "quoted": "\\"// no,]"
            }
            // end\
            """)).isEqualTo(JsonObject.parse("""
                {"a": [1, 2], "b": {"c": true}, "url": "https://a/*b*/", "quoted": "\\"// no,]"}\
                """));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{} /* open", "{\"open", "{\"a\\", "[1]", "{} {}", "null", "{,}", "{\"a\":1,,}", "{} /"})
    void what_is_no_object_is_refused_also_where_comments_are_allowed(String text) {
        assertThatThrownBy(() -> JsonObject.parseWithComments(text)).isInstanceOf(JsonMistake.class);
    }

    @Test
    void where_comments_are_allowed_json_is_read_the_same() {
        Property.holds(1_000, draw -> {
            var text = "{\"a\":" + JsonReaderTest.written(draw, 0) + "}";
            assertThat(JsonObject.parseWithComments(text)).isEqualTo(JsonObject.parse(text));
        });
    }
}
