package dev.pawl.base.toml;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads a TOML document as maps, lists, texts, numbers and booleans. Dates and times are texts. */
public final class Toml {
    private final TomlScanner in;
    private final Map<String, Object> root = new LinkedHashMap<>();
    private final Set<List<String>> defined = new HashSet<>();
    private Map<String, Object> table = root;

    private Toml(String text) {
        this.in = new TomlScanner(text);
    }

    /**
     * Reads a document.
     *
     * @throws IllegalArgumentException if it is not TOML; the message names the line
     */
    public static Map<String, Object> parse(String text) {
        var reader = new Toml(text.startsWith("\ufeff") ? text.substring(1) : text);
        while (reader.in.nextStatement()) {
            reader.statement();
            reader.in.endOfLine();
        }
        return reader.root;
    }

    private void statement() {
        if (in.skip("[[")) {
            var path = in.keys();
            in.expect("]]");
            table = element(path);
        } else if (in.skip("[")) {
            var path = in.keys();
            in.expect("]");
            if (!defined.add(path)) {
                throw in.wrong("the table " + String.join(".", path) + " is there twice");
            }
            table = inside(root, path);
        } else {
            assign(table);
        }
    }

    /** Returns a new element of a list of tables. */
    private Map<String, Object> element(List<String> path) {
        var parent = inside(root, path.subList(0, path.size() - 1));
        var list = parent.computeIfAbsent(path.getLast(), _ -> new ArrayList<>());
        if (!(list instanceof ArrayList<?>)) {
            throw in.wrong(String.join(".", path) + " is no list of tables");
        }
        @SuppressWarnings("unchecked") // Only this method makes lists of this class.
        var tables = (ArrayList<Object>) list;
        var element = new LinkedHashMap<String, Object>();
        tables.add(element);
        // Tables below the new element are not those below the one before.
        defined.removeIf(known ->
                known.size() > path.size() && known.subList(0, path.size()).equals(path));
        return element;
    }

    /** Returns the table at a path; of a list of tables the last one. */
    private Map<String, Object> inside(Map<String, Object> from, List<String> path) {
        var found = from;
        for (var name : path) {
            var next = found.computeIfAbsent(name, _ -> new LinkedHashMap<String, Object>());
            var last = next instanceof ArrayList<?> list ? list.getLast() : next;
            if (!(last instanceof LinkedHashMap<?, ?>)) {
                throw in.wrong(String.join(".", path) + " is no table");
            }
            @SuppressWarnings("unchecked") // Only this class makes maps of this class.
            var map = (Map<String, Object>) last;
            found = map;
        }
        return found;
    }

    private void assign(Map<String, Object> target) {
        var path = in.keys();
        in.expect("=");
        var map = inside(target, path.subList(0, path.size() - 1));
        if (map.putIfAbsent(path.getLast(), value()) != null) {
            throw in.wrong(String.join(".", path) + " is there twice");
        }
    }

    private Object value() {
        if (in.skip("[")) {
            return list();
        }
        return in.skip("{") ? inline() : in.scalar();
    }

    private List<Object> list() {
        var list = new ArrayList<Object>();
        in.blankLines();
        while (!in.skip("]")) {
            list.add(value());
            in.blankLines();
            if (!in.skip(",")) {
                in.expect("]");
                break;
            }
            in.blankLines();
        }
        return List.copyOf(list);
    }

    private Map<String, Object> inline() {
        var fields = new LinkedHashMap<String, Object>();
        in.blankLines();
        while (!in.skip("}")) {
            assign(fields);
            in.blankLines();
            if (!in.skip(",")) {
                in.expect("}");
                break;
            }
            in.blankLines();
        }
        return fields;
    }
}
