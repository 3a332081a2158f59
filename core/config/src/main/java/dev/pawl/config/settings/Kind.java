package dev.pawl.config.settings;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ThinkingLevel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the values of a setting may be, and how they are in JSON. */
sealed interface Kind<T> {
    /** What a value must be, in words that follow "must be". */
    String expected();

    /** The value that some JSON means; null if it means none. */
    @Nullable
    T read(Object json);

    /** The JSON for a value. */
    default Object json(Object value) {
        return value;
    }

    /** The values as words, if there are only so many. */
    default List<String> words() {
        return List.of();
    }

    /** The JSON without what cannot be used; null if nothing can. */
    default @Nullable Object clean(String name, Object json, Complaints complaints) {
        if (read(json) != null) {
            return json;
        }
        complaints.add(name, json, expected());
        return null;
    }

    /** Takes what is wrong with a value. */
    interface Complaints {
        void add(String name, @Nullable Object found, String expected);
    }

    record Flag() implements Kind<Boolean> {
        @Override
        public String expected() {
            return "true or false";
        }

        @Override
        public List<String> words() {
            return List.of("true", "false");
        }

        @Override
        public @Nullable Boolean read(Object json) {
            return json instanceof Boolean flag ? flag : null;
        }
    }

    record Text() implements Kind<String> {
        @Override
        public String expected() {
            return "a text in quotes";
        }

        @Override
        public @Nullable String read(Object json) {
            return json instanceof String text ? text : null;
        }
    }

    /** A number, or the word {@code "auto"}, which is 0. */
    record CountOrAuto(int most) implements Kind<Integer> {
        @Override
        public String expected() {
            return "\"auto\" or a whole number from 1 to " + most;
        }

        @Override
        public @Nullable Integer read(Object json) {
            if (json.equals("auto")) {
                return 0;
            }
            return json instanceof Long count && count >= 1 && count <= most ? count.intValue() : null;
        }

        @Override
        public Object json(Object value) {
            return value.equals(0) ? "auto" : value;
        }
    }

    /** A time; for some, the word {@code "disabled"} is none as well. */
    record Millis(boolean mayBeDisabled) implements Kind<Long> {
        @Override
        public String expected() {
            return "a whole number of milliseconds, 0 or more" + (mayBeDisabled ? ", or \"disabled\"" : "");
        }

        @Override
        public @Nullable Long read(Object json) {
            if (mayBeDisabled && json.equals("disabled")) {
                return 0L;
            }
            return json instanceof Long millis && millis >= 0 ? millis : null;
        }
    }

    record Count(int least, int most) implements Kind<Integer> {
        @Override
        public String expected() {
            return most == Integer.MAX_VALUE
                    ? "a whole number, " + least + " or more"
                    : "a whole number from " + least + " to " + most;
        }

        @Override
        public @Nullable Integer read(Object json) {
            return json instanceof Long count && count >= least && count <= most ? count.intValue() : null;
        }
    }

