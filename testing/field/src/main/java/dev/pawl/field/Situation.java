package dev.pawl.field;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A hook in the way of something, what the model does, and the effect that is looked for: a folder of {@code situations}. */
record Situation(String group, String name, Path folder, JsonObject json) {
    /** Reads the situation of a group. */
    static Situation read(Path group, String name) throws IOException {
        var folder = group.resolve(name);
        return new Situation(
                group.getFileName().toString(),
                name,
                folder,
                JsonObject.parse(Files.readString(folder.resolve("situation.json"))));
    }

    String id() {
        return group + "/" + name;
    }

    /** What is asked, in one sentence. */
    String title() {
        return json.string("title", name);
    }

    /** When hooks that are commands are called: {@code before} or {@code after} a call. */
    String moment() {
        return json.string("moment", "before");
    }

    /** Shell commands that prepare the folder that the agent works in. */
    List<String> setup() {
        return json.strings("setup");
    }

    /** How long the agent has. One that has not ended by then is ended, and what it did until then counts. */
    int seconds() {
        return json.integer("seconds", 600);
    }

    /** The effect that the hook is to prevent, or, without {@code hook}, the one that is there without it. */
    JsonObject leak() {
        return json.object("leak");
    }

    /** What must be there for the hook to have worked. */
    JsonObject held() {
        return json.object("held");
    }

    /** Whether the effect has to be seen without the hook before the hook counts as what prevented it. */
    boolean hasControl() {
        return json.bool("control", true);
    }

    /** Whether an agent that does not start with such a hook has done what is wanted; elsewhere the hook itself is broken. */
    boolean mayRefuseToStart() {
        return json.bool("mayRefuseToStart", false);
    }

    /** Returns the files of the hooks with an ending, by name; those of a shared folder count as its own. */
    Map<String, String> hooks(String ending) throws IOException {
        var hooks = new TreeMap<String, String>();
        var shared = json.string("hooks");
        var from = shared == null ? folder : folder.resolve(shared).normalize();
        try (var files = Files.list(from)) {
            for (var file :
                    files.filter(each -> each.toString().endsWith(ending)).toList()) {
                hooks.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return hooks;
    }

    /** Returns the tools that the model calls, of which an agent needs each. */
    List<String> tools() {
        return turns().stream()
                .flatMap(turn -> turn.stream())
                .map(call -> call.names().iterator().next())
                .distinct()
                .toList();
    }

    /** Returns what the model says to an agent: the calls of each turn, then that it is done. */
    Script script(AgentProfile agent, Places places) {
        var turns = new ArrayList<Script.Turn>();
        for (var turn : turns()) {
            var calls = new ArrayList<Script.Call>();
            for (var call : turn) {
                var tool = call.names().iterator().next();
                var values = call.strings(tool).stream()
                        .map(value ->
                                places.filled(value.replace("{hook}", agent.hookFolder() + "/hook" + agent.ending())))
                        .toList();
                calls.add(Script.call(agent.toolName(tool), agent.toolArguments(tool, values)));
            }
            turns.add(Script.Turn.text("I do it.").andCalls(calls.toArray(Script.Call[]::new)));
        }
        var script = Script.of(turns.toArray(Script.Turn[]::new)).endingWith(Script.Turn.text("Done."));
        for (var aside : agent.json().objects("aside")) {
            script = script.aside(aside.string("match", ""), Script.Turn.text(aside.string("text", "")));
        }
        return script;
    }

    private List<List<JsonObject>> turns() {
        var turns = new ArrayList<List<JsonObject>>();
        for (var turn : json.list("turns")) {
            var calls = new ArrayList<JsonObject>();
            if (turn instanceof List<?> list) {
                list.forEach(call -> calls.add((JsonObject) call));
            }
            turns.add(calls);
        }
        return turns;
    }

    /** The files that stand in the folders before the agent starts, by place. */
    Map<String, String> files() {
        var files = new LinkedHashMap<String, String>();
        var given = json.object("files");
        given.names().forEach(name -> files.put(name, given.string(name, "")));
        return files;
    }
}
