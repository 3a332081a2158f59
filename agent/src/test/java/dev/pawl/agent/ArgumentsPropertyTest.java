package dev.pawl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

class ArgumentsPropertyTest {
    private static final List<String> TYPES =
            List.of("string", "number", "integer", "boolean", "null", "array", "object");

    @Provide
    Arbitrary<Object> values() {
        return values(3);
    }

    @Provide
    Arbitrary<JsonObject> objects() {
        return object(values(2));
    }

    @Provide
    Arbitrary<JsonObject> schemas() {
        return schemas(3);
    }

    private static Arbitrary<Object> values(int depth) {
        // A null stands for itself only after freezing, so it comes as a marker that is replaced.
        Arbitrary<Object> plain = Arbitraries.oneOf(
                Arbitraries.strings().alpha().ofMaxLength(4).asGeneric(),
                Arbitraries.of("5", "-1.5", "true", "false", "", "null", "NaN", "0x1", "1e3")
                        .asGeneric(),
                Arbitraries.longs().between(-3, 3).asGeneric(),
                Arbitraries.doubles().between(-2, 2).ofScale(1).asGeneric(),
                Arbitraries.of(true, false).asGeneric());
        if (depth == 0) {
            return plain;
        }
        var inner = values(depth - 1);
        return Arbitraries.oneOf(
                plain, inner.list().ofMaxSize(3).asGeneric(), object(inner).asGeneric());
    }

    private static Arbitrary<JsonObject> object(Arbitrary<Object> fields) {
        return Arbitraries.maps(Arbitraries.of("a", "b", "c"), fields.injectNull(0.1))
                .ofMaxSize(3)
                .map(map -> JsonObject.from(new LinkedHashMap<>(map)));
    }

    private static Arbitrary<JsonObject> schemas(int depth) {
        var typed = Arbitraries.of(TYPES).map(type -> JsonObject.of("type", type));
        var severalTypes = Arbitraries.of(TYPES).list().ofSize(2).map(types -> JsonObject.of("type", types));
        var limits = Arbitraries.of(
                JsonObject.empty(),
                JsonObject.of("minimum", 0, "maxLength", 2),
                JsonObject.of("enum", List.of("5", 5, true)),
                JsonObject.of("minItems", 1, "maxProperties", 2),
                JsonObject.of("$ref", "#"),
                JsonObject.of("pattern", "^[a-c]*$"));
        if (depth == 0) {
            return Arbitraries.oneOf(typed, severalTypes, limits);
        }
        var inner = schemas(depth - 1);
        return Arbitraries.oneOf(
                typed,
                severalTypes,
                limits,
                inner.map(items -> JsonObject.of("type", "array", "items", items)),
                Arbitraries.maps(Arbitraries.of("a", "b", "c"), inner)
                        .ofMaxSize(3)
                        .map(properties -> JsonObject.of("type", "object", "properties", properties)
                                .with("required", List.of("a"))),
                Arbitraries.of("anyOf", "oneOf", "allOf")
                        .flatMap(name ->
                                inner.list().ofMinSize(1).ofMaxSize(3).map(parts -> JsonObject.of(name, parts))),
                inner.map(part -> JsonObject.of("not", part)));
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

    @Property(tries = 300)
    void a_value_fits_its_own_shape(@ForAll("values") Object value) {
        var frozen = Json.freeze(value);
        assertThat(Schema.problems(shape(frozen), frozen)).isEmpty();
    }

    @Property(tries = 500)
    void every_check_comes_to_an_end_and_to_the_same_one(
            @ForAll("schemas") JsonObject schema, @ForAll("values") Object value) {
        var frozen = Json.freeze(value);
        assertThat(Schema.problems(schema, frozen)).isEqualTo(Schema.problems(schema, frozen));
    }

    @Property(tries = 300)
    void forms_combine_as_their_names_say(
            @ForAll("schemas") JsonObject one, @ForAll("schemas") JsonObject other, @ForAll("values") Object value) {
        // A reference to the whole would mean another whole in each of these.
        Assume.that(!one.toString().contains("$ref") && !other.toString().contains("$ref"));
        var frozen = Json.freeze(value);
        boolean first = fits(one, frozen);
        boolean second = fits(other, frozen);
        var both = List.of(one, other);
        assertThat(fits(JsonObject.of("allOf", both), frozen)).isEqualTo(first && second);
        assertThat(fits(JsonObject.of("anyOf", both), frozen)).isEqualTo(first || second);
        assertThat(fits(JsonObject.of("oneOf", both), frozen)).isEqualTo(first ^ second);
        assertThat(fits(JsonObject.of("not", one), frozen)).isEqualTo(!first);
    }

    private static boolean fits(JsonObject schema, @Nullable Object value) {
        return Schema.problems(schema, value).isEmpty();
    }

    @Property(tries = 500)
    void arguments_that_fit_reach_the_tool_as_they_are(
            @ForAll("schemas") JsonObject schema, @ForAll("objects") JsonObject arguments) throws Exception {
        var tool = tool(schema);
        Assume.that(fits(tool.parameters(), arguments));
        assertThat(CallArguments.ready(tool, arguments)).isEqualTo(arguments);
    }

    @Property(tries = 500)
    void what_reaches_the_tool_fits_or_nothing_does(
            @ForAll("schemas") JsonObject schema, @ForAll("objects") JsonObject arguments) {
        var tool = tool(schema);
        try {
            var ready = CallArguments.ready(tool, arguments);
            assertThat(fits(tool.parameters(), ready)).isTrue();
            assertThat(ready.names()).isSubsetOf(arguments.names());
        } catch (CallArguments.Unfit e) {
            assertThat(e.getMessage()).startsWith("The arguments of t do not fit:\n- ");
        }
    }

    @Property(tries = 200)
    void a_number_in_quotes_is_that_number(@ForAll long whole, @ForAll double decimal) throws Exception {
        Assume.that(Double.isFinite(decimal));
        var schema = JsonObject.of(
                "properties", Map.of("w", JsonObject.of("type", "integer"), "d", JsonObject.of("type", "number")));
        var quoted = JsonObject.of("w", " " + whole, "d", Json.write(decimal));
        assertThat(CallArguments.ready(tool(schema), quoted)).isEqualTo(JsonObject.of("w", whole, "d", decimal));
    }

    @Property(tries = 200)
    void one_value_where_a_list_is_wanted_is_a_list_of_one(@ForAll("values") Object value) throws Exception {
        var frozen = Json.freeze(value);
        Assume.that(!(frozen instanceof List));
        var schema = JsonObject.of("properties", Map.of("list", JsonObject.of("type", "array")));
        assertThat(CallArguments.ready(tool(schema), JsonObject.of("list", frozen)))
                .isEqualTo(JsonObject.of("list", List.of(java.util.Objects.requireNonNull(frozen))));
    }
}
