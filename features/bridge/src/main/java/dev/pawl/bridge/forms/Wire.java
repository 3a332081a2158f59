package dev.pawl.bridge.forms;

import dev.pawl.api.HookPoint;
import dev.pawl.api.HookPoints;
import dev.pawl.api.json.JsonObject;
import dev.pawl.bridge.protocol.HandlerAnswer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The table of all points as they look outside of this process: events become JSON, and what a handler there returned
 * or changed becomes an answer. A point has a row where an answer is read, or where an event is not written as
 * {@link dev.pawl.hooks.form.JsonForm} does. It knows nothing of the process on the other side.
 */
public final class Wire {
    private final Map<String, WireForm<?>> forms = new LinkedHashMap<>();

    public Wire() {
        var all = new ArrayList<WireForm<?>>();
        SessionForms.addTo(all);
        RunForms.addTo(all);
        ToolForms.addTo(all);
        for (var form : all) {
            forms.put(form.point().name(), form);
        }
        for (var point : HookPoints.all()) {
            if (point instanceof HookPoint.Notice<?> notice) {
                forms.putIfAbsent(point.name(), new WireForm<>(notice, List.of(), (_, _) -> null));
            } else if (!forms.containsKey(point.name())) {
                throw new IllegalStateException("nobody reads the answers at the hook point " + point.name());
            }
        }
    }

    /** An event as JSON; {@code type} is the name that the handler was registered under. */
    public JsonObject event(HookPoint<?, ?> point, String name, Object event) {
        return form(point).write(event, name);
    }

    /** Returns what a handler's answer means at a point: null for no opinion, a changed event, or a decision. */
    @Nullable
    public Object answer(HookPoint<?, ?> point, Object event, HandlerAnswer answer) {
        return form(point).read(event, answer);
    }

    /** The fields that handlers may change in place, by every name of a point that has some. */
    public Map<String, List<String>> changeable() {
        var changeable = new LinkedHashMap<String, List<String>>();
        for (var form : forms.values()) {
            if (!form.changeable().isEmpty()) {
                changeable.put(form.point().name(), form.changeable());
                form.point().aliases().forEach(alias -> changeable.put(alias.name(), form.changeable()));
            }
        }
        return changeable;
    }

    private WireForm<?> form(HookPoint<?, ?> point) {
        var form = forms.get(point.name());
        if (form == null) {
            throw new IllegalArgumentException("no such point: " + point.name());
        }
        return form;
    }
}
