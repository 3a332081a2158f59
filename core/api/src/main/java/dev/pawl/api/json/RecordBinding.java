package dev.pawl.api.json;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Binds JSON objects to records by component name.
 *
 * <p>It keeps no table of classes, so that a hook's records vanish with the hook when it is reloaded.
 */
final class RecordBinding {
    private RecordBinding() {}

    static JsonObject toJson(Record record) {
        var components = record.getClass().getRecordComponents();
        var fields = new FieldList(components.length);
        for (var component : components) {
            var value = read(component, record);
            if (value != null) {
                fields.put(component.getName(), Json.freeze(value));
            }
        }
        return fields.toObject();
    }

    static <R extends Record> R toRecord(JsonObject json, Class<R> type) {
        var components = type.getRecordComponents();
        var arguments = new @Nullable Object[components.length];
        for (int i = 0; i < components.length; i++) {
            arguments[i] = argument(json, components[i], type);
        }
        try {
            var constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException(
                    "cannot make a " + type.getSimpleName() + " of " + json + ": " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("cannot make a " + type.getSimpleName() + ": " + e, e);
        }
    }

    /** Returns an enum constant on the wire: {@code FOLLOW_UP} is {@code followUp}. */
    static String wireName(Enum<?> constant) {
        var words = constant.name().toLowerCase(Locale.ROOT).split("_");
        var name = new StringBuilder(words[0]);
        for (int i = 1; i < words.length; i++) {
            name.append(Character.toUpperCase(words[i].charAt(0))).append(words[i].substring(1));
        }
        return name.toString();
    }

    private static @Nullable Object read(RecordComponent component, Record record) {
        try {
            var accessor = component.getAccessor();
            accessor.setAccessible(true);
            return accessor.invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(
                    "cannot read " + component.getName() + " of "
                            + record.getClass().getSimpleName(),
                    e);
        }
    }

    private static @Nullable Object argument(JsonObject json, RecordComponent component, Class<?> owner) {
        var where = owner.getSimpleName() + "." + component.getName();
        var value = json.get(component.getName());
        if (value != null) {
            return convert(value, component.getGenericType(), where);
        }
        var type = component.getType();
        if (List.class.isAssignableFrom(type)) {
            return List.of();
        }
        if (Map.class.isAssignableFrom(type)) {
            return Map.of();
        }
        if (type == boolean.class) {
            return false;
        }
        if (!type.isPrimitive() && component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
            return null;
        }
        throw new IllegalArgumentException(where + " is missing in " + JsonMistake.excerpt(json.toString()));
    }

    private static @Nullable Object convert(@Nullable Object value, Type type, String where) {
        return switch (type) {
            case ParameterizedType generic
            when value instanceof List<?> list && isList(generic.getRawType()) -> {
                var elements = new ArrayList<@Nullable Object>(list.size());
                for (var element : list) {
                    elements.add(convert(element, generic.getActualTypeArguments()[0], where + "[]"));
                }
                yield Collections.unmodifiableList(elements);
            }
            case ParameterizedType generic
            when value instanceof JsonObject object && isMap(generic.getRawType()) -> {
                var fields = new LinkedHashMap<String, @Nullable Object>();
                object.asMap()
                        .forEach((name, field) -> fields.put(
                                name, convert(field, generic.getActualTypeArguments()[1], where + "." + name)));
                yield Collections.unmodifiableMap(fields);
            }
            case Class<?> plain -> convert(value, plain, where);
            default -> throw misfit(value, type, where);
        };
    }

    @SuppressWarnings("unchecked")
    private static @Nullable Object convert(@Nullable Object value, Class<?> type, String where) {
        return switch (value) {
            case null -> null;
            case String text when type == Path.class -> Path.of(text);
            case String text when type == Instant.class -> Instant.parse(text);
            case String text when type.isEnum() -> constant(text, type, where);
            case JsonObject object when type.isRecord() -> toRecord(object, (Class<? extends Record>) type);
            case Number number when type == int.class || type == Integer.class -> Math.toIntExact(whole(number, where));
            case Number number when type == long.class || type == Long.class -> whole(number, where);
            case Number number when type == double.class || type == Double.class -> number.doubleValue();
            case Boolean bool when type == boolean.class -> bool;
            default -> {
                if (type.isInstance(value)) {
                    yield value;
                }
                throw misfit(value, type, where);
            }
        };
    }

    private static long whole(Number number, String where) {
        if (number.doubleValue() != Math.rint(number.doubleValue())) {
            throw new IllegalArgumentException(where + " must be a whole number, not " + number);
        }
        return number.longValue();
    }

    private static Object constant(String text, Class<?> type, String where) {
        for (var candidate : type.getEnumConstants()) {
            if (candidate instanceof Enum<?> constant
                    && (wireName(constant).equals(text) || constant.name().equals(text))) {
                return constant;
            }
        }
        throw new IllegalArgumentException(
                where + " must be one of " + Arrays.toString(type.getEnumConstants()) + ", not " + text);
    }

    private static boolean isList(Type raw) {
        return raw instanceof Class<?> type && type.isAssignableFrom(List.class);
    }

    private static boolean isMap(Type raw) {
        return raw instanceof Class<?> type && type.isAssignableFrom(Map.class);
    }

    private static IllegalArgumentException misfit(@Nullable Object value, Type type, String where) {
        return new IllegalArgumentException(where + " must be a "
                + type.getTypeName().replaceAll(".*[.$]", "") + ", not " + JsonMistake.excerpt(Json.write(value)));
    }
}
