package dev.pawl.hooks;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tells in words how one event record differs from another, without repeating long texts. */
final class Changes {
    private static final int SHORT = 120;
    private static final ClassValue<RecordComponent[]> COMPONENTS = new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
            return type.getRecordComponents();
        }
    };

    private Changes() {}

    /** Null if nothing differs. */
    static @Nullable String between(Object before, Object after) {
        if (before == after
                || before.getClass() != after.getClass()
                || !before.getClass().isRecord()) {
            return before == after ? null : "changed";
        }
        var differences = new ArrayList<String>();
        for (var component : COMPONENTS.get(before.getClass())) {
            var old = read(component, before);
            var now = read(component, after);
            if (old != now && !Objects.equals(old, now)) {
                differences.add(component.getName() + ": " + words(old) + " → " + words(now));
            }
        }
        return differences.isEmpty() ? null : String.join("; ", differences);
    }

    private static @Nullable Object read(RecordComponent component, Object record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    private static String words(@Nullable Object value) {
        return switch (value) {
            case null -> "none";
            case List<?> list when list.size() != 1 -> list.size() + " elements";
            case Collection<?> all -> all.size() + " element, " + all.toString().length() + " characters";
            case Map<?, ?> map -> map.size() + " fields";
            default -> shortened(value.toString());
        };
    }

    private static String shortened(String text) {
        return text.length() <= SHORT ? text : text.substring(0, SHORT) + "… (" + text.length() + " characters)";
    }
}
