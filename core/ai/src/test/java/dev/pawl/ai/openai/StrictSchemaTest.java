package dev.pawl.ai.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrictSchemaTest {
    @Test
    void every_field_is_required_and_what_may_miss_may_be_null() throws Exception {
        var schema = JsonObject.parse("""
            {"type":"object","required":["a"],"properties":{
              "a":{"type":"string"},
              "b":{"type":["string","null"]},
              "c":{"enum":["x",null]},
              "d":{"anyOf":[{"type":"string"},{"type":"null"}]},
              "e":{"type":"array","items":{"type":"object","properties":{"f":{"type":"number"}}}}}}
            """);

        assertThat(StrictSchema.of(schema)).isEqualTo(JsonObject.parse("""
            {"type":"object","required":["a","b","c","d","e"],"additionalProperties":false,"properties":{
              "a":{"type":"string"},
              "b":{"type":["string","null"]},
              "c":{"enum":["x",null]},
              "d":{"anyOf":[{"type":"string"},{"type":"null"}]},
              "e":{"anyOf":[{"type":"array","items":{"type":"object","required":["f"],"additionalProperties":false,
                   "properties":{"f":{"anyOf":[{"type":"number"},{"type":"null"}]}}}},{"type":"null"}]}}}
            """));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"type":"string"}                                                                    | not of type object
        {"type":"object","$defs":{}}                                                         | the object has $defs
        {"type":"object","properties":{"a":{"oneOf":[]}}}                                    | a has oneOf
        {"type":"object","properties":{"a":{"anyOf":[]}}}                                    | a has an empty anyOf
        {"type":"object","properties":{"a":{"anyOf":[{"type":"object"}]}}}                   | several objects or lists
        {"type":"object","properties":{"a":{"type":"array","items":[{"type":"string"}]}}}    | a[] is no schema object
        {"type":"object","properties":{"a":{"properties":{}}}}                               | without being of type object
        {"type":"object","properties":{"a":{"type":"object","additionalProperties":true}}}   | a allows additional properties
        {"type":"object","properties":{"a":true}}                                            | a is no schema object
        {"type":"object","required":["b"]}                                                   | requires b
        """)
    void what_strict_tools_do_not_know_is_refused_by_its_place(String schema, String words) {
        assertThatThrownBy(() -> StrictSchema.of(JsonObject.parse(schema)))
                .isInstanceOf(StrictSchema.Unfit.class)
                .hasMessageContaining(words);
    }
}
