package dev.pawl.commands.hooks;

import dev.pawl.api.Outcome;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.cli.Refusal;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.hooks.registry.Contributions;
import dev.pawl.testkit.FakeContext;
import dev.pawl.testkit.FakeToolContext;
import java.util.List;
import java.util.stream.Collectors;

/** Runs a command or a tool of the loaded hooks in a session in memory. */
final class TrialCalls {
    private final Engine engine;
    private final FakeContext context;

    TrialCalls(Engine engine, FakeContext context) {
        this.engine = engine;
        this.context = context;
    }

    /** Runs a slash command; what it throws is a failure of its own. */
    String command(String name, String arguments) throws Exception {
        var all = new Contributions(engine.hooks());
        var command = all.command(name);
        if (command == null) {
            throw Refusal.ofArguments("no loaded hook brings the command /" + name + "; they bring "
                    + listed(
                            all.commands().stream().map(one -> "/" + one.name()).toList()));
        }
        context.arguments(arguments);
        return switch (command.run(context, () -> {})) {
            case Outcome.Nothing _ -> "Done.";
            case Outcome.Prompt prompt -> "Prompt for the agent: " + prompt.text();
            case Outcome.Status status -> "Status: " + status.text();
        };
    }

    /** Calls a tool of a hook, without its gates; what it throws is a failure of its own. */
    ToolOutput tool(String name, String arguments) throws Exception {
        var tools = new Contributions(engine.hooks()).tools();
        var tool = tools.get(name);
        if (tool == null) {
            throw Refusal.ofArguments("no loaded hook brings the tool " + name + "; they bring "
                    + listed(tools.keySet().stream().sorted().toList()));
        }
        JsonObject input;
        try {
            input = arguments.isBlank() ? JsonObject.empty() : JsonObject.parse(arguments);
        } catch (IllegalArgumentException e) {
            throw Refusal.ofArguments("the arguments of a tool are a JSON object: " + e.getMessage());
        }
        return tool.executor().execute(input, new FakeToolContext(context, engine));
    }

    private static String listed(List<String> names) {
        return names.isEmpty() ? "none" : names.stream().collect(Collectors.joining(", "));
    }
}
