package dev.pawl.config.settings;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.base.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The values that a setting may have, and their form in JSON. */
final class Kind<T> {
    /** Receives what is wrong with a value. */
    interface Complaints {
        void add(String name, @Nullable Object found, String expected);
    }

    /** Returns JSON without what cannot be used; null if nothing can. */
    private interface Cleaner {
        @Nullable
        Object clean(String name, Object json, Complaints complaints);
    }

    private static final Kind<Integer> TOKENS = count(0, Integer.MAX_VALUE);
    private static final Kind<ThinkingLevel> LEVEL = choice(ThinkingLevel.class);

    private final String expected;
    private final List<String> words;
    private final Function<Object, @Nullable T> reader;
    private final UnaryOperator<Object> writer;
    private final Cleaner cleaner;

    private Kind(
            String expected,
            List<String> words,
            Function<Object, @Nullable T> reader,
            UnaryOperator<Object> writer,
            @Nullable Cleaner cleaner) {
        this.expected = expected;
        this.words = words;
        this.reader = reader;
        this.writer = writer;
        this.cleaner = cleaner == null ? this::whole : cleaner;
    }

    private static <T> Kind<T> of(String expected, Function<Object, @Nullable T> reader) {
        return new Kind<>(expected, List.of(), reader, UnaryOperator.identity(), null);
    }

    private Kind<T> cleaned(Cleaner cleaner) {
        return new Kind<>(expected, words, reader, writer, cleaner);
    }

    private Kind<T> written(UnaryOperator<Object> writer) {
        return new Kind<>(expected, words, reader, writer, cleaner);
    }

    /** Returns what a value must be, in words that follow "must be". */
    String expected() {
        return expected;
    }

    /** Returns the values as words, if there are only so many. */
    List<String> words() {
        return words;
    }

    /** Returns the value that some JSON means; null if it means none. */
    @Nullable
    T read(Object json) {
        return reader.apply(json);
    }

    /** Returns the JSON for a value. */
    Object json(Object value) {
        return writer.apply(value);
    }

    /** Returns the JSON without what cannot be used; null if nothing can. */
    @Nullable
    Object clean(String name, Object json, Complaints complaints) {
        return cleaner.clean(name, json, complaints);
    }

    private @Nullable Object whole(String name, Object json, Complaints complaints) {
        if (read(json) == null) {
            complaints.add(name, json, expected);
            return null;
        }
        return json;
    }

    static Kind<Boolean> flag() {
        Function<Object, @Nullable Boolean> reader = json -> json instanceof Boolean flag ? flag : null;
        return new Kind<>("true or false", List.of("true", "false"), reader, UnaryOperator.identity(), null);
    }

    static Kind<String> text() {
        return of("a text in quotes", json -> json instanceof String text ? text : null);
    }

    static Kind<Integer> count(int least, int most) {
        return of(
                most == Integer.MAX_VALUE
                        ? "a whole number, " + least + " or more"
                        : "a whole number from " + least + " to " + most,
                json -> json instanceof Long count && count >= least && count <= most ? count.intValue() : null);
    }

    /** A number, or the word {@code "auto"}, which is 0. */
    static Kind<Integer> countOrAuto(int most) {
        var counts = count(1, most);
        return of(
                        "\"auto\" or " + counts.expected,
                        json -> json.equals("auto") ? Integer.valueOf(0) : counts.read(json))
                .written(value -> value.equals(0) ? "auto" : value);
    }

    static Kind<Long> millis() {
        return of(
                "a whole number of milliseconds, 0 or more",
                json -> json instanceof Long millis && millis >= 0 ? millis : null);
    }

    /** A time, or the word {@code "disabled"}, which is 0. */
    static Kind<Long> millisOrDisabled() {
        var millis = millis();
        return of(
                millis.expected + ", or \"disabled\"",
                json -> json.equals("disabled") ? Long.valueOf(0) : millis.read(json));
    }

    /** One of some words; {@code NO_TOOLS} is {@code no-tools}. */
    static <E extends Enum<E>> Kind<E> choice(Class<E> type) {
        return choice(type, null, null);
    }

    /** As {@link #choice(Class)}, where true and false are in place of two of the words. */
    static <E extends Enum<E>> Kind<E> choice(Class<E> type, @Nullable E forTrue, @Nullable E forFalse) {
        UnaryOperator<Object> writer = value -> value == forTrue || value == forFalse
                ? value == forTrue
                : ((Enum<?>) value).name().toLowerCase(Locale.ROOT).replace('_', '-');
        var json = new LinkedHashMap<Object, E>();
        for (var each : type.getEnumConstants()) {
            json.put(writer.apply(each), each);
        }
        var quoted =
                json.keySet().stream().map(each -> each instanceof String word ? "\"" + word + "\"" : each.toString());
        var words = json.keySet().stream().map(Object::toString).toList();
        return new Kind<>(Words.or(quoted.toList()), words, json::get, writer, null);
    }

    @SuppressWarnings("unchecked") // What is not a text has been cleaned out.
    static Kind<List<String>> texts(String what) {
        return Kind.<List<String>>of(
                        "a list of " + what, json -> json instanceof List<?> list ? (List<String>) list : null)
                .cleaned((name, json, complaints) -> elements(name, json, complaints, "a list of " + what, false));
    }

