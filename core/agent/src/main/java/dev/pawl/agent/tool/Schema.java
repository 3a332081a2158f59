package dev.pawl.agent.tool;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks values against the JSON schemas that tools describe their arguments with.
 *
 * <p>It knows what such schemas use: types, required and further properties, lists, choices, limits, references within
 * the schema. Keywords that it does not know are passed over: anchors and references to other documents,
 * {@code unevaluatedProperties}, {@code unevaluatedItems}, {@code format}. Problems are worded and ordered as in pi, for models and
 * extensions know them so.
 */
public final class Schema {
    private static final int DEEPEST = 200;
    private static final int MOST_LISTED = 20;

    private final JsonObject root;
    private final List<String> problems = new ArrayList<>();

    private Schema(JsonObject root) {
        this.root = root;
    }

    /** The way from the whole schema to a part of it, each step beside the value it is about. */
    record Trail(
            JsonObject schema,
            @Nullable Object value,
            @Nullable Trail above,
            int depth) {
        /** One step further; null where that leads nowhere: a schema may refer to itself, or never end. */
        static @Nullable Trail on(@Nullable Trail above, JsonObject schema, @Nullable Object value) {
            for (var step = above; step != null && step.value == value; step = step.above) {
                if (step.schema == schema) {
                    return null;
                }
            }
            int depth = above == null ? 0 : above.depth + 1;
            return depth > DEEPEST ? null : new Trail(schema, value, above, depth);
        }
    }

    /** Returns the flaws of a value, each as {@code path: problem}; none if it fits. */
    public static List<String> problems(JsonObject schema, @Nullable Object value) {
        var check = new Schema(schema);
        check.check(schema, value, "", null);
        return List.copyOf(check.problems);
    }

    /**
     * Returns whether a value fits a part of a schema.
     *
     * @param root the whole schema, which references start from
     * @param above the way to the part
     */
    static boolean fits(JsonObject root, @Nullable Object part, @Nullable Object value, @Nullable Trail above) {
        var check = new Schema(root);
        check.check(part, value, "", above);
        return check.problems.isEmpty();
    }

    /** Returns the schema behind a reference within the root; the schema itself if it is none. */
    static JsonObject resolve(JsonObject root, JsonObject schema) {
        var reference = schema.string("$ref");
        for (int i = 0; reference != null && reference.startsWith("#") && i < DEEPEST; i++) {
            schema = target(root, reference) instanceof JsonObject found ? found : JsonObject.empty();
            reference = schema.string("$ref");
        }
        return schema;
    }

    private static @Nullable Object target(JsonObject root, String reference) {
        Object target = root;
        for (var step : reference.substring(1).split("/", -1)) {
            var name = decoded(step).replace("~1", "/").replace("~0", "~");
            if (step.isEmpty()) {
                continue;
            } else if (target instanceof JsonObject object) {
                target = object.get(name);
            } else if (target instanceof List<?> list) {
                int at = list.size();
                for (int i = 0; i < list.size(); i++) {
                    at = name.equals(String.valueOf(i)) ? i : at;
                }
                target = at < list.size() ? list.get(at) : null;
            }
            if (target == null) {
                return null;
            }
        }
        return target;
    }

