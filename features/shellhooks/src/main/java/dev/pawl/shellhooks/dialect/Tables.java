package dev.pawl.shellhooks.dialect;

import dev.pawl.shellhooks.dialect.EventForm.Blocking;
import dev.pawl.shellhooks.dialect.EventForm.Limit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the tables of dialects. */
final class Tables {
    private final Map<String, EventForm> events = new LinkedHashMap<>();

    /** One event; its fields are names that {@link FieldNames} knows, or {@code name=FACT}. */
    Tables event(String name, Moment moment, @Nullable Fact matched, Blocking blocking, String fields) {
        return put(new EventForm(name, moment, "", matched, fields(fields), blocking, false, Limit.OF_DIALECT));
    }

    /** The event before it has a field that is always the same. */
    Tables always(String field, Object value) {
        var last = last();
        var fields = new LinkedHashMap<>(last.fields());
        fields.put(field, value);
        return put(last.withFields(Collections.unmodifiableMap(fields)));
    }

    /** The event before it has words of its own for some values of a field; an empty word leaves the field out. */
    Tables saying(String field, Map<String, String> words) {
        var last = last();
        return last.fields().get(field) instanceof Fact fact ? always(field, new Worded(fact, words)) : this;
    }

    /** The event before it is about some of Pawl's tools only. */
    Tables only(String tools) {
        return put(last().withTools(tools));
    }

    /** Text of hooks of the event before it is added to what the model reads. */
    Tables plain() {
        return put(last().withPlainContext());
    }

    /** The event before it has a time limit of its own. */
    Tables within(long millis) {
        return put(last().within(new Limit(millis, Long.MAX_VALUE, null)));
    }

    /** The same, and files may ask for more, but not for more than this. */
    Tables within(long millis, long most) {
        return put(last().within(new Limit(millis, most, null)));
    }

    /** The same for all hooks together, and a variable of the environment may name another limit. */
    Tables together(long millis, long most, String variable) {
        return put(last().within(new Limit(millis, most, variable)));
    }

    /** Events that never happen here. */
    Tables never(String names) {
        for (var name : names.split(" ", -1)) {
            put(new EventForm(name, null, "", null, Map.of(), Blocking.IGNORED, false, Limit.OF_DIALECT));
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

    /** Fields by their names: those that {@link FieldNames} knows, and {@code name=FACT}. */
    static Map<String, Object> fields(String names) {
        var map = new LinkedHashMap<String, Object>();
        for (var name : names.split(" ", -1)) {
            int equals = name.indexOf('=');
            map.put(
                    equals < 0 ? name : name.substring(0, equals),
                    equals < 0 ? FieldNames.fact(name) : Fact.valueOf(name.substring(equals + 1)));
        }
        return Collections.unmodifiableMap(map);
    }

    /** A tool: Pawl's name, the dialect's names separated by spaces, and its fields, those with another name as pawl=dialect. */
    static ToolForm tool(String own, String names, String fields) {
        var renamed = new LinkedHashMap<String, String>();
        for (var field : fields.split(" ", -1)) {
            int equals = field.indexOf('=');
            renamed.put(
                    equals < 0 ? field : field.substring(0, equals), equals < 0 ? field : field.substring(equals + 1));
        }
        return new ToolForm(own, List.of(names.split(" ", -1)), Collections.unmodifiableMap(renamed), Map.of());
    }

    static Map<String, ToolForm> tools(ToolForm... forms) {
        var all = new LinkedHashMap<String, ToolForm>();
        for (var form : forms) {
            all.put(form.own(), form);
        }
        return Collections.unmodifiableMap(all);
    }

    static List<String> paths(String... paths) {
        return List.of(paths);
    }
}
