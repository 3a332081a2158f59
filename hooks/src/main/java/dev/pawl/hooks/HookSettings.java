package dev.pawl.hooks;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What one settings file says about hooks.
 *
 * @param entries the lists {@code extensions} and {@code hooks}, in this order
 * @param hookTimeout milliseconds, 0 for no limit; null where the file does not say
 * @param toolCallHookTimeout milliseconds, 0 for no limit; null where the file does not say
 * @param projectFirst what {@code hookOrder} means; null where the file does not say
 * @param problems fields that could not be used; the others were
 */
public record HookSettings(
        List<String> entries,
        @Nullable Long hookTimeout,
        @Nullable Long toolCallHookTimeout,
        @Nullable Boolean projectFirst,
        List<LoadProblem> problems) {
    /** What holds where no file says otherwise. */
    public static final HookSettings NONE = new HookSettings(List.of(), null, null, null, List.of());

    /** Reads a settings file, which need not exist. */
    public static HookSettings read(Path file) {
        try {
            return new Reader(file.toString(), JsonObject.parse(Files.readString(file))).read();
        } catch (NoSuchFileException _) {
            return NONE;
        } catch (IOException e) {
            return refuse(file, "cannot be read (" + e + "); its settings for hooks are not used.");
        } catch (IllegalArgumentException e) {
            return refuse(file, "its settings for hooks are not used, because it is " + e.getMessage());
        }
    }

    private static HookSettings refuse(Path file, String message) {
        return new HookSettings(List.of(), null, null, null, List.of(LoadProblem.error(file.toString(), message)));
    }

    /** Takes the fields one by one, so that a wrong one spoils no other. */
    private record Reader(String file, JsonObject json, List<LoadProblem> problems) {
        Reader(String file, JsonObject json) {
            this(file, json, new ArrayList<>());
        }

        HookSettings read() {
            var entries = new ArrayList<>(strings("extensions"));
            entries.addAll(strings("hooks"));
            return new HookSettings(
                    List.copyOf(entries),
                    field("hookTimeout", Reader::millis, "a number of milliseconds, 0 or more"),
                    field("toolCallHookTimeout", Reader::millis, "a number of milliseconds, 0 or more"),
                    field("hookOrder", Reader::projectFirst, "\"user-first\" or \"project-first\""),
                    List.copyOf(problems));
        }

        private List<String> strings(String name) {
            var value = json.get(name);
            if (value == null) {
                return List.of();
            }
            if (!(value instanceof List<?> list)) {
                wrong(name, "a list of paths", value);
                return List.of();
            }
            for (int i = 0; i < list.size(); i++) {
                if (!(list.get(i) instanceof String)) {
                    wrong(name + "[" + i + "]", "a path in quotes", list.get(i));
                }
            }
            return json.strings(name);
        }

        private <T> @Nullable T field(String name, Function<Object, @Nullable T> as, String expected) {
            var value = json.get(name);
            if (value == null) {
                return null;
            }
            var usable = as.apply(value);
            if (usable == null) {
                wrong(name, expected, value);
            }
            return usable;
        }

        private static @Nullable Long millis(Object value) {
            return value instanceof Number number && number.doubleValue() >= 0 ? number.longValue() : null;
        }

        private static @Nullable Boolean projectFirst(Object value) {
            if (value.equals("project-first")) {
                return true;
            }
            return value.equals("user-first") ? false : null;
        }

        private void wrong(String field, String expected, @Nullable Object found) {
            problems.add(LoadProblem.error(
                    file, field + " is " + found + ", but must be " + expected + ". It is not used."));
        }
    }
}
