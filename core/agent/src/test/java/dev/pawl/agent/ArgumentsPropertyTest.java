package dev.pawl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.tool.CallArguments;
import dev.pawl.agent.tool.Schema;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ArgumentsPropertyTest {
    private static final List<String> TYPES =
            List.of("string", "number", "integer", "boolean", "null", "array", "object");

    private static Object values(Draw draw) {
        return value(draw, 3);
    }

    private static JsonObject objects(Draw draw) {
        return object(draw, 2);
    }

    private static JsonObject schemas(Draw draw) {
        return schema(draw, 3);
    }

    private static Object value(Draw draw, int depth) {
        return draw.from(_ -> switch (draw.integer(0, depth == 0 ? 4 : 6)) {
            case 0 -> draw.of(true, false);
            case 1 -> draw.number(-3, 3);
            case 2 -> draw.text('a', 'z', 0, 4);
            case 3 -> draw.decimal(-2, 2, 1);
            case 4 -> draw.of("5", "-1.5", "true", "false", "", "null", "NaN", "0x1", "1e3");
            case 5 -> draw.list(0, 3, () -> value(draw, depth - 1));
            default -> object(draw, depth - 1);
        });
    }

    private static JsonObject object(Draw draw, int depth) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        for (var name : draw.list(0, 3, () -> draw.of("a", "b", "c"))) {
            fields.put(name, draw.integer(0, 9) == 9 ? null : value(draw, depth));
        }
        return JsonObject.from(fields);
    }

    private static JsonObject schema(Draw draw, int depth) {
        return draw.from(_ -> switch (draw.integer(0, depth == 0 ? 2 : 6)) {
            case 0 -> JsonObject.of("type", draw.of(TYPES));
            case 1 -> JsonObject.of("type", draw.list(2, 2, () -> draw.of(TYPES)));
            case 2 ->
                draw.of(
                        JsonObject.empty(),
                        JsonObject.of("minimum", 0, "maxLength", 2),
                        JsonObject.of("enum", List.of("5", 5, true)),
                        JsonObject.of("minItems", 1, "maxProperties", 2),
                        JsonObject.of("$ref", "#"),
                        JsonObject.of("pattern", "^[a-c]*$"));
            case 3 -> JsonObject.of("type", "array", "items", schema(draw, depth - 1));
            case 4 ->
                JsonObject.of(
                                "type",
                                "object",
                                "properties",
                                draw.map(3, () -> draw.of("a", "b", "c"), () -> schema(draw, depth - 1)))
                        .with("required", List.of("a"));
            case 5 -> JsonObject.of(draw.of("anyOf", "oneOf", "allOf"), draw.list(1, 3, () -> schema(draw, depth - 1)));
            default -> JsonObject.of("not", schema(draw, depth - 1));
        });
    }

    /** The schema of exactly this shape. */
    private static JsonObject shape(@Nullable Object value) {
        return switch (value) {
            case null -> JsonObject.of("type", "null");
            case String _ -> JsonObject.of("type", "string");
            case Boolean _ -> JsonObject.of("type", "boolean");
            case Number _ -> JsonObject.of("type", "number");
            case List<?> list ->
                JsonObject.of(
                        "type",
                        "array",
                        "items",
                        list.stream().map(ArgumentsPropertyTest::shape).toList());
            case JsonObject object -> {
                var properties = new LinkedHashMap<String, @Nullable Object>();
                object.asMap().forEach((name, field) -> properties.put(name, shape(field)));
                yield JsonObject.of("type", "object", "properties", properties)
                        .with("required", new ArrayList<>(object.names()))
                        .with("additionalProperties", false);
            }
            default -> throw new IllegalArgumentException(String.valueOf(value));
        };
    }

    private static Tool tool(JsonObject parameters) {
        return Tool.of("t", "", parameters.with("type", "object"), (_, _) -> ToolOutput.text(""));
    }

    @Test
    void a_value_fits_its_own_shape() {
        Property.holds(300, draw -> {
            Object value = values(draw);
            var frozen = Json.freeze(value);
            assertThat(Schema.problems(shape(frozen), frozen)).isEmpty();
        });
    }

    @Test
    void every_check_comes_to_an_end_and_to_the_same_one() {
        Property.holds(500, draw -> {
            JsonObject schema = schemas(draw);
            Object value = values(draw);
            var frozen = Json.freeze(value);
            assertThat(Schema.problems(schema, frozen)).isEqualTo(Schema.problems(schema, frozen));
        });
    }

    @Test
    void forms_combine_as_their_names_say() {
        Property.holds(300, draw -> {
            JsonObject one = schemas(draw);
            JsonObject other = schemas(draw);
            Object value = values(draw);
            // A reference to the whole would mean another whole in each of these.
            draw.assume(!one.toString().contains("$ref") && !other.toString().contains("$ref"));
            var frozen = Json.freeze(value);
            boolean first = fits(one, frozen);
            boolean second = fits(other, frozen);
            var both = List.of(one, other);
            assertThat(fits(JsonObject.of("allOf", both), frozen)).isEqualTo(first && second);
            assertThat(fits(JsonObject.of("anyOf", both), frozen)).isEqualTo(first || second);
            assertThat(fits(JsonObject.of("oneOf", both), frozen)).isEqualTo(first ^ second);
            assertThat(fits(JsonObject.of("not", one), frozen)).isEqualTo(!first);
        });
    }

    private static boolean fits(JsonObject schema, @Nullable Object value) {
        return Schema.problems(schema, value).isEmpty();
    }

    @Test
    void arguments_that_fit_reach_the_tool_as_they_are() {
        Property.holds(500, draw -> {
            JsonObject schema = schemas(draw);
            JsonObject arguments = objects(draw);
            var tool = tool(schema);
            draw.assume(fits(tool.parameters(), arguments));
            assertThat(CallArguments.ready(tool, arguments)).isEqualTo(arguments);
        });
    }

    @Test
    void what_reaches_the_tool_fits_or_nothing_does() {
        Property.holds(500, draw -> {
            JsonObject schema = schemas(draw);
            JsonObject arguments = objects(draw);
            var tool = tool(schema);
            try {
                var ready = CallArguments.ready(tool, arguments);
                assertThat(fits(tool.parameters(), ready)).isTrue();
                assertThat(ready.names()).isSubsetOf(arguments.names());
            } catch (CallArguments.Unfit e) {
                assertThat(e.getMessage()).startsWith("Validation failed for tool \"t\":\n  - ");
            }
        });
    }

    @Test
    void a_number_in_quotes_is_that_number() {
        Property.holds(200, draw -> {
            long whole = draw.anyLong();
            double decimal = draw.anyDouble();
            draw.assume(Double.isFinite(decimal));
            var schema = JsonObject.of(
                    "properties", Map.of("w", JsonObject.of("type", "integer"), "d", JsonObject.of("type", "number")));
            var quoted = JsonObject.of("w", " " + whole, "d", Json.write(decimal));
            assertThat(CallArguments.ready(tool(schema), quoted)).isEqualTo(JsonObject.of("w", whole, "d", decimal));
        });
    }

    @Test
    void one_value_where_a_list_is_wanted_is_a_list_of_one() {
        Property.holds(200, draw -> {
            Object value = values(draw);
            var frozen = Json.freeze(value);
            draw.assume(!(frozen instanceof List));
            var schema = JsonObject.of("properties", Map.of("list", JsonObject.of("type", "array")));
            assertThat(CallArguments.ready(tool(schema), JsonObject.of("list", frozen)))
                    .isEqualTo(JsonObject.of("list", List.of(java.util.Objects.requireNonNull(frozen))));
        });
    }
}
