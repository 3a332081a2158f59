package dev.pawl.commands.hooks;

import dev.pawl.api.HookPoint;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Outcome;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.Cancel;
import dev.pawl.api.event.Input;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.Mode;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.cli.Terminal;
import dev.pawl.hooks.bound.CarrierGuard;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.hooks.registry.Contributions;
import dev.pawl.hooks.trace.Trace;
import dev.pawl.start.LoadedHooks;
import dev.pawl.testkit.FakeContext;
import dev.pawl.testkit.FakeModels;
import dev.pawl.testkit.FakeSession;
import dev.pawl.testkit.FakeToolContext;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/** Fires one event at the loaded hooks, in a session in memory, and prints what each of them did. */
public final class HookTry {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private HookTry() {}

    /**
     * Fires an event, runs a command or calls a tool; 1 if something of a hook fails.
     *
     * @param words a point and a text or JSON, {@code tool_call} with a tool and its input, {@code /command} with
     *     arguments, or {@code tool:name} with its input
     */
    public static int run(LoadedHooks start, List<String> words, Streams streams) throws InterruptedException {
        var out = streams.out();
        var err = streams.err();
        var first = words.isEmpty() ? "" : words.getFirst();
        var rest = words.isEmpty() ? List.<String>of() : words.subList(1, words.size());
        var text = String.join(" ", rest);
        boolean calls = first.startsWith("/") || first.startsWith("tool:");
        var named = calls ? null : HookPoints.find(first);
        if (named == null && !calls) {
            throw Refusal.ofArguments("hooks try needs the name of a point, a /command or tool:NAME. The points: "
                    + HookPoints.all().stream().map(HookPoint::name).collect(Collectors.joining(", ")));
        }
        var event = named == null
                ? null
                : TryEvents.make(
                        named.point(),
                        toolCall(named.point(), rest, text),
                        start.places().cwd());
        var terminal = Terminal.isThere();
        var cwd = start.places().cwd();
        var context = new FakeContext(
                cwd,
                terminal ? new ConsoleUi(streams.in(), err) : new NoUi(),
                new FakeSession(cwd),
                FakeModels.refusing("no model is asked in a trial of hooks"));
        context.mode(terminal ? Mode.TUI : Mode.PRINT);
        var failed = new AtomicBoolean();
        try (var carriers = new CarrierGuard();
                var engine = new Engine(
                                start.hooks().hooks(),
                                start.timeouts(),
                                error -> {
                                    failed.set(true);
                                    err.println("hook " + start.places().shown(error.hookPath()) + " failed at "
                                            + error.event() + ": " + error.error());
                                    var stack = error.hookStack();
                                    if (stack != null) {
                                        err.println(stack.strip());
                                    }
                                },
                                carriers,
                                Clock.systemUTC())
                        .bind(context)) {
            out.println(first + (text.isEmpty() ? "" : (calls ? " " : ": ") + text));
            var result = named == null || event == null
                    ? called(engine, context, first, text, failed, err)
                    : fire(engine, named.point(), event);
            engine.settle(PATIENCE);
            engine.traces().latest().forEach(trace -> print(trace, start.places(), out));
            out.println(result);
            context.done().forEach(done -> out.println("    also: " + done));
        }
        return failed.get() ? 1 : 0;
    }

    /** A tool and its input, written as two words, in the form that a tool call has. */
    private static String toolCall(HookPoint<?, ?> point, List<String> rest, String text) {
        boolean two = rest.size() == 2
                && rest.getLast().startsWith("{")
                && !rest.getFirst().startsWith("{");
        boolean call = point.equals(HookPoints.TOOL_CALL) || point.equals(HookPoints.TOOL_AUTHORIZE);
        if (!two || !call) {
            return text;
        }
        try {
            return JsonObject.of("toolName", rest.getFirst(), "input", JsonObject.parse(rest.getLast()))
                    .toString();
        } catch (IllegalArgumentException e) {
            throw Refusal.ofArguments("the input of a tool is a JSON object; this is " + e.getMessage());
        }
    }

    private static String called(
            Engine engine, FakeContext context, String first, String text, AtomicBoolean failed, PrintStream err)
            throws InterruptedException {
        try {
            if (first.startsWith("/")) {
                return command(engine, context, first.substring(1), text);
            }
            var output = tool(engine, context, first.substring("tool:".length()), text);
            failed.set(output.isError());
            return (output.isError() ? "Error: " : "") + Content.text(output.content());
        } catch (Refusal | InterruptedException e) {
            throw e;
        } catch (Exception | LinkageError e) {
            failed.set(true);
            var stack = new StringWriter();
            e.printStackTrace(new PrintWriter(stack));
            err.println(stack.toString().strip());
            return "Failed: " + e;
        }
    }

    static String fire(Engine engine, HookPoint<?, ?> point, Object event) throws InterruptedException {
        if (!engine.hasHandlers(point)) {
            return "No loaded hook listens to " + point.name() + ".";
        }
        return switch (point) {
            case HookPoint.Notice<?> notice -> {
                fire(engine, notice, event);
                yield "Notified.";
            }
            case HookPoint.Chain<?> chain -> outcome(event, change(engine, chain, event));
            case HookPoint.Gate<?, ?> gate ->
                switch (decide(engine, gate, event)) {
                    case Decision.Pass<?, ?>(var after) -> outcome(event, after);
                    case Decision.Stop<?, ?>(var result) -> stopped(result);
                };
        };
    }

    private static String stopped(Object result) {
        return switch (result) {
            case Block(var reason, _) -> "Blocked: " + reason;
            case Cancel _ -> "Cancelled.";
            case Input.Handled _ -> "Handled by the hook; the agent would not see it.";
            default -> "Stopped: " + result;
        };
    }

    private static <E> void fire(Engine engine, HookPoint.Notice<E> point, Object event) throws InterruptedException {
        engine.fire(point, point.event().cast(event));
    }

    private static <E> Object change(Engine engine, HookPoint.Chain<E> point, Object event)
            throws InterruptedException {
        return engine.fire(point, point.event().cast(event));
    }

    private static <E, S> Decision<E, S> decide(Engine engine, HookPoint.Gate<E, S> point, Object event)
            throws InterruptedException {
        return engine.fire(point, point.event().cast(event));
    }

    private static String outcome(Object before, Object after) {
        return before.equals(after) ? "Passed, unchanged." : "Passed, changed: " + after;
    }

    private static void print(Trace trace, Places places, PrintStream out) {
        for (var step : trace.steps()) {
            out.printf(
                    Locale.ROOT,
                    "    %-11s %s  (%.1f ms)%s%n",
                    step.effect().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    places.shown(step.hook()),
                    step.nanos() / 1e6,
                    step.note() == null ? "" : "  " + step.note());
        }
    }

    /** Runs a slash command; what it throws is a failure of its own. */
    private static String command(Engine engine, FakeContext context, String name, String arguments) throws Exception {
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
    private static ToolOutput tool(Engine engine, FakeContext context, String name, String arguments) throws Exception {
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
