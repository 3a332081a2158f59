package dev.pawl.config.settings;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.config.text.JsonPlace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One key of the settings: its name, its values, its default and its meaning. */
public final class Setting<T extends @Nullable Object> implements JsonPlace<T> {
    private final String name;
    private final List<String> path;
    private final Kind<?> kind;
    private final T otherwise;
    private final Section section;
    private final String about;
    private final ProjectRule<T> rule;

    private Setting(Section section, String name, Kind<?> kind, T otherwise, String about, ProjectRule<T> rule) {
        this.section = section;
        this.about = about;
        this.name = name;
        this.path = path(name);
        this.kind = kind;
        this.otherwise = otherwise;
        this.rule = rule;
    }

    static <T> Setting<T> of(Section section, String name, Kind<T> kind, T otherwise, String about) {
        return new Setting<>(section, name, kind, otherwise, about, new ProjectRule.MaySet<>());
    }

    /** One without a default. */
    static <T> Setting<@Nullable T> of(Section section, String name, Kind<T> kind, String about) {
        return new Setting<@Nullable T>(section, name, kind, null, about, new ProjectRule.MaySet<>());
    }

    /** The same setting with another rule for projects. */
    Setting<T> with(ProjectRule<T> other) {
        return new Setting<>(section, name, kind, otherwise, about, other);
    }

    /** The name with dots, as {@code retry.provider.maxRetries}. */
    public String name() {
        return name;
    }

    /** The value where no layer sets one. */
    public T otherwise() {
        return otherwise;
    }

    /** Returns what a value must be, in words. */
    public String expected() {
        return kind.expected();
    }

    public Section section() {
        return section;
    }

    /** Returns what it does, in a few words of Markdown. */
    public String about() {
        return about;
    }

    /** Returns what a project's value does to the user's. */
    public ProjectRule<T> projectRule() {
        return rule;
    }

    @Override
    public List<String> path() {
        return path;
    }

    Kind<?> kind() {
        return kind;
    }

    /** The JSON for a value that a user types, with or without quotes; null if it cannot be used. */
    public @Nullable Object typed(String text) {
        if (kind.read(text) != null) {
            return text;
        }
        try {
            var json = Json.parse(text);
            return json != null && kind.read(json) != null ? json : null;
        } catch (RuntimeException e) {
            return null;
        }
    }

    /** The words that are its values, if there are only so many; empty if anything else is. */
    public List<String> words() {
        return kind.words();
    }

    /** The value of some JSON that has been checked. An empty text counts as unset where there is no default. */
    @SuppressWarnings("unchecked") // The kind is one of this type, or of this type without null.
    T value(@Nullable Object json) {
        if (json == null || (otherwise == null && json.equals(""))) {
            return otherwise;
        }
        var value = kind.read(json);
        return value == null ? otherwise : (T) value;
    }

    /** The JSON for both layers together, by the rule for projects; null for a layer that does not set it. */
    @Nullable
    Object merged(@Nullable Object user, @Nullable Object project) {
        if (project == null) {
            return user;
        }
        return switch (rule) {
            case ProjectRule.UserOnly<T> _ -> user;
            case ProjectRule.MaySet<T> _ -> over(user, project);
            case ProjectRule.Joins<T> _ ->
                user instanceof List<?> first && project instanceof List<?> second
                        ? joined(first, second)
                        : over(user, project);
            case ProjectRule.Tightens<T>(var stricter, _) -> {
                var own = value(user);
                var both = stricter.apply(own, value(project));
                yield Objects.equals(both, own) ? user : json(both);
            }
        };
    }

    /** The JSON for what an organisation sets and what the layers below it make together; nothing below loosens it. */
    @Nullable
    Object enforced(Object managed, @Nullable Object below) {
        return switch (rule) {
            case ProjectRule.UserOnly<T> _ -> managed;
            case ProjectRule.MaySet<T> _ -> over(below, managed);
            case ProjectRule.Joins<T> _ ->
                managed instanceof List<?> first && below instanceof List<?> second ? joined(first, second) : managed;
            case ProjectRule.Tightens<T>(var stricter, var whole) -> {
                var theirs = value(managed);
                if (below == null) {
                    yield managed;
                }
                var own = value(below);
                yield json(whole ? stricter.apply(theirs, own) : stricter.apply(own, theirs));
            }
        };
    }

    private static Object over(@Nullable Object user, Object project) {
        return user instanceof JsonObject below && project instanceof JsonObject above
                ? SettingsMerge.over(below, above)
                : project;
    }

    private static List<@Nullable Object> joined(List<?> first, List<?> second) {
        var all = new ArrayList<@Nullable Object>(first);
        all.addAll(second);
        return Collections.unmodifiableList(all);
    }

    @Override
    public @Nullable Object json(T value) {
        return value == null ? null : kind.json(value);
    }

    @Override
    public String toString() {
        return name;
    }

    private static List<String> path(String name) {
        var path = new ArrayList<String>(3);
        int from = 0;
        for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', from)) {
            path.add(name.substring(from, dot));
            from = dot + 1;
        }
        path.add(name.substring(from));
        return List.copyOf(path);
    }
}
