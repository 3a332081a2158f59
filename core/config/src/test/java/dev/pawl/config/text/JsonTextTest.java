package dev.pawl.config.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.property.Property;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that is no JSON is described in words for the person who edits it. */
class JsonTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[1]|line 1, column 1: not an object in braces; the text has to begin with {",
                "{|line 1, column 2: the text ends, and } is missing for the { of line 1, column 1",
                "{\"a\": 1|line 1, column 8: the text ends, and } is missing for the { of line 1, column 1",
                "{\"a\": {\n"
                    + "  \"b\": [\"c\"|line 2, column 12: the text ends, and ] is missing for the [ of line 2, column"
                    + " 8",
                "{\"a\": [|line 1, column 8: the text ends, and ] is missing for the [ of line 1, column 7",
                "{\"a\": 1,}|line 1, column 8: the comma before } is one too many; take it out",
                "{\"a\": [1, ]}|line 1, column 9: the comma before ] is one too many; take it out",
                "{'a': 1}|line 1, column 2: the name 'a' has to be in double quotes",
                "{a: 1}|line 1, column 2: the name a has to be in double quotes",
                "{\"a\" 1}|line 1, column 6: a colon is missing after the name \"a\"",
                "{\"a\": 1\n\"b\": 2}|line 2, column 1: a comma or } is missing before \"",
                "{\"a\": }|line 1, column 7: a value is missing before }",
                "{\"a\":|line 1, column 6: a value is missing at the end",
                "{\"a\": tru}|line 1, column 7: tru is no value; write a text in double quotes, a number, true, false,"
                        + " null, [ or {",
                "{\"a\": 01}|line 1, column 7: 01 is no value; write a text in double quotes, a number, true, false,"
                        + " null, [ or {",
                "{\"a\": \"x\n"
                        + "y\"}|line 1, column 7: a text has no closing quote on its line; write \\n"
                        + " for a line end in a text",
                "{\"a\": \"C:\\q\"}|line 1, column 10: \\q means nothing in a text; write \\\\ for a backslash",
                "// mine\n{}|line 1, column 1: JSON has no comments; take it out",
                "{} x|line 1, column 4: there is more text after the closing brace; take it out",
            })
    void a_mistake_is_named_with_its_place_and_what_to_do(String example) {
        int bar = example.lastIndexOf('|');
        assertThat(JsonText.complaint(example.substring(0, bar))).isEqualTo(example.substring(bar + 1));
    }

    @Test
    void whatever_is_refused_has_a_place() {
        var good = "{\"permissions\": {\"deny\": [\"Bash(rm *)\", \"\\u00e4\\n"
                + "\"], \"n\": -1.5e3, \"t\": true, \"x\": null}}";
        assertThat(JsonMistake.in(good)).isNull();
        Property.holds(2_000, draw -> {
            int at = draw.integer(0, good.length());
            int end = Math.min(good.length(), at + draw.integer(0, 3));
            var text = good.substring(0, at)
                    + draw.of("", "\"", "{", "}", "[", "]", ",", ":", "a", "1", "\\", "\n", "\u0001", "'")
                    + good.substring(end);
            boolean refused = isRefused(text);
            var mistake = JsonMistake.in(text);
            assertThat(mistake != null).as("%s: %s", text, mistake).isEqualTo(refused);
            assertThat(JsonText.complaint(text)).doesNotContain("REDACTED");
        });
        assertThat(List.of("", "{")).allMatch(text -> JsonMistake.in(text) != null);
    }

    private static boolean isRefused(String text) {
        try {
            return JsonObject.parse(text) == null;
        } catch (IllegalArgumentException e) {
            return true;
        }
    }

    @Test
    void comments_and_commas_after_the_last_value_are_left_out() {
        assertThat(JsonText.parseWithComments("""
            // servers
            {
              "a": [1, 2, /* three */], // the end
              "b": {"c": true,}, "url": "https://a/*b*/", "quoted": "\\"// no,]"
            }
            """)).isEqualTo(JsonObject.parse("""
                {"a": [1, 2], "b": {"c": true}, "url": "https://a/*b*/", "quoted": "\\"// no,]"}\
                """));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{} /* open", "{\"open", "{\"a\\", "[1]", "{} {}", "null"})
    void what_is_no_object_is_refused_also_where_comments_are_allowed(String text) {
        assertThatThrownBy(() -> JsonText.parseWithComments(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