    /** Texts, or objects with more fields. */
    @SuppressWarnings("unchecked")
    static Kind<List<Object>> sources(String what) {
        return Kind.<List<Object>>of(
                        "a list of " + what, json -> json instanceof List<?> list ? (List<Object>) list : null)
                .cleaned((name, json, complaints) -> elements(name, json, complaints, "a list of " + what, true));
    }

    static Kind<Map<String, ThinkingLevel>> levels() {
        var expected = "an object with a thinking level for each \"provider/model\"";
        return Kind.<Map<String, ThinkingLevel>>of(expected, json -> {
                    var levels = new LinkedHashMap<String, ThinkingLevel>();
                    return read(json, LEVEL, levels::put) ? Collections.unmodifiableMap(levels) : null;
                })
                .written(value -> {
                    var json = new LinkedHashMap<String, Object>();
                    ((Map<?, ?>) value).forEach((model, level) -> json.put(String.valueOf(model), LEVEL.json(level)));
                    return json;
                })
                .cleaned((name, json, complaints) -> fields(name, json, complaints, expected, LEVEL));
    }

    static Kind<Map<ThinkingLevel, Integer>> budgets() {
        var expected = "an object with a number of tokens for each thinking level";
        return Kind.<Map<ThinkingLevel, Integer>>of(expected, json -> {
                    var budgets = new EnumMap<ThinkingLevel, Integer>(ThinkingLevel.class);
                    boolean read = read(json, TOKENS, (name, tokens) -> {
                        var level = ThinkingLevel.find(name);
                        if (level != null) {
                            budgets.put(level, tokens);
                        }
                    });
                    return read ? Collections.unmodifiableMap(budgets) : null;
                })
                .written(value -> {
                    var json = new LinkedHashMap<String, Object>();
                    ((Map<?, ?>) value).forEach((level, tokens) -> json.put(((ThinkingLevel) level).wire(), tokens));
                    return json;
                })
                .cleaned((name, json, complaints) -> fields(name, json, complaints, expected, TOKENS));
    }

    /** Token limits of single models, each an object, which is checked where it is used. */
    static Kind<JsonObject> limits() {
        var expected = "an object with an object for each \"provider/model\"";
        return object(expected).cleaned((name, json, complaints) -> {
            if (!(json instanceof JsonObject models)) {
                complaints.add(name, json, expected);
                return null;
            }
            var kept = models;
            for (var model : models.asMap().entrySet()) {
                var limits = fields(name + "." + model.getKey(), model.getValue(), complaints, "an object", TOKENS);
                kept = limits == null ? kept.without(model.getKey()) : kept.with(model.getKey(), limits);
            }
            return kept;
        });
    }

    /**
     * An object that is checked where it is used. Any other value is replaced by an object that records this, because
     * not to know a rule must not mean that there is none.
     */
    static Kind<JsonObject> group() {
        return replaced(object("an object in braces"));
    }

    /** As {@link #group}, where a word, or true or false, in place of the object means its field of that name. */
    static Kind<JsonObject> groupOr(String field) {
        return replaced(of(
                "true, false, a word or an object in braces",
                json -> json instanceof String || json instanceof Boolean
                        ? JsonObject.of(field, json)
                        : json instanceof JsonObject object ? object : null));
    }

    private static Kind<JsonObject> object(String expected) {
        return of(expected, json -> json instanceof JsonObject object ? object : null);
    }

    private static Kind<JsonObject> replaced(Kind<JsonObject> group) {
        return group.cleaned((name, json, complaints) -> {
            var usable = group.whole(name, json, complaints);
            return usable == null ? JsonObject.of(Tightening.UNREADABLE, true) : usable;
        });
    }

    /** Returns whether an object is in place of a value that was none. */
    static boolean isReplaced(JsonObject group) {
        return group.has(Tightening.UNREADABLE);
    }

    /** Takes the fields of an object that can be read; false if it is no object. */
    private static <V> boolean read(Object json, Kind<V> kind, BiConsumer<String, V> taker) {
        if (!(json instanceof JsonObject object)) {
            return false;
        }
        for (var field : object.asMap().entrySet()) {
            var value = field.getValue() == null ? null : kind.read(field.getValue());
            if (value != null) {
                taker.accept(field.getKey(), value);
            }
        }
        return true;
    }

    private static @Nullable Object elements(
            String name, Object json, Complaints complaints, String expected, boolean objects) {
        if (!(json instanceof List<?> list)) {
            complaints.add(name, json, expected);
            return null;
        }
        var kept = new ArrayList<Object>(list.size());
        for (int i = 0; i < list.size(); i++) {
            var element = list.get(i);
            if (element instanceof String || (objects && element instanceof JsonObject)) {
                kept.add(element);
            } else {
                complaints.add(
                        name + "[" + i + "]", element, objects ? "a text in quotes or an object" : "a text in quotes");
            }
        }
        return kept.size() == list.size() ? json : Collections.unmodifiableList(kept);
    }

    private static @Nullable Object fields(
            String name, @Nullable Object json, Complaints complaints, String expected, Kind<?> of) {
        if (!(json instanceof JsonObject object)) {
            complaints.add(name, json, expected);
            return null;
        }
        var kept = object;
        for (var field : object.asMap().entrySet()) {
            if (field.getValue() != null
                    && of.clean(name + "." + field.getKey(), field.getValue(), complaints) == null) {
                kept = kept.without(field.getKey());
            }
        }
        return kept;
    }
}
