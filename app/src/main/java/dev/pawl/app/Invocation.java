package dev.pawl.app;

import dev.pawl.api.HookError;
import dev.pawl.hooks.Brought;
import dev.pawl.hooks.LoadProblem;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/** Does what the command line asks for. */
final class Invocation {
    private Invocation() {}

    static int run(List<String> args, PrintStream out, PrintStream err) throws Exception {
        return run(args, Places.of(System.getenv(), Path.of("").toAbsolutePath()), out, err);
    }

    static int run(List<String> args, Places places, PrintStream out, PrintStream err) throws Exception {
        CommandLine line;
        try {
            line = CommandLine.parse(args);
        } catch (BadArgument e) {
            err.println("pawl: " + e.getMessage());
            return 2;
        }
        try (var progress = new ProgressLine(err, Terminal.isThere())) {
            var start = Start.load(line, places, progress::show, error -> print(error, places, err));
            progress.clear();
            var problems = start.hooks().problems();
            problems.forEach(problem -> print(problem, places, err));
            int status = perform(line, start, out, err);
            return status == 0 && problems.stream().anyMatch(LoadProblem::fatal) ? 1 : status;
        }
    }

    private static int perform(CommandLine line, Start start, PrintStream out, PrintStream err) throws Exception {
        var brought = new Brought(start.hooks().hooks());
        for (var flag : line.flags().keySet()) {
            if (!brought.flags().containsKey(flag)) {
                err.println("pawl: unknown option --" + flag + " (pawl --help lists them; no loaded hook brings it)");
                return 2;
            }
        }
        if (line.listModels()) {
            return ModelList.print(start, out);
        }
        var words = line.words();
        if (words.isEmpty()) {
            return Greeting.print(start, out);
        }
        if (!words.getFirst().equals("hooks")) {
            err.println("pawl: there is no command \"" + words.getFirst()
                    + "\", and the agent that would answer prompts is not part of this version yet (pawl --help)");
            return 2;
        }
        return switch (words.size() == 1 ? "" : words.get(1)) {
            case "" -> HookList.print(start, out);
            case "points" -> PointList.print(out);
            case "try" -> HookTry.run(start, words.subList(2, words.size()), out, err);
            default -> {
                err.println("pawl: hooks takes nothing, \"points\" or \"try\", not \"" + words.get(1) + "\"");
                yield 2;
            }
        };
    }

    private static void print(LoadProblem problem, Places places, PrintStream err) {
        var message = problem.message().strip();
        // What the compiler says names the file already.
        err.println(
                message.startsWith(problem.path())
                        ? message
                        : (problem.fatal() ? "error: " : "warning: ") + places.shown(problem.path()) + ": " + message);
    }

    private static void print(HookError error, Places places, PrintStream err) {
        err.println("hook " + places.shown(error.hookPath()) + " failed at " + error.event() + ": " + error.error());
        var stack = error.stack();
        if (stack != null) {
            err.print(stack.endsWith("\n") ? stack : stack + "\n");
        }
    }
}
