package dev.pawl.tools;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.BuiltinTools.BashOptions;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A folder with tools to use in it. */
public final class Workbench {
    static final BashOptions PLAIN = BashOptions.spawning(UnaryOperator.identity());

    final Path folder;
    public final LocalTools tools;
    public final FakeToolContext ctx;

    public Workbench(Path folder) {
        this(folder, System.getenv());
    }

    Workbench(Path folder, Map<String, String> environment) {
        this.folder = folder;
        this.tools = new LocalTools(environment, folder.resolve("home"), folder);
        this.ctx = new FakeToolContext(folder);
    }

    /** Without other programs for searching. */
    static Map<String, String> bare() {
        var environment = new HashMap<>(System.getenv());
        environment.put("PATH", "/nowhere");
        return environment;
    }

    public Tool tool(String name) {
        return tools.all(Path.of(""), PLAIN).stream()
                .filter(tool -> tool.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    public ToolOutput run(String tool, String json) throws Exception {
        return run(tool, JsonObject.parse(json));
    }

    public ToolOutput run(String tool, JsonObject arguments) throws Exception {
        return tool(tool).executor().execute(arguments, ctx);
    }

    public String text(String tool, String json) throws Exception {
        return text(run(tool, json));
    }

    public static String text(ToolOutput output) {
        return Content.text(output.content());
    }

    public static JsonObject details(ToolOutput output) {
        return (JsonObject) output.details();
    }

    public Path file(String name, String content) throws IOException {
        var file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    public Path file(String name, byte[] content) throws IOException {
        return Files.write(folder.resolve(name), content);
    }

    public String content(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }
}
