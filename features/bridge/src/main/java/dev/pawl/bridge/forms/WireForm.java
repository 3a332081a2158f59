package dev.pawl.bridge.forms;

import dev.pawl.api.HookPoint;
import dev.pawl.api.json.JsonObject;
import dev.pawl.bridge.protocol.Fields;
import dev.pawl.bridge.protocol.HandlerAnswer;
import dev.pawl.hooks.form.JsonForm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form that one point's events and answers have outside of this process.
 *
 * @param changeable the fields that a handler may change in place
 */
record WireForm<E>(HookPoint<E, ?> point, List<String> changeable, Writer<E> writer, Reader<E> reader) {
    /** Writes an event. */
    @FunctionalInterface
    interface Writer<E> {
        void write(E event, Fields fields);
    }

    /** Reads an answer: null for no opinion, a changed event, or a decision. */
    @FunctionalInterface
    interface Reader<E> {
        @Nullable
        Object read(E event, HandlerAnswer answer);
    }

    /** One whose events are written as they are. */
    WireForm(HookPoint<E, ?> point, List<String> changeable, Reader<E> reader) {
        this(point, changeable, (event, to) -> to.all(JsonForm.of((Record) event)), reader);
    }

    /** One whose handlers are only notified. */
    static <E> WireForm<E> notice(HookPoint.Notice<E> point, Writer<E> writer) {
        return new WireForm<>(point, List.of(), writer, (_, _) -> null);
    }

    /** @param name the name that the handler was registered under */
    JsonObject write(Object event, String name) {
        var fields = Fields.of("type", name);
        writer.write(point.event().cast(event), fields);
        return fields.json();
    }

    @Nullable
    Object read(Object event, HandlerAnswer answer) {
        return reader.read(point.event().cast(event), answer);
    }
}
