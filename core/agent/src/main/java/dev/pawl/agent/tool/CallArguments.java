package dev.pawl.agent.tool;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.Tool;
import dev.pawl.base.Words;
import dev.pawl.hooks.bound.Bounded;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The arguments of a call on their way from the model to a tool: prepared, bent to the schema's types, checked. */
public final class CallArguments {
    private static final int MOST_PROBLEMS = 50;

    private CallArguments() {}

    /** They do not fit; the message is for the model. */
    public static final class Unfit extends Exception {
        private static final long serialVersionUID = 1L;

        Unfit(String message) {
            super(message);
        }
    }

    /** Returns the arguments that a model gave, as the tool takes them. */
    public static JsonObject ready(Tool tool, JsonObject given) throws Unfit, InterruptedException {
        return fitted(tool, prepared(tool, given));
    }

    /** Arguments that were prepared already, bent to the schema's types. */
    public static JsonObject fitted(Tool tool, JsonObject given) throws Unfit {
        var bent =
                bent(tool.parameters(), tool.parameters(), given, null) instanceof JsonObject object ? object : given;
        var problems = Schema.problems(tool.parameters(), bent);
        if (!problems.isEmpty()) {
            throw new Unfit(refusal(tool, problems, given));
        }
        return bent;
    }

    /** Returns the tool's own repair of what models get wrong. */
    private static JsonObject prepared(Tool tool, JsonObject given) throws Unfit, InterruptedException {
        var prepare = tool.traits().prepareArguments();
        if (prepare == null) {
            return given;
        }
        @Nullable JsonObject prepared;
        try {
            prepared = Bounded.call("arguments of " + tool.name(), () -> prepare.apply(given), null);
        } catch (Bounded.Broken e) {
            throw new Unfit("The arguments of " + tool.name() + " could not be read: " + e.plain());
        }
        if (prepared == null) {
            throw new Unfit("The arguments of " + tool.name() + " could not be read: the tool made nothing of them");
        }
        return prepared;
    }

    private static String refusal(Tool tool, List<String> problems, JsonObject given) {
        var text = new StringBuilder("Validation failed for tool \"")
                .append(tool.name())
                .append("\":");
        problems.stream()
                .limit(MOST_PROBLEMS)
                .forEach(problem -> text.append("\n  - ").append(problem));
        return text.append("\n\nReceived arguments:\n")
                .append(Words.excerpt(Json.writeIndented(given), 2000))
                .toString();
    }

    /** Returns a value in the form the schema asks for, where that can be had without guessing: "5" for 5, one for a list of one. */
    private static @Nullable Object bent(
            JsonObject root, @Nullable Object part, @Nullable Object value, Schema.@Nullable Trail above) {
        var schema = part instanceof JsonObject given ? Schema.resolve(root, given) : JsonObject.empty();
        var trail = Schema.Trail.on(above, schema, value);
        if (trail == null) {
            return value;
        }
        var now = value;
        for (var every : schema.list("allOf")) {
            now = bent(root, every, now, trail);
        }
        now = chosen(root, schema.list("anyOf"), now, trail);
        now = chosen(root, schema.list("oneOf"), now, trail);
        now = typed(schema.get("type"), now);
        if (now instanceof JsonObject object) {
            return fields(root, schema, object, trail);
        }
        return now instanceof List<?> list ? elements(root, schema, list, trail) : now;
    }

    /** Of several forms the first that fits counts, as the value is or as it can be bent. */
    private static @Nullable Object chosen(
            JsonObject root, List<@Nullable Object> forms, @Nullable Object value, Schema.Trail trail) {
        if (forms.isEmpty() || forms.stream().anyMatch(form -> Schema.fits(root, form, value, trail))) {
            return value;
        }
        for (var form : forms) {
            var bent = bent(root, form, value, trail);
            if (Schema.fits(root, form, bent, trail)) {
                return bent;
            }
        }
        return value;
    }

    private static @Nullable Object typed(@Nullable Object type, @Nullable Object value) {
        if (type == null || value == null || Schema.isOfType(type, value)) {
            return value;
        }
        var types = type instanceof List<?> several ? several : List.of(type);
        for (var one : types) {
            var bent = "array".equals(one)
                    ? List.of(value)
                    : value instanceof String text ? scalar(one, text) : text(one, value);
            if (bent != value && Schema.isOfType(one, bent)) {
                return bent;
            }
        }
        return value;
    }

    /** Returns a number or a yes in words, where words are asked for. */
    private static Object text(@Nullable Object type, Object value) {
        return "string".equals(type) && (value instanceof Number || value instanceof Boolean)
                ? String.valueOf(value)
                : value;
    }

    private static Object scalar(@Nullable Object type, String text) {
        if ("boolean".equals(type) && (text.equals("true") || text.equals("false"))) {
            return Boolean.valueOf(text);
        }
        return "number".equals(type) || "integer".equals(type) ? number(text) : text;
    }

    /** Returns a number as JSON writes it; words like NaN, which other languages take for numbers, stay words. */
    private static Object number(String text) {
        var digits = text.strip();
        if (digits.isEmpty() || !(digits.charAt(0) == '-' || Character.isDigit(digits.charAt(0)))) {
            return text;
        }
        try {
            return Json.parse(digits) instanceof Number number && Double.isFinite(number.doubleValue()) ? number : text;
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    private static JsonObject fields(JsonObject root, JsonObject schema, JsonObject object, Schema.Trail trail) {
        var properties = schema.object("properties");
        var required = schema.strings("required");
        var bent = object;
        for (var name : object.names()) {
            var property = properties.has(name) ? properties.get(name) : schema.get("additionalProperties");
            var value = object.get(name);
            if (value == null
                    && properties.has(name)
                    && !required.contains(name)
                    && !Schema.fits(root, property, null, trail)) {
                bent = bent.without(name);
                continue;
            }
            var changed = bent(root, property, value, trail);
            if (changed != value) {
                bent = bent.with(name, changed);
            }
        }
        return bent;
    }

    /** Returns the same list if nothing in it changes. */
    private static List<?> elements(JsonObject root, JsonObject schema, List<?> list, Schema.Trail trail) {
        var first = schema.get("items") instanceof List<?> tuple ? tuple : schema.list("prefixItems");
        var rest = schema.get("items") instanceof List<?> ? schema.get("additionalItems") : schema.get("items");
        var bent = new ArrayList<@Nullable Object>(list.size());
        boolean changed = false;
        for (int i = 0; i < list.size(); i++) {
            var element = bent(root, i < first.size() ? first.get(i) : rest, list.get(i), trail);
            changed |= element != list.get(i);
            bent.add(element);
        }
        return changed ? bent : list;
    }
}
