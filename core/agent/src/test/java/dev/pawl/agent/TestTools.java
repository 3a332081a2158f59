package dev.pawl.agent;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import java.util.List;

/** Tools that hooks of scenarios bring; all take one text. */
public final class TestTools {
    static final JsonObject ONE_TEXT = JsonObject.of("type", "object")
            .with("properties", JsonObject.of("text", JsonObject.of("type", "string")))
            .with("required", List.of("text"));

    private TestTools() {}

    public static Tool named(String name, Tool.Executor run) {
        return Tool.of(name, "The tool " + name, ONE_TEXT, run);
    }

    /** Answers with the text it was given. */
    public static Tool echo(String name) {
        return named(name, (arguments, _) -> ToolOutput.text(name + " says " + arguments.string("text")));
    }

    public static JsonObject text(String text) {
        return JsonObject.of("text", text);
    }
}