    private static String decoded(String step) {
        try {
            return URLDecoder.decode(step.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return step;
        }
    }

    private void check(@Nullable Object part, @Nullable Object value, String path, @Nullable Trail above) {
        if (Boolean.FALSE.equals(part)) {
            add(path, "no value is allowed here");
            return;
        }
        var schema = part instanceof JsonObject given ? given : JsonObject.empty();
        var reference = schema.string("$ref");
        var trail = Trail.on(above, schema, value);
        if (trail == null) {
            return;
        }
        if (reference != null && reference.startsWith("#")) {
            check(target(root, reference), value, path, trail);
        }
        if (!isOfType(schema.get("type"), value)) {
            add(path, "expected " + types(schema.get("type")) + ", got " + typeOf(value));
            return;
        }
        choices(schema, value, path);
        if (value instanceof JsonObject object) {
            object(schema, object, path, trail);
        } else if (value instanceof List<?> list) {
            list(schema, list, path, trail);
        } else if (value instanceof String text) {
            text(schema, text, path);
        } else if (value instanceof Number number) {
            number(schema, number.doubleValue(), path);
        }
        for (var every : schema.list("allOf")) {
            check(every, value, path, trail);
        }
        union(schema.list("anyOf"), false, value, path, trail);
        union(schema.list("oneOf"), true, value, path, trail);
        if (schema.has("not") && fits(root, schema.get("not"), value, trail)) {
            add(path, "must not match the schema in not");
        }
        if (schema.has("if")) {
            check(schema.get(fits(root, schema.get("if"), value, trail) ? "then" : "else"), value, path, trail);
        }
    }

    private void choices(JsonObject schema, @Nullable Object value, String path) {
        if (schema.get("enum") instanceof List<?> allowed && !allowed.contains(value)) {
            add(path, "expected one of " + listed(allowed));
        }
        if (schema.has("const") && !Objects.equals(schema.get("const"), value)) {
            add(path, "expected " + Json.write(schema.get("const")));
        }
    }

    /** Of several forms, none of which fits, the one counts that is meant: by its tag, or by the fields that it knows. */
    private void union(List<@Nullable Object> forms, boolean one, @Nullable Object value, String path, Trail trail) {
        long fitting = forms.isEmpty() ? 1 : fitting(forms, value, trail);
        if (fitting == 1 || (fitting > 1 && !one)) {
            return;
        }
        if (fitting > 1) {
            add(path, "matches more than one alternative");
            return;
        }
        var tag = value instanceof JsonObject ? tag(forms) : null;
        if (tag != null && value instanceof JsonObject object) {
            int meant = tag.values.indexOf(object.get(tag.name));
            if (meant < 0) {
                add(join(path, tag.name), "expected one of " + listed(tag.values));
            } else {
                check(forms.get(meant), value, path, trail);
            }
            return;
        }
        Schema best = null;
        long most = -1;
        for (var form : forms) {
            var check = new Schema(root);
            check.check(form, value, path, trail);
            long known = value instanceof JsonObject object ? known(form, object) : 0;
            if (!check.problems.isEmpty()
                    && (best == null || known > most || (known == most && check.deepness() > best.deepness()))) {
                best = check;
                most = known;
            }
        }
        if (best == null) {
            add(path, "matches no alternative");
        } else {
            problems.addAll(best.problems);
        }
    }

    /** A field that has a constant of its own in each of several forms. */
    private record Tag(String name, List<@Nullable Object> values) {}

    private @Nullable Tag tag(List<@Nullable Object> forms) {
        var properties = forms.stream()
                .map(form -> form instanceof JsonObject given
                        ? resolve(root, given).object("properties")
                        : JsonObject.empty())
                .toList();
        for (var name : properties.getFirst().names()) {
            var constants = properties.stream().map(each -> each.object(name)).toList();
            var values = new ArrayList<@Nullable Object>();
            constants.forEach(each -> values.add(each.get("const")));
            boolean plain = constants.stream().allMatch(each -> each.has("const"))
                    && values.stream().noneMatch(each -> each instanceof JsonObject || each instanceof List);
            if (plain && values.stream().distinct().count() == values.size()) {
                return new Tag(name, values);
            }
        }
        return null;
    }

    private long known(@Nullable Object form, JsonObject value) {
        var properties =
                form instanceof JsonObject given ? resolve(root, given).object("properties") : JsonObject.empty();
        return value.names().stream().filter(properties::has).count();
    }

    private int deepness() {
        return problems.getFirst().indexOf(": ");
    }

    private long fitting(List<@Nullable Object> parts, @Nullable Object value, Trail trail) {
        return parts.stream().filter(part -> fits(root, part, value, trail)).count();
    }

    private void object(JsonObject schema, JsonObject object, String path, Trail trail) {
        for (var name : schema.strings("required")) {
            if (!object.has(name)) {
                add(join(path, name), "missing");
            }
        }
        var properties = schema.object("properties");
        for (var name : properties.names()) {
            if (object.has(name)) {
                check(properties.get(name), object.get(name), join(path, name), trail);
            }
        }
        var patterns = schema.object("patternProperties");
        for (var name : object.names()) {
            boolean known = properties.has(name);
            for (var pattern : patterns.names()) {
                known |= matches(pattern, name, true);
                if (matches(pattern, name, false)) {
                    check(patterns.get(pattern), object.get(name), join(path, name), trail);
                }
            }
            if (!known && Boolean.FALSE.equals(schema.get("additionalProperties"))) {
                add(join(path, name), "unknown field");
            } else if (!known) {
                check(schema.get("additionalProperties"), object.get(name), join(path, name), trail);
            }
        }
        var names = schema.get("propertyNames");
        for (var name : object.names()) {
            if (names != null && !fits(root, names, name, trail)) {
                add(join(path, name), "the name is not allowed");
            }
        }
        dependent(schema, object, path, trail);
        size(schema, "Properties", object.names().size(), path, "properties");
    }

    /** What the presence of a property demands; {@code dependencies} is the older word for both kinds. */
    private void dependent(JsonObject schema, JsonObject object, String path, Trail trail) {
        for (var keyword : List.of("dependentRequired", "dependentSchemas", "dependencies")) {
            var demands = schema.object(keyword);
            for (var name : demands.names()) {
                if (!object.has(name)) {
                    continue;
                }
                if (demands.get(name) instanceof List<?> required) {
                    for (var other : required) {
                        if (other instanceof String needed && !object.has(needed)) {
                            add(join(path, needed), "missing, as " + name + " is there");
                        }
                    }
                } else {
                    check(demands.get(name), object, path, trail);
                }
            }
        }
    }

    private void list(JsonObject schema, List<?> list, String path, Trail trail) {
        var first = schema.get("items") instanceof List<?> tuple ? tuple : schema.list("prefixItems");
        var rest = schema.get("items") instanceof List<?> ? schema.get("additionalItems") : schema.get("items");
        for (int i = 0; i < list.size(); i++) {
            check(i < first.size() ? first.get(i) : rest, list.get(i), join(path, String.valueOf(i)), trail);
        }
        size(schema, "Items", list.size(), path, "items");
        if (schema.bool("uniqueItems", false) && list.stream().distinct().count() < list.size()) {
            add(path, "expected unique items");
        }
        if (schema.has("contains")) {
            long fitting = list.stream()
                    .filter(item -> fits(root, schema.get("contains"), item, trail))
                    .count();
            long least = schema.number("minContains", 1);
            if (fitting < least || fitting > schema.number("maxContains", Long.MAX_VALUE)) {
                add(path, "another number of items matches the schema in contains: " + fitting);
            }
        }
    }

    private void text(JsonObject schema, String text, String path) {
        size(schema, "Length", text.codePointCount(0, text.length()), path, "characters");
        var pattern = schema.string("pattern");
        if (pattern != null && !matches(pattern, text, true)) {
            add(path, "expected to match " + pattern);
        }
    }

    /** @param otherwise the answer where the pattern is of another dialect, or the text too long for it */
    private static boolean matches(String pattern, String text, boolean otherwise) {
        try {
            return Pattern.compile(pattern).matcher(text).find();
        } catch (PatternSyntaxException | StackOverflowError e) {
            return otherwise;
        }
    }

    private void number(JsonObject schema, double number, String path) {
        if (schema.get("exclusiveMaximum") instanceof Number limit && number >= limit.doubleValue()) {
            add(path, "expected < " + limit);
        }
        if (schema.get("exclusiveMinimum") instanceof Number limit && number <= limit.doubleValue()) {
            add(path, "expected > " + limit);
        }
        if (schema.has("maximum") && number > schema.decimal("maximum", Double.POSITIVE_INFINITY)) {
            add(path, "expected <= " + schema.get("maximum"));
        }
        if (schema.has("minimum") && number < schema.decimal("minimum", Double.NEGATIVE_INFINITY)) {
            add(path, "expected >= " + schema.get("minimum"));
        }
        double step = schema.decimal("multipleOf", 0);
        if (step > 0 && Math.abs(number / step - Math.rint(number / step)) > 1e-9) {
            add(path, "expected a multiple of " + schema.get("multipleOf"));
        }
    }

    private void size(JsonObject schema, String what, int size, String path, String unit) {
        if (size > schema.number("max" + what, Long.MAX_VALUE)) {
            add(path, "expected at most " + schema.get("max" + what) + " " + unit);
        }
        if (size < schema.number("min" + what, 0)) {
            add(path, "expected at least " + schema.get("min" + what) + " " + unit);
        }
    }

    private void add(String path, String problem) {
        problems.add((path.isEmpty() ? "root" : path) + ": " + problem);
    }

    /** Returns whether a value is of a type, or of one of several. */
    static boolean isOfType(@Nullable Object type, @Nullable Object value) {
        if (type instanceof List<?> types) {
            return types.stream().anyMatch(one -> isOfType(one, value));
        }
        return switch (type instanceof String name ? name : "") {
            case "object" -> value instanceof JsonObject;
            case "array" -> value instanceof List;
            case "string" -> value instanceof String;
            case "boolean" -> value instanceof Boolean;
            case "null" -> value == null;
            case "number" -> value instanceof Number;
            case "integer" -> value instanceof Number number && number.doubleValue() == Math.rint(number.doubleValue());
            default -> true;
        };
    }

    private static String types(@Nullable Object type) {
        return type instanceof List<?> types
                ? String.join(" or ", types.stream().map(String::valueOf).toList())
                : String.valueOf(type);
    }

    private static String typeOf(@Nullable Object value) {
        return Stream.of("null", "boolean", "string", "integer", "number", "array", "object")
                .filter(type -> isOfType(type, value))
                .findFirst()
                .orElse("nothing");
    }

    private static String listed(List<?> values) {
        var text = Json.write(values.stream().limit(MOST_LISTED).toList());
        return values.size() <= MOST_LISTED
                ? text
                : text.substring(0, text.length() - 1) + ", ... and " + (values.size() - MOST_LISTED) + " more]";
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
