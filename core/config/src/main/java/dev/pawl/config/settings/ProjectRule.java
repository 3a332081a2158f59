package dev.pawl.config.settings;

import java.util.Comparator;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Combines a project's value of a setting with the user's value. Each setting has exactly one rule, and its rule is the
 * only way in which a project's value gets into the merged settings.
 */
public sealed interface ProjectRule<T extends @Nullable Object> {
    /** The project's value is ignored, with a notice. */
    record UserOnly<T extends @Nullable Object>() implements ProjectRule<T> {}

    /** The project's value replaces the user's; in objects, field by field. */
    record MaySet<T extends @Nullable Object>() implements ProjectRule<T> {}

    /** The project's list is appended to the user's. */
    record Joins<T extends @Nullable Object>() implements ProjectRule<T> {}

    /**
     * The project's value can only make the user's stricter.
     *
     * @param stricter combines the user's value, or the default where the user sets none, with the project's; the
     *     result is at least as strict as the first
     * @param whole whether a layer that sets it at all also decides about the fields that it leaves out
     */
    record Tightens<T extends @Nullable Object>(BinaryOperator<T> stricter, boolean whole) implements ProjectRule<T> {
        Tightens(BinaryOperator<T> stricter) {
            this(stricter, false);
        }

        /** The stricter of two values by an order that puts the strictest first. */
        static <T> Tightens<T> by(Comparator<? super T> strictestFirst) {
            return new Tightens<>((user, project) -> strictestFirst.compare(project, user) < 0 ? project : user);
        }
    }
}
