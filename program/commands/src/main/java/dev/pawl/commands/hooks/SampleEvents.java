package dev.pawl.commands.hooks;

import dev.pawl.api.HookPoints;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Cost;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.PartialAnswer;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.cli.Refusal;
import dev.pawl.testkit.FakeModels;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes an event of any type: fields that are given as JSON, and plain values for the others.
 *
 * <p>A text that is given instead of JSON becomes every text of the event that is not an id or a name.
 */
final class SampleEvents {
    private static final Model MODEL = FakeModels.MODEL;

    private final String text;
    private final Path cwd;

    SampleEvents(String text, Path cwd) {
        this.text = text;
        this.cwd = cwd;
    }

    Object event(Class<?> type, JsonObject given) {
        var names = names(type).toList();
        for (var name : given.names()) {
            if (!names.contains(name)) {
                throw Refusal.ofArguments(
                        type.getSimpleName() + " has no field " + name + "; it has " + String.join(", ", names));
            }
        }
        return record(type, given);
    }

    /** The fields that may be given; those of an event that is held by another one are given beside that one's own. */
    private static Stream<String> names(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .flatMap(one -> isEvent(one.getType()) ? names(one.getType()) : Stream.of(one.getName()));
    }

    private static boolean isEvent(Class<?> type) {
        return HookPoints.all().stream().anyMatch(point -> point.event() == type);
    }

    private Object record(Class<?> type, JsonObject given) {
        var components = type.getRecordComponents();
        var types = new Class<?>[components.length];
        var values = new @Nullable Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = value(components[i], given);
        }
        try {
            return type.getConstructor(types).newInstance(values);
        } catch (InvocationTargetException e) {
            throw Refusal.ofArguments(type.getSimpleName() + " refuses these values: " + e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " cannot be made", e);
        }
    }

    private @Nullable Object value(RecordComponent component, JsonObject given) {
        var name = component.getName();
        if (isEvent(component.getType())) {
            return record(component.getType(), given);
        }
        if (given.has(name)) {
            return converted(given.get(name), component.getGenericType(), name);
        }
        if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
            return null;
        }
        return sample(component.getGenericType(), name);
    }

    private @Nullable Object converted(@Nullable Object json, Type type, String name) {
        if (json == null) {
            return null;
        }
        var raw = raw(type);
        if (json instanceof String text) {
            return fromText(text, raw, name);
        }
        if (json instanceof Number number) {
            return number(number, raw, name);
        }
        if (json instanceof JsonObject object) {
            return object(object, raw);
        }
        if (json instanceof List<?> list && type instanceof ParameterizedType generic && raw == List.class) {
            var all = new ArrayList<@Nullable Object>();
            list.forEach(one -> all.add(converted(one, generic.getActualTypeArguments()[0], name)));
            return all;
        }
        if (json instanceof Boolean && (raw == boolean.class || raw == Boolean.class)) {
            return json;
        }
        return raw == Object.class ? json : wrong(name, raw, json);
    }

    private Object fromText(String text, Class<?> raw, String name) {
        if (raw == String.class || raw == Object.class) {
            return text;
        }
        if (raw == Path.class) {
            return cwd.resolve(text).normalize();
        }
        if (raw == Message.class || raw == Message.User.class) {
            return Message.user(text, 0);
        }
        if (raw == Message.Assistant.class) {
            return answer(text);
        }
        if (raw == Instant.class) {
            return Instant.parse(text);
        }
        for (var constant : raw.isEnum() ? raw.getEnumConstants() : new Object[0]) {
            if (plain(constant.toString()).equals(plain(text))
                    || plain(((Enum<?>) constant).name()).equals(plain(text))) {
                return constant;
            }
        }
        return wrong(name, raw, text);
    }

    private static Object number(Number number, Class<?> raw, String name) {
        if (raw == int.class || raw == Integer.class) {
            return number.intValue();
        }
        if (raw == long.class || raw == Long.class) {
            return number.longValue();
        }
        return raw == double.class || raw == Double.class ? number.doubleValue() : wrong(name, raw, number);
    }

    private Object object(JsonObject object, Class<?> raw) {
        if (raw == JsonObject.class || raw == Object.class) {
            return object;
        }
        if (Message.class.isAssignableFrom(raw)) {
            return Message.from(object);
        }
        if (raw == Map.class) {
            return object.asMap();
        }
        return raw.isRecord() ? record(raw, object) : wrong("a field", raw, object);
    }

    private static Object wrong(String name, Class<?> raw, Object json) {
        throw Refusal.ofArguments(name + " is a " + raw.getSimpleName() + ", not " + json
                + (raw.isEnum() ? "; it is one of " + Arrays.toString(raw.getEnumConstants()) : ""));
    }

    private static String plain(String name) {
        return name.replace("_", "").replace("-", "").toLowerCase(Locale.ROOT);
    }

    private Object sample(Type type, String name) {
        var raw = raw(type);
        if (raw == String.class) {
            boolean plain = name.endsWith("Id") || name.endsWith("Name") || name.equals("name") || text.isEmpty();
            return plain ? name : text;
        }
        var simple = simple(raw);
        if (simple != null) {
            return simple;
        }
        if (raw.isEnum()) {
            return raw.getEnumConstants()[0];
        }
        if (raw.isRecord()) {
            return record(raw, JsonObject.empty());
        }
        if (raw.isSealed()) {
            for (var permitted : raw.getPermittedSubclasses()) {
                if (permitted.isRecord()) {
                    return record(permitted, JsonObject.empty());
                }
            }
        }
        throw new IllegalStateException("there is no plain value of " + raw);
    }

    private @Nullable Object simple(Class<?> raw) {
        return switch (raw.getName()) {
            case "boolean" -> false;
            case "int" -> 1;
            case "long" -> 1L;
            case "double" -> 0.0;
            case "java.util.List" -> List.of();
            case "java.util.Map" -> Map.of();
            case "java.util.Set" -> Set.of();
            case "java.lang.Object" -> text;
            case "java.nio.file.Path" -> cwd;
            case "java.time.Instant" -> Instant.EPOCH;
            default -> ofApi(raw);
        };
    }

    private @Nullable Object ofApi(Class<?> raw) {
        if (raw == JsonObject.class) {
            return JsonObject.empty();
        } else if (raw == Model.class) {
            return MODEL;
        } else if (raw == Usage.class) {
            return Usage.NONE;
        } else if (raw == Cost.class) {
            return Cost.NONE;
        } else if (raw == Message.class) {
            return Message.user(text, 0);
        } else if (raw == Message.Assistant.class) {
            return answer(text);
        } else if (raw == PartialAnswer.class) {
            return PartialAnswer.of(answer(text));
        } else if (raw == ToolOutput.class) {
            return ToolOutput.text(text);
        } else if (raw == ToolInput.class) {
            return new ToolInput.Bash(text);
        } else if (raw == Body.class) {
            return Body.of(text);
        }
        return null;
    }

    private static Message.Assistant answer(String text) {
        return new Message.Assistant(
                List.of(Content.text(text)),
                MODEL.api(),
                MODEL.provider(),
                MODEL.id(),
                Usage.NONE,
                StopReason.STOP,
                null,
                0,
                JsonObject.empty());
    }

    private static Class<?> raw(Type type) {
        return type instanceof Class<?> plain
                ? plain
                : type instanceof ParameterizedType generic ? raw(generic.getRawType()) : Object.class;
    }
}
