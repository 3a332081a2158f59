package dev.pawl.config.text;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a value is in a JSON file, and how it is written there. */
public interface JsonPlace<T extends @Nullable Object> {
    /** The names from the outermost object to the value. */
    List<String> path();

    /** The value as JSON. */
    @Nullable
    Object json(T value);
}
