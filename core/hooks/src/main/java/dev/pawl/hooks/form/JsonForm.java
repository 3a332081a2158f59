package dev.pawl.hooks.form;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StreamDelta;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.api.session.Entry;
import dev.pawl.api.tool.ToolOutput;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON form of events: a field for each component of the record that is there, under its name and in its order. */
public final class JsonForm {
    /** A class that is unloaded takes its components with it. */
    private static final ClassValue<RecordComponent[]> COMPONENTS = new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
            return type.getRecordComponents();
        }
    };

    private JsonForm() {}

    /** Returns the fields of an event. */
    public static JsonObject of(Record event) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        try {
            for (var component : COMPONENTS.get(event.getClass())) {
                put(fields, component.getName(), component.getAccessor().invoke(event));
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("the fields of " + event.getClass() + " cannot be read", e);
        }
        return JsonObject.from(fields);
    }

    /** Returns an object of names and values; what is null is left out. */
    public static JsonObject record(@Nullable Object... namesAndValues) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            put(fields, String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return JsonObject.from(fields);
    }

    private static void put(Map<String, @Nullable Object> fields, String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value(value));
        }
    }

    private static @Nullable Object value(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Message message -> message.toJson();
            case Entry entry -> entry.toJson();
            case Content content -> content.toJson();
            case Usage usage -> usage.toJson();
            case ToolOutput output -> output(output);
            case CompactionResult result -> of(result);
            case StreamDelta delta -> delta(delta);
            case Model model -> model(model);
            case List<?> list -> list.stream().map(JsonForm::value).toList();
            case Enum<?> constant -> word(constant);
            default -> value;
        };
    }

    /** Returns a constant in small letters. */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    public static JsonObject output(ToolOutput output) {
        return record(
                "content",
                output.content(),
                "details",
                output.details(),
                "structuredContent",
                output.structuredContent(),
                "usage",
                output.usage(),
                "isError",
                output.isError() ? true : null,
                "terminate",
                output.terminate() ? true : null);
    }

    public static JsonObject delta(StreamDelta delta) {
        var step = JsonObject.of("type", delta.kind().wire(), "contentIndex", delta.contentIndex());
        var call = delta.toolCall();
        return switch (delta.kind()) {
            case TEXT_START, THINKING_START -> step;
            case TEXT_DELTA, THINKING_DELTA, TOOLCALL_DELTA -> step.with("delta", delta.delta());
            case TEXT_END, THINKING_END -> step.with("content", delta.delta());
            case TOOLCALL_START ->
                call == null ? step : step.with("id", call.id()).with("toolName", call.name());
            case TOOLCALL_END -> call == null ? step : step.with("toolCall", call.toJson());
        };
    }

    /** Returns a model with all that a provider says of it, which may be headers with keys. */
    public static JsonObject model(Model model) {
        var media = new ArrayList<String>();
        for (var medium : Model.Medium.values()) {
            if (model.input().contains(medium)) {
                media.add(word(medium));
            }
        }
        return JsonObject.of("id", model.id(), "name", model.name())
                .with("api", model.api())
                .with("provider", model.provider())
                .with("baseUrl", model.baseUrl())
                .with("reasoning", model.reasoning())
                .with("input", media)
                .with("cost", model.cost().toJson().without("total"))
                .with("contextWindow", model.contextWindow())
                .with("maxTokens", model.maxTokens())
                .with(model.extra());
    }
}
