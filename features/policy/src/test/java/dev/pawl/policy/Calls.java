package dev.pawl.policy;

import static dev.pawl.testkit.model.Script.call;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;

/** Answers of a model that calls tools. */
public final class Calls {
    private Calls() {}

    /** Runs commands, each in a call of its own. */
    public static Turn bash(String... commands) {
        var calls = new Script.Call[commands.length];
        for (int i = 0; i < commands.length; i++) {
            calls[i] = call("bash", JsonObject.of("command", commands[i]));
        }
        return Turn.calls(calls);
    }

    public static Turn write(String path, String content) {
        return Turn.calls(call("write", JsonObject.of("path", path, "content", content)));
    }

    /** Calls a tool without arguments. */
    public static Turn tool(String name) {
        return Turn.calls(call(name, JsonObject.empty()));
    }
}
