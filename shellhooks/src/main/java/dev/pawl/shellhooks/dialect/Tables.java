package dev.pawl.shellhooks.dialect;

import dev.pawl.shellhooks.dialect.EventForm.Blocking;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the tables of dialects. */
final class Tables {
    private final Map<String, EventForm> events = new LinkedHashMap<>();

    /** One event; the fields are names and what stands there in turn. */
    Tables event(String name, Moment moment, @Nullable Fact matched, Blocking blocking, Object... fields) {
        return put(new EventForm(name, moment, "", matched, map(fields), blocking, false, 0));
    }

    /** The event before it is about some of our tools only. */
    Tables only(String tools) {
        var last = last();
        return put(new EventForm(
                last.name(),
                last.moment(),
                tools,
                last.matched(),
                last.fields(),
                last.blocking(),
                last.plainContext(),
                last.timeoutMillis()));
    }

    /** Text of the event before it is told to the model. */
    Tables plain() {
        var last = last();
        return put(new EventForm(
                last.name(),
                last.moment(),
                last.tools(),
                last.matched(),
                last.fields(),
                last.blocking(),
                true,
                last.timeoutMillis()));
    }

    /** The event before it has a time limit of its own. */
    Tables within(long millis) {
        var last = last();
        return put(new EventForm(
                last.name(),
                last.moment(),
                last.tools(),
                last.matched(),
                last.fields(),
                last.blocking(),
                last.plainContext(),
                millis));
    }

    /** Events that never happen here. */
    Tables never(String... names) {
        for (var name : names) {
            put(new EventForm(name, null, "", null, Map.of(), Blocking.IGNORED, false, 0));
        }
        return this;
    }

    Map<String, EventForm> events() {
        return Collections.unmodifiableMap(events);
    }

    private EventForm last() {
        return List.copyOf(events.values()).getLast();
    }

    private Tables put(EventForm form) {
        events.put(form.name(), form);
        return this;
    }

    static Map<String, Object> map(Object... namesAndValues) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return Collections.unmodifiableMap(map);
    }

    /** A tool: our name, the dialect's names separated by spaces, and pairs of fields. */
    static ToolForm tool(String ours, String names, String... fields) {
        var renamed = new LinkedHashMap<String, String>();
        for (int i = 0; i < fields.length; i += 2) {
            renamed.put(fields[i], fields[i + 1]);
        }
        return new ToolForm(ours, List.of(names.split(" ", -1)), Collections.unmodifiableMap(renamed), Map.of());
    }

    static Map<String, ToolForm> tools(ToolForm... forms) {
        var all = new LinkedHashMap<String, ToolForm>();
        for (var form : forms) {
            all.put(form.ours(), form);
        }
        return Collections.unmodifiableMap(all);
    }

    static List<String> paths(String... paths) {
        return List.of(paths);
    }
}
