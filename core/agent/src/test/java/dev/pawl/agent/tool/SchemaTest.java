package dev.pawl.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaTest {
    private static List<String> problems(String schema, String value) {
        return Schema.problems(JsonObject.parse(schema), Json.parse(value));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {"type":"string"}                                  | "a"         | 5
        {"type":"number"}                                  | 5.5         | "5"
        {"type":"integer"}                                 | 5.0         | 5.5
        {"type":"boolean"}                                 | false       | 0
        {"type":"null"}                                    | null        | 0
        {"type":"array"}                                   | []          | {}
        {"type":"object"}                                  | {}          | []
        {"type":["string","null"]}                         | null        | 1
        {"enum":["a",1,null]}                              | null        | "b"
        {"const":{"a":[1]}}                                | {"a":[1.0]} | {"a":[2]}
        {"minLength":2,"maxLength":3}                      | "ab"        | "a"
        {"maxLength":1}                                    | "🙂"        | "ab"
        {"pattern":"^a+$"}                                 | "aa"        | "ab"
        {"minimum":1,"maximum":3}                          | 1           | 4
        {"exclusiveMinimum":1}                             | 1.1         | 1
        {"exclusiveMaximum":3}                             | 2           | 3
        {"multipleOf":0.1}                                 | 0.3         | 0.35
        {"items":{"type":"string"}}                        | ["a"]       | ["a",1]
        {"items":[{"type":"string"},{"type":"number"}]}    | ["a",1]     | ["a","b"]
        {"prefixItems":[{"type":"string"}],"items":false}  | ["a"]       | ["a","b"]
        {"minItems":1,"maxItems":2}                        | [1]         | []
        {"uniqueItems":true}                               | [1,2]       | [1,1.0]
        {"required":["a"]}                                 | {"a":null}  | {"b":1}
        {"properties":{"a":{"type":"string"}}}             | {"b":1}     | {"a":1}
        {"properties":{"a":false}}                         | {"b":1}     | {"a":1}
        {"properties":{"a":true},"additionalProperties":false} | {"a":1} | {"b":1}
        {"additionalProperties":{"type":"number"}}         | {"x":1}     | {"x":"1"}
        {"patternProperties":{"^n_":{"type":"number"}},"additionalProperties":false} | {"n_x":1} | {"n_x":"1"}
        {"patternProperties":{"^n_":{}},"additionalProperties":false} | {"n_x":1} | {"m_x":1}
        {"minProperties":1,"maxProperties":1}              | {"a":1}     | {}
        {"allOf":[{"minimum":1},{"maximum":2}]}            | 2           | 3
        {"anyOf":[{"type":"string"},{"type":"number"}]}    | 1           | true
        {"oneOf":[{"type":"integer"},{"type":"number"}]}   | 1.5         | 1
        {"oneOf":[{"type":"string"},{"type":"number"}]}    | 1           | true
        {"not":{"type":"string"}}                          | 1           | "a"
        {"$ref":"#/$defs/n","$defs":{"n":{"type":"number"}}} | 1         | "a"
        {"$ref":"#/$defs/a~1b","$defs":{"a/b":{"type":"number"}}} | 1    | "a"
        {"$ref":"#/anyOf/1","anyOf":[{},{"type":"number"}]} | 1          | "a"
        {"$ref":"#/$defs/a%25b","$defs":{"a%b":true},"minimum":2} | 2     | 1
        {"if":{"required":["a"]},"then":{"required":["b"]}} | {"b":1}    | {"a":1}
        {"if":{"type":"string"},"else":{"minimum":2}}      | "a"         | 1
        {"dependentRequired":{"a":["b"]}}                  | {"b":1}     | {"a":1}
        {"dependentSchemas":{"a":{"maxProperties":1}}}     | {"a":1}     | {"a":1,"b":2}
        {"dependencies":{"a":["b"],"c":false}}             | {"a":1,"b":1} | {"c":1}
        {"propertyNames":{"maxLength":2}}                  | {"ab":1}    | {"abc":1}
        {"contains":{"type":"string"}}                     | [1,"a"]     | [1]
        {"contains":{"const":1},"minContains":2,"maxContains":2} | [1,1] | [1,1,1]
        """)
    void a_value_fits_or_the_reason_is_reported(String schema, String good, String bad) {
        assertThat(problems(schema, good)).isEmpty();
        assertThat(problems(schema, bad)).isNotEmpty();
    }

    @Test
    void problems_are_reported_by_the_way_to_the_value() {
        var schema = """
            {"type":"object","required":["edits"],"properties":{"edits":{"type":"array","items":
             {"type":"object","required":["old","new"],"properties":{"old":{"type":"string"}}}}}}
            """;
        assertThat(problems(schema, "{\"edits\":[{\"old\":\"a\",\"new\":\"b\"},{\"old\":5}]}"))
                .containsExactly("edits.1.new: missing", "edits.1.old: expected string, got integer");
        assertThat(problems(schema, "{}")).containsExactly("edits: missing");
        assertThat(problems(schema, "[]")).containsExactly("root: expected object, got array");
    }

    @Test
    void all_that_is_wrong_is_reported_at_once() {
        var schema = "{\"properties\":{\"a\":{\"type\":\"string\"},\"b\":{\"enum\":[1,2]}},\"required\":[\"c\"]}";
        assertThat(problems(schema, "{\"a\":1,\"b\":3}"))
                .containsExactly("c: missing", "a: expected string, got integer", "b: expected one of [1,2]");
    }

    @Test
    void what_is_missing_comes_before_what_is_wrong_and_that_before_what_is_not_known() {
        var schema = """
            {"properties":{"key":{"type":"string"},"mode":{"enum":["fast","slow"]},"at":{"minimum":1}},
             "required":["key","word","other"],"additionalProperties":false}
            """;
        assertThat(problems(schema, "{\"at\":0,\"mode\":\"sideways\",\"b\":1,\"key\":5.5}"))
                .containsExactly(
                        "word: missing",
                        "other: missing",
                        "key: expected string, got number",
                        "mode: expected one of [\"fast\",\"slow\"]",
                        "at: expected >= 1",
                        "b: unknown field");
    }

    @Test
    void of_several_forms_is_reported_what_the_one_that_is_meant_misses() {
        assertThat(problems("{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"number\"}]}", "true"))
                .containsExactly("root: expected string, got boolean");
        var forms = """
            {"anyOf":[{"type":"object","properties":{"a":{},"b":{"type":"string"}},"required":["a"]},
             {"type":"object","properties":{"c":{},"d":{"type":"string"}},"required":["c"]}]}
            """;
        assertThat(problems(forms, "{\"d\":5}")).containsExactly("c: missing", "d: expected string, got integer");
        var tagged = """
            {"oneOf":[{"properties":{"kind":{"const":"x"},"at":{"type":"number"}}},
             {"properties":{"kind":{"const":"y"},"at":{"type":"string"}}}]}
            """;
        assertThat(problems(tagged, "{\"kind\":\"y\",\"at\":5}")).containsExactly("at: expected string, got integer");
        assertThat(problems(tagged, "{\"kind\":\"z\"}")).containsExactly("kind: expected one of [\"x\",\"y\"]");
        assertThat(problems("{\"oneOf\":[{\"type\":\"integer\"},{\"type\":\"number\"}]}", "1"))
                .containsExactly("root: matches more than one alternative");
    }

    @Test
    void a_long_list_of_choices_is_cut() {
        var choices = java.util.stream.IntStream.range(0, 23).boxed().toList();
        assertThat(Schema.problems(JsonObject.of("enum", choices), "x").getFirst())
                .endsWith(",18,19, ... and 3 more]");
    }

    @Test
    void a_pattern_of_another_dialect_refuses_nothing() {
        assertThat(problems("{\"pattern\":\"(?<n\"}", "\"anything\"")).isEmpty();
        assertThat(problems("{\"patternProperties\":{\"(\":false},\"additionalProperties\":false}", "{\"a\":1}"))
                .isEmpty();
    }

    @Test
    void a_pattern_that_is_too_much_for_a_long_text_refuses_nothing() {
        var text = "ab".repeat(200_000);
        assertThat(Schema.problems(JsonObject.of("pattern", "^(a|b)*$"), text)).isEmpty();
    }

    @Test
    void references_that_lead_in_circles_or_nowhere_come_to_an_end() {
        assertThat(problems("{\"$ref\":\"#\"}", "1")).isEmpty();
        assertThat(problems("{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"$ref\":\"#/$defs/a\"}}}", "1"))
                .isEmpty();
        assertThat(problems("{\"$ref\":\"#/nowhere/at/all\"}", "1")).isEmpty();
        assertThat(problems("{\"$ref\":\"https://example.com/x\"}", "1")).isEmpty();
        assertThat(problems("{\"allOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}],\"type\":\"string\"}", "1"))
                .containsOnly("root: expected string, got integer");
        assertThat(problems("{\"not\":{\"$ref\":\"#\"}}", "1")).hasSize(1);
    }

    @Test
    void a_schema_that_refers_to_itself_is_followed_as_deep_as_the_value_is() {
        var tree = """
            {"type":"object","required":["name"],"properties":{"name":{"type":"string"},
             "children":{"type":"array","items":{"$ref":"#"}}}}
            """;
        assertThat(problems(tree, "{\"name\":\"a\",\"children\":[{\"name\":\"b\",\"children\":[{\"name\":1}]}]}"))
                .containsExactly("children.0.children.0.name: expected string, got integer");
    }
}
