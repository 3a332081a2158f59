package dev.pawl.tui.key;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.Keybindings;
import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys of all actions: the usual ones, and the user's own from {@code keybindings.json}. */
public final class Keymap implements Keybindings {
    private static final int LARGEST = 1 << 20;

    private volatile Map<String, Bound> actions;
    private volatile List<String> problems;
    private String lastData = "";
    private String lastId = "";

    private Keymap(List<KeyAction> known, Map<String, List<String>> own, List<String> problems) {
        this.problems = problems;
        this.actions = new LinkedHashMap<>();
        var platform = KeyAction.platform(System.getProperty("os.name", ""), System.getenv());
        for (var action : known) {
            var keys = own.containsKey(action.id()) ? own.get(action.id()) : action.keys(platform);
            actions.put(
                    action.id(), new Bound(keys, keys.stream().map(Key::normal).toList(), action.description()));
        }
    }

    /** The keys of an action, as written and as compared. */
    private record Bound(List<String> keys, List<String> ids, String description) {}

    /** The usual keys of editor, lists and screen. */
    public static Keymap defaults() {
        return usual(TuiActions.all());
    }

    /** The usual keys of some actions. */
    public static Keymap usual(List<KeyAction> known) {
        return new Keymap(known, Map.of(), List.of());
    }

    /** Reads a file of keys for some actions; a missing one is none. What is wrong with it is in {@link #problems}. */
    public static Keymap read(Path file, List<KeyAction> known) {
        String text;
        try {
            text = new String(RegularFile.read(file, LARGEST), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return usual(known);
        } catch (IOException e) {
            return new Keymap(known, Map.of(), List.of(file + ": cannot be read (" + e + "); the usual keys are used"));
        }
        try {
            return parse(
                    file.toString(), known, JsonObject.parse(text.startsWith("\uFEFF") ? text.substring(1) : text));
        } catch (IllegalArgumentException e) {
            return new Keymap(known, Map.of(), List.of(file + ": " + e.getMessage() + "; the usual keys are used"));
        }
    }

    private static Keymap parse(String file, List<KeyAction> known, JsonObject json) {
        var problems = new ArrayList<String>();
        var own = new LinkedHashMap<String, List<String>>();
        for (var name : json.names()) {
            var id = current(name, known);
            if (!id.equals(name) && json.has(id)) {
                continue;
            }
            if (known.stream().noneMatch(action -> action.id().equals(id))) {
                problems.add(file + ", " + name + ": there is no such action (left out)");
                continue;
            }
            var keys = keys(json.get(name));
            if (keys == null) {
                problems.add(file + ", " + name + ": must be a key or a list of keys, such as \"ctrl+x\" (left out)");
                continue;
            }
            for (var key : keys) {
                if (Key.normal(key).isEmpty()) {
                    problems.add(file + ", " + name + ": there is no key \"" + key + "\" (left out)");
                }
            }
            own.put(
                    id,
                    keys.stream()
                            .filter(key -> !Key.normal(key).isEmpty())
                            .distinct()
                            .toList());
        }
        conflicts(file, own, problems);
        return new Keymap(known, own, List.copyOf(problems));
    }

    /** The name of today; the actions of the editor only had theirs put behind a prefix. */
    private static String current(String name, List<KeyAction> known) {
        if (name.indexOf('.') >= 0) {
            return name;
        }
        for (var action : known) {
            if (name.equals(action.older())) {
                return action.id();
            }
        }
        return "tui.editor." + name;
    }

    private static @Nullable List<String> keys(@Nullable Object value) {
        if (value instanceof String key) {
            return List.of(key);
        }
        if (!(value instanceof List<?> list)) {
            return null;
        }
        var keys = new ArrayList<String>();
        for (var each : list) {
            if (!(each instanceof String key)) {
                return null;
            }
            keys.add(key);
        }
        return keys;
    }

    private static void conflicts(String file, Map<String, List<String>> own, List<String> problems) {
        var claims = new LinkedHashMap<String, String>();
        own.forEach((id, keys) -> {
            for (var key : keys) {
                var other = claims.putIfAbsent(Key.normal(key), id);
                if (other != null && !other.equals(id)) {
                    problems.add(file + ": " + key + " is given to both " + other + " and " + id);
                }
            }
        });
    }

    /** Has the keys of another one from now on, wherever this one is in use. */
    public void take(Keymap other) {
        actions = other.actions;
        problems = other.problems;
    }

    public List<String> problems() {
        return problems;
    }

    /** The ids of all actions, in the order they are listed in. */
    public List<String> actions() {
        return List.copyOf(actions.keySet());
    }

    /** Returns what an action does. */
    public String description(String actionId) {
        var bound = actions.get(actionId);
        return bound == null ? "" : bound.description;
    }

    /** The actions that a key is bound to. */
    public List<String> actionsOf(String keyId) {
        var wanted = Key.normal(keyId);
        var found = new ArrayList<String>();
        actions.forEach((id, bound) -> {
            if (bound.ids.contains(wanted)) {
                found.add(id);
            }
        });
        return found;
    }

    @Override
    public boolean matches(String data, String actionId) {
        var bound = actions.get(actionId);
        if (bound == null || bound.ids.isEmpty()) {
            return false;
        }
        var id = id(data);
        return !id.isEmpty() && bound.ids.contains(id);
    }

    /** A key press is compared with many actions in a row, so it is read once. */
    private synchronized String id(String data) {
        if (!data.equals(lastData)) {
            lastId = Key.id(data);
            lastData = data;
        }
        return lastId;
    }

    @Override
    public List<String> keys(String actionId) {
        var bound = actions.get(actionId);
        return bound == null ? List.of() : bound.keys;
    }

    @Override
    public String text(String actionId) {
        return String.join("/", keys(actionId));
    }
}
