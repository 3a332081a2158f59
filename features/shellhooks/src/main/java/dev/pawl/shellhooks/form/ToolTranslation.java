package dev.pawl.shellhooks.form;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.CallFile;
import dev.pawl.api.value.ToolTraits;
import dev.pawl.base.ServerToolName;
import dev.pawl.shellhooks.dialect.Dialect;
import dev.pawl.shellhooks.dialect.Dialect.Trait;
import dev.pawl.shellhooks.dialect.ToolForm;
import dev.pawl.tools.file.ToolPaths;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes the calls of Pawl's tools as a dialect knows them, and reads an input of the dialect back. */
public final class ToolTranslation {
    private static final double MILLIS = 1_000;
    private static final Set<String> ON_FILES = Set.of("read", "write", "edit", "grep", "find", "ls");

    private final Dialect dialect;
    private final String own;
    private final JsonObject arguments;
    private final ToolPaths paths;
    private final boolean ofServer;
    private final @Nullable ServerToolName spelled;
    private final @Nullable ToolForm form;
    private @Nullable String real;

    /**
     * The translation of a call.
     *
     * @param server the tool server that does the work; null if none does
     * @param paths where paths that the model writes start
     */
    public ToolTranslation(
            Dialect dialect, String own, JsonObject arguments, ToolTraits.@Nullable Server server, ToolPaths paths) {
        this.dialect = dialect;
        this.own = own;
        this.arguments = arguments;
        this.paths = paths;
        this.ofServer = server != null;
        this.spelled = ofServer ? ServerToolName.parse(own) : null;
        this.form = dialect.tools().get(own);
    }

    /** The name of the tool here. */
    public String own() {
        return own;
    }

    /** Returns whether a tool server does the work. */
    public boolean isOfServer() {
        return ofServer;
    }

    /** The dialect's name of the tool. An edit with several replacements has the second one, if there is one. */
    public String name() {
        if (form == null) {
            return spelled == null ? own : dialect.serverTool().formatted(spelled.server(), spelled.tool());
        }
        return own.equals("edit") && form.names().size() > 1 && edits().size() > 1
                ? form.names().get(1)
                : form.name();
    }

    /** All names that a matcher is tried on. */
    public List<String> names() {
        var names = new ArrayList<>(form == null ? List.of() : form.names());
        names.add(own);
        if (spelled != null) {
            // Names of servers and tools lose their dashes here, and keep them elsewhere.
            for (var one : List.of(spelled.server(), spelled.server().replace('_', '-'))) {
                for (var other : List.of(spelled.tool(), spelled.tool().replace('_', '-'))) {
                    names.add(new ServerToolName(one, other).toString());
                    names.add(dialect.serverTool().formatted(one, other));
                }
            }
        }
        return names.stream().distinct().toList();
    }

    /** The input as the dialect writes it. */
    public JsonObject input() {
        if (form == null) {
            return arguments;
        }
        var fields = new LinkedHashMap<String, @Nullable Object>();
        for (var name : form.fields().entrySet()) {
            var value = arguments.get(name.getKey());
            switch (name.getKey()) {
                case "edits" -> edits(name.getValue(), fields);
                case "path" -> {
                    if (value != null) {
                        fields.put(name.getValue(), real(String.valueOf(value)));
                    }
                }
                case "timeout" -> {
                    if (value instanceof Number seconds) {
                        fields.put(name.getValue(), Math.round(seconds.doubleValue() * MILLIS));
                    }
                }
                default -> {
                    if (value != null) {
                        fields.put(name.getValue(), value);
                    }
                }
            }
        }
        fields.putAll(form.added());
        return JsonObject.from(fields);
    }

    /** The arguments for an input that a hook wrote. What cannot be expressed here is an {@link IllegalArgumentException}. */
    public JsonObject arguments(JsonObject written) {
        if (form == null) {
            return dialect.has(Trait.REWRITES_FIELDS) ? arguments.with(written) : written;
        }
        var input = dialect.has(Trait.REWRITES_FIELDS) ? input().with(written) : written;
        var changed = arguments.without(form.fields().keySet());
        for (var name : form.fields().entrySet()) {
            var value = input.get(name.getValue());
            switch (name.getKey()) {
                case "edits" -> changed = changed.with("edits", replacements(name.getValue(), input));
                case "path" -> {
                    if (value != null) {
                        changed = changed.with("path", asGiven(String.valueOf(value)));
                    }
                }
                case "timeout" -> {
                    if (value instanceof Number millis) {
                        changed = changed.with("timeout", millis.doubleValue() / MILLIS);
                    }
                }
                default -> {
                    if (value != null) {
                        changed = changed.with(name.getKey(), value);
                    }
                }
            }
        }
        return changed;
    }

    private List<JsonObject> edits() {
        return arguments.objects("edits");
    }

    private void edits(String list, Map<String, @Nullable Object> fields) {
        var edits = edits();
        if (edits.size() == 1) {
            fields.put("old_string", edits.getFirst().get("oldText"));
            fields.put("new_string", edits.getFirst().get("newText"));
            fields.put("replace_all", false);
        } else {
            fields.put(
                    list,
                    edits.stream()
                            .map(edit ->
                                    JsonObject.of("old_string", edit.get("oldText"), "new_string", edit.get("newText")))
                            .toList());
        }
    }

    private static List<JsonObject> replacements(String list, JsonObject input) {
        var written = input.has(list) ? input.objects(list) : List.of(input);
        var replacements = new ArrayList<JsonObject>();
        for (var edit : written) {
            if (edit.bool("replace_all", false)) {
                throw new IllegalArgumentException(
                        "replace_all is not possible here: name each place in edits, with the text around it");
            }
            replacements.add(JsonObject.of("oldText", edit.get("old_string"), "newText", edit.get("new_string")));
        }
        return replacements;
    }

    /** The file that the call works on, after all links; null if it is not a call of a tool that works on one. */
    public @Nullable String file() {
        return ON_FILES.contains(own) && arguments.get("path") instanceof String path ? real(path) : null;
    }

    /** The real file of the call's path, which is looked up once: a look at each folder above it takes its time. */
    private String real(String path) {
        var known = real == null ? absolute(path) : real;
        real = known;
        return known;
    }

    /**
     * The file that is meant, not what the model calls it: a hook that compares paths must not be passed by with a link, or
     * with signs that only Pawl's tools know. Inside of the session's folder the path begins as that folder is written.
     */
    private String absolute(String path) {
        try {
            var real = CallFile.of(CallFile.resolve(path, paths.cwd(), paths.home()))
                    .path();
            var folder = CallFile.of(paths.cwd()).path();
            var shown = real.startsWith(folder) ? paths.cwd().resolve(folder.relativize(real)) : real;
            return shown.normalize().toString();
        } catch (InvalidPathException e) {
            return path;
        }
    }

    /** A path that the hook left as it was stays as the model wrote it. */
    private String asGiven(String path) {
        var given = arguments.get("path");
        return given instanceof String written && absolute(written).equals(path) ? written : path;
    }
}
