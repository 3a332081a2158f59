package dev.pawl.shellhooks.dialect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One of Pawl's tools as a dialect knows it.
 *
 * @param names the dialect's name, then others that matchers are tried on
 * @param fields Pawl's fields and the dialect's
 * @param added fields that are always written
 */
public record ToolForm(String own, List<String> names, Map<String, String> fields, Map<String, Object> added) {
    ToolForm adding(String field, Object value) {
        return new ToolForm(own, names, fields, Map.of(field, value));
    }

    /** With another name that matchers are tried on. */
    ToolForm also(String name) {
        var more = new ArrayList<>(names);
        more.add(name);
        return new ToolForm(own, List.copyOf(more), fields, added);
    }

    public String name() {
        return names.getFirst();
    }
}
