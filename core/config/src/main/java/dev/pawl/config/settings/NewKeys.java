package dev.pawl.config.settings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/** Makes the entries of the table of settings, in the order in which they are written there. */
final class NewKeys {
    /** All that were made so far. */
    static final List<Setting<?>> ALL = new ArrayList<>();

    private NewKeys() {}

    static Setting<Boolean> flag(Section section, String name, boolean otherwise, String about) {
        return key(section, name, new Kind.Flag(), otherwise, about);
    }

    static Setting<@Nullable String> optional(Section section, String name, String about) {
        return optional(section, name, new Kind.Text(), about);
    }

    static Setting<Long> millis(Section section, String name, long otherwise, String about) {
        return key(section, name, new Kind.Millis(false), otherwise, about);
    }

    static Setting<Integer> count(Section section, String name, int otherwise, String about) {
        return count(section, name, 0, Integer.MAX_VALUE, otherwise, about);
    }

    static Setting<Integer> count(Section section, String name, int least, int most, int otherwise, String about) {
        return key(section, name, new Kind.Count(least, most), otherwise, about);
    }

    static <E extends Enum<E>> Setting<E> choice(Section section, String name, E[] all, E otherwise, String about) {
        return key(section, name, Kind.Choice.of(all), otherwise, about);
    }

    static Setting<Choices.Detected> detected(Section section, String name, String about) {
        var kind = new Kind.Choice<>(List.of(Choices.Detected.values()), Choices.Detected.ON, Choices.Detected.OFF);
        return key(section, name, kind, Choices.Detected.AUTO, about);
    }

    static Setting<List<String>> texts(
            Section section, String name, String what, List<String> otherwise, String about) {
        return key(section, name, new Kind.Texts(what), otherwise, about);
    }

    static <T> Setting<T> key(Section section, String name, Kind<T> kind, T otherwise, String about) {
        return keep(Setting.of(section, name, kind, otherwise, about));
    }

    static <T> Setting<@Nullable T> optional(Section section, String name, Kind<T> kind, String about) {
        return keep(Setting.of(section, name, kind, about));
    }

    /** The setting that was kept last, as one that a project cannot change. */
    static <T extends @Nullable Object> Setting<T> userOnly(Setting<T> setting) {
        return ruled(setting, new ProjectRule.UserOnly<>());
    }

    /** The setting that was kept last, as a list that a project adds to. */
    static <T extends @Nullable Object> Setting<T> joins(Setting<T> setting) {
        return ruled(setting, new ProjectRule.Joins<>());
    }

    /** The setting that was kept last, as one that a project can only make stricter. */
    static <T extends @Nullable Object> Setting<T> tightens(BinaryOperator<T> stricter, Setting<T> setting) {
        return ruled(setting, new ProjectRule.Tightens<>(stricter));
    }

    /** The same with an order that puts the strictest value first. */
    static <T> Setting<T> tightensTo(Comparator<? super T> strictestFirst, Setting<T> setting) {
        return ruled(setting, ProjectRule.Tightens.by(strictestFirst));
    }

    private static <T extends @Nullable Object> Setting<T> ruled(Setting<T> setting, ProjectRule<T> rule) {
        ALL.removeLast();
        return keep(setting.with(rule));
    }

    static <T extends @Nullable Object> Setting<T> keep(Setting<T> setting) {
        ALL.add(setting);
        return setting;
    }
}