    /** One of some words; {@code NO_TOOLS} is {@code no-tools}. For some, true and false are words as well. */
    record Choice<E extends Enum<E>>(
            List<E> all, @Nullable E forTrue, @Nullable E forFalse) implements Kind<E> {
        static <E extends Enum<E>> Choice<E> of(E[] all) {
            return new Choice<>(List.of(all), null, null);
        }

        @Override
        public String expected() {
            var words = new StringBuilder();
            for (int i = 0; i < all.size(); i++) {
                words.append(i == 0 ? "" : i == all.size() - 1 ? " or " : ", ");
                var json = json(all.get(i));
                words.append(json instanceof String word ? "\"" + word + "\"" : json);
            }
            return words.toString();
        }

        @Override
        public List<String> words() {
            return all.stream().map(each -> String.valueOf(json(each))).toList();
        }

        @Override
        public @Nullable E read(Object json) {
            for (var each : all) {
                if (json(each).equals(json)) {
                    return each;
                }
            }
            return null;
        }

        @Override
        public Object json(Object value) {
            if (value == forTrue || value == forFalse) {
                return value == forTrue;
            }
            return ((Enum<?>) value).name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    record Texts(String what) implements Kind<List<String>> {
        @Override
        public String expected() {
            return "a list of " + what;
        }

        @Override
        @SuppressWarnings("unchecked") // What is not a text has been cleaned out.
        public @Nullable List<String> read(Object json) {
            return json instanceof List<?> list ? (List<String>) list : null;
        }

        @Override
        public @Nullable Object clean(String name, Object json, Complaints complaints) {
            return elements(name, json, complaints, expected(), false);
        }
    }

    /** Texts, or objects with more fields. */
    record Sources(String expected) implements Kind<List<Object>> {
        static final Sources HOOKS = new Sources("a list of paths or shell hooks");

        @Override
        @SuppressWarnings("unchecked")
        public @Nullable List<Object> read(Object json) {
            return json instanceof List<?> list ? (List<Object>) list : null;
        }

        @Override
        public @Nullable Object clean(String name, Object json, Complaints complaints) {
            return elements(name, json, complaints, expected(), true);
        }
    }

    record Levels() implements Kind<Map<String, ThinkingLevel>> {
        private static final Choice<ThinkingLevel> LEVEL = Choice.of(ThinkingLevel.values());

        @Override
        public String expected() {
            return "an object with a thinking level for each \"provider/model\"";
        }

        @Override
        public @Nullable Map<String, ThinkingLevel> read(Object json) {
            if (!(json instanceof JsonObject object)) {
                return null;
            }
            var levels = new LinkedHashMap<String, ThinkingLevel>();
            for (var field : object.asMap().entrySet()) {
                var level = field.getValue() == null ? null : LEVEL.read(field.getValue());
                if (level != null) {
                    levels.put(field.getKey(), level);
                }
            }
            return Collections.unmodifiableMap(levels);
        }

        @Override
        public Object json(Object value) {
            var json = new LinkedHashMap<String, Object>();
            ((Map<?, ?>) value).forEach((model, level) -> json.put(String.valueOf(model), LEVEL.json(level)));
            return json;
        }

        @Override
        public @Nullable Object clean(String name, Object json, Complaints complaints) {
            return fields(name, json, complaints, expected(), LEVEL);
        }
    }

    record Budgets() implements Kind<Map<ThinkingLevel, Integer>> {
        private static final Count TOKENS = new Count(0, Integer.MAX_VALUE);

        @Override
        public String expected() {
            return "an object with a number of tokens for each thinking level";
        }

        @Override
        public @Nullable Map<ThinkingLevel, Integer> read(Object json) {
            if (!(json instanceof JsonObject object)) {
                return null;
            }
            var budgets = new EnumMap<ThinkingLevel, Integer>(ThinkingLevel.class);
            for (var field : object.asMap().entrySet()) {
                var level = ThinkingLevel.find(field.getKey());
                var tokens = field.getValue() == null ? null : TOKENS.read(field.getValue());
                if (level != null && tokens != null) {
                    budgets.put(level, tokens);
                }
            }
            return Collections.unmodifiableMap(budgets);
        }

        @Override
        public Object json(Object value) {
            var json = new LinkedHashMap<String, Object>();
            ((Map<?, ?>) value).forEach((level, tokens) -> json.put(((ThinkingLevel) level).wire(), tokens));
            return json;
        }

        @Override
        public @Nullable Object clean(String name, Object json, Complaints complaints) {
            return fields(name, json, complaints, expected(), TOKENS);
        }
    }

    /** Token limits of single models, each an object; what is in them is checked where they are used. */
    record Limits() implements Kind<JsonObject> {
        private static final Count TOKENS = new Count(0, Integer.MAX_VALUE);

        @Override
        public String expected() {
            return "an object with an object for each \"provider/model\"";
        }

        @Override
        public @Nullable JsonObject read(Object json) {
            return json instanceof JsonObject object ? object : null;
        }

        @Override
        public @Nullable Object clean(String name, Object json, Complaints complaints) {
            if (!(json instanceof JsonObject models)) {
                complaints.add(name, json, expected());
                return null;
            }
            var kept = models;
            for (var model : models.asMap().entrySet()) {
                var limits = fields(name + "." + model.getKey(), model.getValue(), complaints, "an object", TOKENS);
                kept = limits == null ? kept.without(model.getKey()) : kept.with(model.getKey(), limits);
            }
            return kept;
        }
    }

    /**
     * An object that is checked where it is used. Any other value is replaced by an object that records this, because
     * not to know a rule must not mean that there is none.
     *
     * @param word the field that a word, or true or false, in place of the object means; null if none may stand there
     */
    record Group(@Nullable String word) implements Kind<JsonObject> {
        static Group plain() {
            return new Group(null);
        }

        @Override
        public String expected() {
            return word == null ? "an object in braces" : "true, false, a word or an object in braces";
        }

        @Override
        public @Nullable JsonObject read(Object json) {
            if (word != null && (json instanceof String || json instanceof Boolean)) {
                return JsonObject.of(word, json);
            }
            return json instanceof JsonObject object ? object : null;
        }

        @Override
        public Object clean(String name, Object json, Complaints complaints) {
            if (read(json) != null) {
                return json;
            }
            complaints.add(name, json, expected());
            return JsonObject.of(Tightening.UNREADABLE, true);
        }

        /** Whether an object stands for a value that was none. */
        static boolean isReplaced(JsonObject group) {
            return group.has(Tightening.UNREADABLE);
        }
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
