package dev.pawl.shellhooks.dialect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One of our tools as a dialect knows it.
 *
 * @param names the dialect's name, then others that matchers are tried on
 * @param fields our fields and the dialect's
 * @param added fields that are always written
 */
public record ToolForm(String ours, List<String> names, Map<String, String> fields, Map<String, Object> added) {
    ToolForm adding(String field, Object value) {
        return new ToolForm(ours, names, fields, Map.of(field, value));
    }

    /** With another name that matchers are tried on. */
    ToolForm also(String name) {
        var more = new ArrayList<>(names);
        more.add(name);
        return new ToolForm(ours, List.copyOf(more), fields, added);
    }

    public String name() {
        return names.getFirst();
    }
}
