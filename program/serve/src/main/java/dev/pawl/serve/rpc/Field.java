package dev.pawl.serve.rpc;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.PermissionMode;
import dev.pawl.base.Words;
import dev.pawl.config.settings.Choices.QueueMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A field of a command. A required one is refused where it is missing or of the wrong type; an optional one of the wrong
 * type is not there.
 *
 * @param words the values that there are; empty if they are not few
 */
record Field<T extends @Nullable Object>(String name, boolean required, List<String> words, Reader<T> reader) {
    static final Field<String> MESSAGE = text("message");
    static final Field<List<Content.Image>> IMAGES = new Field<>("images", false, List.of(), Field::images);
    static final Field<Delivery.@Nullable As> STREAMING_BEHAVIOR =
            optional(choice("streamingBehavior", List.of(Delivery.As.STEER, Delivery.As.FOLLOW_UP), Delivery.As::wire));
    static final Field<@Nullable String> PARENT_SESSION = optional(text("parentSession"));
    static final Field<String> SESSION_PATH = text("sessionPath");
    static final Field<String> ENTRY_ID = text("entryId");
    static final Field<@Nullable String> SINCE = optional(text("since"));
    static final Field<String> PROVIDER = text("provider");
    static final Field<String> MODEL_ID = text("modelId");
    static final Field<ThinkingLevel> LEVEL = choice("level", List.of(ThinkingLevel.values()), ThinkingLevel::wire);
    static final Field<QueueMode> QUEUE_MODE = choice("mode", List.of(QueueMode.values()), QueueMode::word);
    static final Field<PermissionMode> PERMISSION_MODE =
            choice("mode", List.of(PermissionMode.values()), PermissionMode::wire);
    static final Field<@Nullable String> CUSTOM_INSTRUCTIONS = optional(text("customInstructions"));
    static final Field<Boolean> ENABLED = new Field<>("enabled", true, List.of(), Field::flag);
    static final Field<String> COMMAND = text("command");
    static final Field<Boolean> EXCLUDE_FROM_CONTEXT =
            new Field<>("excludeFromContext", false, List.of(), (command, name) -> command.bool(name, false));
    static final Field<String> NAME = text("name");
    static final Field<@Nullable String> OUTPUT_PATH = optional(text("outputPath"));

    private static final int LONGEST_TEXT = 8 << 20;

    /** Reads the value of a field, or refuses it. */
    @FunctionalInterface
    interface Reader<T extends @Nullable Object> {
        T read(JsonObject command, String name);
    }

    T in(JsonObject command) {
        return reader.read(command, name);
    }

    private static Field<String> text(String name) {
        return new Field<>(name, true, List.of(), Field::text);
    }

    private static <T> Field<T> choice(String name, List<T> all, Function<T, String> word) {
        var words = all.stream().map(word).toList();
        return new Field<>(name, true, words, (command, _) -> {
            int found = words.indexOf(text(command, name));
            if (found < 0) {
                throw new IllegalArgumentException(
                        name + " is " + Words.or(words) + ", not \"" + command.get(name) + "\"");
            }
            return all.get(found);
        });
    }

    private static <T> Field<@Nullable T> optional(Field<T> field) {
        return new Field<>(
                field.name,
                false,
                field.words,
                (command, name) -> command.get(name) instanceof String ? field.in(command) : null);
    }

    private static List<Content.Image> images(JsonObject command, String name) {
        var images = new ArrayList<Content.Image>();
        for (var image : command.objects(name)) {
            images.add(Content.image(text(image, "data"), text(image, "mimeType")));
        }
        return images;
    }

    private static String text(JsonObject command, String name) {
        if (command.get(name) instanceof String text) {
            if (text.length() > LONGEST_TEXT) {
                throw new IllegalArgumentException("the field \"" + name + "\" has " + text.length()
                        + " characters, and " + LONGEST_TEXT + " is more than any model reads; put the text into a"
                        + " file, and let the agent read it there");
            }
            return text;
        }
        throw wrong(command, name, "a string");
    }

    private static boolean flag(JsonObject command, String name) {
        if (command.get(name) instanceof Boolean flag) {
            return flag;
        }
        throw wrong(command, name, "true or false");
    }

    private static IllegalArgumentException wrong(JsonObject command, String name, String expected) {
        return new IllegalArgumentException("the field \"" + name + "\" must be " + expected
                + (command.has(name) ? ", not " + command.get(name) : "; it is missing"));
    }
}
