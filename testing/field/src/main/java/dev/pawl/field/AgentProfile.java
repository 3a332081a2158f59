package dev.pawl.field;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How one agent is installed, configured, given a hook, and started: a file of the folder {@code agents}. */
record AgentProfile(String id, JsonObject json) {
    static AgentProfile read(Path file) throws IOException {
        var name = file.getFileName().toString();
        return new AgentProfile(
                name.substring(0, name.length() - ".json".length()), JsonObject.parse(Files.readString(file)));
    }

    String name() {
        return json.string("name", id);
    }

    /** The shell command that installs the agent in the folder that it is run in; null if there is nothing to install. */
    @Nullable
    String install() {
        return json.string("install");
    }

    /** The language that it speaks with its model. */
    String api() {
        return json.string("api", "");
    }

    List<String> version() {
        return json.strings("version");
    }

    /** The command that sends one prompt and ends with its answer. */
    List<String> command() {
        return json.strings("command");
    }

    Map<String, String> environment() {
        return texts(json.object("environment"));
    }

    /** The files that the agent is configured with. */
    Map<String, String> files() {
        return texts(json.object("files"));
    }

    /** The ending of the files of its hooks, such as {@code .java}. */
    String ending() {
        return json.object("hooks").string("ending", "");
    }

    /** The folder that its hooks are put into. */
    String hookFolder() {
        return json.object("hooks").string("folder", "");
    }

    /** Whether its hooks can be called at a moment, such as {@code before} a call. */
    boolean hasMoment(String moment) {
        return moment.isEmpty()
                || !json.object("hooks").has("moments")
                || json.object("hooks").object("moments").has(moment);
    }

    /** Returns the files that hooks of these names consist of: where each is put, and what registers them. */
    Map<String, String> hookFiles(Map<String, String> hooks, String moment) {
        var files = new LinkedHashMap<String, String>();
        var entries = new ArrayList<String>();
        hooks.forEach((name, text) -> {
            var file = hookFolder() + "/" + name;
            files.put(file, text);
            entries.add(json.object("hooks").string("entry", "").replace("{hook}", file));
        });
        var registered = json.object("hooks").object("registration");
        var at = json.object("hooks").object("moments").string(moment, "");
        for (var file : registered.names()) {
            var value = registered.get(file);
            var text = value instanceof String plain ? plain : Json.writeIndented(value);
            files.put(
                    file,
                    text.replace("\"{entries}\"", String.join(",", entries))
                            .replace("{entries}", String.join("\n", entries))
                            .replace("{moment}", at));
        }
        return files;
    }

    /** Whether it has a tool for what a situation does. */
    boolean hasTool(String tool) {
        return json.object("tools").has(tool);
    }

    /** The name of the tool for what a situation does. */
    String toolName(String tool) {
        return json.object("tools").object(tool).string("name", "");
    }

    /** The arguments of the tool for what a situation does, with its values in the places of {@code {0}}, {@code {1}}. */
    JsonObject toolArguments(String tool, List<String> values) {
        return (JsonObject) filled(json.object("tools").object(tool).object("arguments"), values);
    }

    private static Object filled(@Nullable Object value, List<String> values) {
        return switch (value) {
            case String text -> {
                var result = text;
                for (int i = 0; i < values.size(); i++) {
                    result = result.replace("{" + i + "}", values.get(i));
                }
                yield result;
            }
            case JsonObject object -> {
                var copy = JsonObject.empty();
                for (var name : object.names()) {
                    copy = copy.with(name, filled(object.get(name), values));
                }
                yield copy;
            }
            case List<?> list -> list.stream().map(each -> filled(each, values)).toList();
            case null -> "";
            default -> value;
        };
    }

    /** Texts as they are, everything else as JSON. */
    private static Map<String, String> texts(JsonObject object) {
        var texts = new LinkedHashMap<String, String>();
        for (var name : object.names()) {
            var value = object.get(name);
            texts.put(name, value instanceof String text ? text : Json.writeIndented(value));
        }
        return texts;
    }
}
