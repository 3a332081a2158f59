package dev.pawl.examples;

import dev.pawl.api.HookPoint;
import dev.pawl.api.HookPoints;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the reference: a section for every point, and the methods of what hooks are given. */
final class ReferencePages {
    private static final String MADE =
            "<!-- Made from the sources by ReferenceTest; -Dgoldens=write writes it again. -->\n\n";

    /** The types that a hook is given. */
    static final List<String> GIVEN = List.of(
            "Host",
            "HookContext",
            "OpenSession",
            "SessionView",
            "SessionModels",
            "ModelRegistry",
            "Tools",
            "Messages",
            "Ui",
            "Project",
            "CommandContext",
            "ToolContext");

    private final ApiSources sources;

    ReferencePages(ApiSources sources) {
        this.sources = sources;
    }

    /** One section for each point. */
    String points() {
        var text = new StringBuilder("# Every point\n\n").append(MADE).append("""
            In the order one meets them. [The guide](../hooks.md) explains how points work; [what hooks are given](host.md) has the methods
            of `pi` and `ctx`. The names are pi's; where pi has older ones, these are known, too.

            """);
        HookPoints.all().forEach(point -> text.append(section(point)));
        return text.toString();
    }

    private String section(HookPoint<?, ?> point) {
        var event = point.event().getSimpleName();
        var type = sources.type(event);
        var text = new StringBuilder("## ")
                .append(point.name())
                .append("\n\n")
                .append(point.traits().doc())
                .append("\n\n");
        text.append("| | |\n|---|---|\n");
        row(text, "Java, TypeScript", "`HookPoints." + constant(point) + "`, `pi.on(\"" + point.name() + "\", …)`");
        row(text, "kind", kind(point));
        row(text, "a handler that fails", failure(point));
        row(text, "time limit", point.budget().words());
        if (!point.aliases().isEmpty()) {
            row(
                    text,
                    "older names",
                    point.aliases().stream()
                            .map(alias -> "`" + alias.name() + "`")
                            .collect(Collectors.joining(", ")));
        }
        if (!type.components().isEmpty()) {
            text.append("\nFields of `").append(event).append("`:\n\n| field | type | meaning |\n|---|---|---|\n");
            type.components()
                    .forEach(one -> text.append(
                            "| `%s` | `%s` | %s |\n".formatted(one.name(), cell(one.signature()), cell(one.doc()))));
        }
        members(text, "Answers", answers(point, type));
        var others = type.methods().stream()
                .filter(one -> !answers(point, type).contains(one))
                .toList();
        members(text, "Other members", others);
        text.append("\n```java\n")
                .append(ReferenceExamples.JAVA.of(point))
                .append("```\n\n```ts\n")
                .append(ReferenceExamples.TYPE_SCRIPT.of(point))
                .append("```\n\n");
        return text.toString();
    }

    private static void row(StringBuilder text, String name, String value) {
        text.append("| ").append(name).append(" | ").append(value).append(" |\n");
    }

    private static String kind(HookPoint<?, ?> point) {
        return switch (point) {
            case HookPoint.Notice<?> _ -> "notice: all handlers are called";
            case HookPoint.Chain<?> _ -> "chain: what one handler returns the next one gets";
            case HookPoint.Gate<?, ?> _ -> "gate: the first handler that stops ends it";
        };
    }

    private static String failure(HookPoint<?, ?> point) {
        return point.failed("reason") == null ? "is passed over" : "stops, as if it had refused";
    }

    private static List<ApiSources.Member> answers(HookPoint<?, ?> point, ApiSources.Type type) {
        var event = point.event().getSimpleName();
        return type.methods().stream()
                .filter(one -> !one.signature().startsWith("static "))
                .filter(one -> switch (point) {
                    case HookPoint.Notice<?> _ -> false;
                    case HookPoint.Chain<?> _ -> one.returns().equals(event);
                    case HookPoint.Gate<?, ?> _ -> one.returns().startsWith("Decision<");
                })
                .toList();
    }

    private static void members(StringBuilder text, String title, List<ApiSources.Member> members) {
        if (!members.isEmpty()) {
            text.append('\n').append(title).append(":\n\n");
            members.forEach(one -> text.append(
                    "- `%s`%s\n".formatted(one.signature(), one.doc().isEmpty() ? "" : ": " + one.doc())));
        }
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }

    /** The methods of what hooks are given. */
    String host() {
        var text = new StringBuilder("# What hooks are given\n\n").append(MADE).append("""
            `Host` is there while a hook is installed, `HookContext` while a session lives, `CommandContext` inside a slash command,
            `ToolContext` inside a tool. A context has six parts; `ctx.session()` is an `OpenSession` and a `SessionView`, `ctx.models()` is
            `SessionModels` and a `ModelRegistry`. [Every point](points.md) has the events.

            """);
        for (var name : GIVEN) {
            var type = sources.type(name);
            text.append("## ").append(name).append("\n\n").append(type.doc()).append("\n\n");
            text.append("| method | what it does |\n|---|---|\n");
            type.methods()
                    .forEach(one -> text.append("| `%s` | %s |\n".formatted(cell(one.signature()), cell(one.doc()))));
            text.append('\n');
        }
        return text.toString();
    }

    /** The name of the constant that is a point. */
    static String constant(HookPoint<?, ?> point) {
        return Arrays.stream(HookPoints.class.getFields())
                .filter(field -> Modifier.isStatic(field.getModifiers()))
                .filter(field -> {
                    try {
                        return field.get(null) == point;
                    } catch (IllegalAccessException e) {
                        throw new AssertionError(e);
                    }
                })
                .findFirst()
                .orElseThrow()
                .getName();
    }
}
