package dev.pawl.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallArgumentsTest {
    private static Tool tool(String property) {
        return Tool.of(
                "t",
                "",
                JsonObject.parse("{\"type\":\"object\",\"properties\":{\"x\":" + property + "}}"),
                (_, _) -> ToolOutput.text(""));
    }

    private static String bent(String property, String value) throws CallArguments.Unfit, InterruptedException {
        return CallArguments.ready(tool(property), JsonObject.parse("{\"x\":" + value + "}"))
                .toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {"type":"number"}                                       | "5"            | {"x":5}
        {"type":"number"}                                       | " -2.5e1 "     | {"x":-25}
        {"type":"integer"}                                      | "7.0"          | {"x":7}
        {"type":"integer"}                                      | "12345678901234567890" | {"x":12345678901234567890}
        {"type":"boolean"}                                      | "true"         | {"x":true}
        {"type":"boolean"}                                      | "false"        | {"x":false}
        {"type":"string"}                                       | "5"            | {"x":"5"}
        {"type":["number","null"]}                              | "5"            | {"x":5}
        {"type":["string","number"]}                            | "5"            | {"x":"5"}
        {"type":"array","items":{"type":"number"}}              | "5"            | {"x":[5]}
        {"type":"array","items":{"type":"number"}}              | ["5",6]        | {"x":[5,6]}
        {"type":"array","items":[{"type":"string"},{"type":"number"}]} | ["5","6"] | {"x":["5",6]}
        {"type":"array","items":{"type":"object"}}              | {"a":1}        | {"x":[{"a":1}]}
        {"type":"object","properties":{"n":{"type":"number"}}}  | {"n":"5"}      | {"x":{"n":5}}
        {"type":"object","additionalProperties":{"type":"boolean"}} | {"n":"true"} | {"x":{"n":true}}
        {"anyOf":[{"type":"number"},{"type":"boolean"}]}        | "true"         | {"x":true}
        {"anyOf":[{"type":"number"},{"type":"string"}]}         | "5"            | {"x":"5"}
        {"oneOf":[{"type":"number"},{"type":"null"}]}           | "5"            | {"x":5}
        {"allOf":[{"type":"number"}]}                           | "5"            | {"x":5}
        {"type":"string"}                                       | null           | {}
        {"enum":["a"]}                                          | null           | {}
        {"type":["string","null"]}                              | null           | {"x":null}
        {}                                                      | null           | {"x":null}
        {"anyOf":[{"type":"string"},{"type":"null"}]}           | null           | {"x":null}
        {"type":"object","properties":{"n":{"type":"string"}}}  | {"n":null}     | {"x":{}}
        """)
    void a_value_is_bent_where_that_needs_no_guessing(String property, String given, String expected) throws Exception {
        assertThat(bent(property, given)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"five\"",
                "\"NaN\"",
                "\"Infinity\"",
                "\"0x10\"",
                "\"5f\"",
                "\"1e999\"",
                "\"\"",
                "\" \"",
                "\"5 6\"",
                "true",
                "{}"
            })
    void what_is_no_number_stays_none(String given) {
        assertThatThrownBy(() -> bent("{\"type\":\"number\"}", given))
                .isInstanceOf(CallArguments.Unfit.class)
                .hasMessageContaining("- x: expected number, got ");
    }

    @Test
    void a_null_that_is_required_is_reported_as_wrong() {
        var tool = Tool.of(
                "t",
                "",
                JsonObject.parse(
                        "{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"string\"}},\"required\":[\"x\"]}"),
                (_, _) -> ToolOutput.text(""));
        assertThatThrownBy(() -> CallArguments.ready(tool, JsonObject.of("x", null)))
                .hasMessageContaining("- x: expected string, got ");
    }

    @Test
    void long_arguments_are_reported_in_part() {
        assertThatThrownBy(() -> bent("{\"type\":\"number\"}", "\"" + "x".repeat(100_000) + "\""))
                .satisfies(
                        e -> assertThat(e.getMessage()).hasSizeLessThan(2_200).endsWith("…"));
    }

    @Test
    void arguments_nested_deeper_than_anybody_looks_are_no_trouble() throws Exception {
        var schema = "{\"type\":\"array\",\"items\":{\"$ref\":\"#/properties/x\"}}";
        var deep = "[".repeat(450) + "]".repeat(450);
        assertThat(bent(schema, deep)).isEqualTo("{\"x\":" + deep + "}");
    }
}
