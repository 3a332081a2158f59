package dev.pawl.acceptance;

import dev.pawl.api.event.MessageUpdate;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.PartialAnswer;
import dev.pawl.api.message.StreamDelta;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes instances of any record of the vocabulary, always the same: one that has everything, and one with the least. */
final class FilledRecord {
    private final boolean full;

    private FilledRecord(boolean full) {
        this.full = full;
    }

    /** Returns both. */
    static List<Object> allOf(Class<?> type) {
        return List.of(new FilledRecord(true).record(type), new FilledRecord(false).record(type));
    }

    /** Returns the update of an answer by a piece. */
    static MessageUpdate update(StreamDelta delta) {
        return new MessageUpdate(new FilledRecord(true).partial(), delta);
    }

    private PartialAnswer partial() {
        return PartialAnswer.of((Message.Assistant) record(Message.Assistant.class));
    }

    private Object record(Class<?> type) {
        var components = type.getRecordComponents();
        try {
            var constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            return constructor.newInstance(
                    Arrays.stream(components).map(this::value).toArray());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(type + " cannot be made", e);
        }
    }

    private @Nullable Object value(RecordComponent component) {
        boolean optional = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
        return optional && !full ? null : value(component.getGenericType(), component.getName());
    }

    private Object value(Type type, String name) {
        var raw = type instanceof ParameterizedType generic ? (Class<?>) generic.getRawType() : (Class<?>) type;
        if (raw == List.class) {
            return full ? elements(((ParameterizedType) type).getActualTypeArguments()[0], name) : List.of();
        } else if (raw == Set.class) {
            return full ? Set.copyOf(elements(((ParameterizedType) type).getActualTypeArguments()[0], name)) : Set.of();
        } else if (raw == Map.class) {
            return full ? Map.of(name, "text") : Map.of();
        } else if (raw == String.class) {
            return name;
        } else if (raw == boolean.class || raw == Boolean.class) {
            return full;
        } else if (raw == int.class || raw == Integer.class) {
            return 3;
        } else if (raw == long.class || raw == Long.class) {
            return 4L;
        } else if (raw == double.class || raw == Double.class) {
            return 0.5;
        } else if (raw == Path.class) {
            return Path.of("/folder", name);
        } else if (raw == Instant.class) {
            return Instant.ofEpochMilli(7);
        } else if (raw == JsonObject.class || raw == Object.class) {
            return full ? JsonObject.of(name + "Field", 1L) : JsonObject.empty();
        } else if (raw == PartialAnswer.class) {
            return partial();
        } else if (raw.isEnum()) {
            var constants = raw.getEnumConstants();
            return constants[full ? constants.length - 1 : 0];
        } else if (raw.isRecord()) {
            return record(raw);
        } else if (raw.isSealed()) {
            return elements(raw, name).getFirst();
        }
        throw new AssertionError("there is no value of " + raw + " for " + name);
    }

    /** One of each kind. */
    private List<Object> elements(Type type, String name) {
        var all = new ArrayList<Object>();
        if (type instanceof Class<?> raw && raw.isSealed() && !raw.isRecord()) {
            for (var permitted : raw.getPermittedSubclasses()) {
                all.addAll(elements(permitted, name));
            }
        } else {
            all.add(value(type, name));
        }
        return all;
    }
}
