package dev.pawl.commands;

import dev.pawl.api.HookPoint;
import dev.pawl.api.HookPoints;
import dev.pawl.api.json.JsonMistake;
import dev.pawl.api.json.JsonObject;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.cli.Subcommand;
import dev.pawl.commands.hooks.HookDoctor;
import dev.pawl.commands.hooks.HookExport;
import dev.pawl.commands.hooks.HookTry;
import dev.pawl.commands.hooks.HookValidate;
import dev.pawl.commands.observe.ReplayCommand;
import dev.pawl.commands.workbench.HookEdit;
import dev.pawl.commands.workbench.HookInit;
import dev.pawl.commands.workbench.HookNew;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.packages.maven.MavenRepositories;
import dev.pawl.start.ForeignHookFiles;
import dev.pawl.start.LoadedHooks;
import dev.pawl.start.Wiring;
import dev.pawl.tui.text.Untrusted;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The command {@code pawl hooks}. */
public final class HookCommands {
    private static final int LARGEST_EVENT = 10 << 20;

    private HookCommands() {}

    /** Runs a command that loads none of the installed hooks. */
    public static int run(List<String> words, Places places, Streams streams) throws Exception {
        var rest = words.subList(1, words.size());
        return switch (words.getFirst()) {
            case "allow" -> allow(rest, places, streams);
            case "init" -> HookInit.run(rest, places, streams);
            case "edit" -> HookEdit.run(rest, places, streams);
            case "export" -> HookExport.run(rest, places, streams);
            case "validate" -> HookValidate.run(rest, places, streams);
            case "replay" -> ReplayCommand.run(rest, places, streams);
            default -> HookNew.run(rest, places, streams);
        };
    }

    /** Runs a command that looks at the hooks of a command line. */
    public static int run(CommandLine line, Places places, Streams streams) throws Exception {
        var words = line.words();
        Subcommand.HOOKS.checkWord(words.subList(1, words.size()));
        var command = words.size() == 1 ? "list" : words.get(1);
        if (command.equals("points")) {
            return points(streams.out());
        }
        try (var notices = new NoticePrinter(places, streams.err())) {
            var wiring = Wiring.printing(line, places, notices);
            var start = started(wiring, command.equals("list"), streams);
            notices.clear();
            int status = switch (command) {
                case "list" -> list(start, wiring.foreignHooks().listed(), streams.out());
                case "test" -> {
                    try {
                        yield test(wiring.foreignHooks(), words.subList(2, words.size()), streams);
                    } finally {
                        wiring.close();
                    }
                }
                case "try" -> HookTry.run(start, words.subList(2, words.size()), streams);
                case "doctor" -> HookDoctor.run(start, wiring.settings(), streams.out());
                default -> throw Subcommand.HOOKS.refusal(command);
            };
            return status == 0 && start.hooks().problems().stream().anyMatch(LoadProblem::fatal) ? 1 : status;
        }
    }

    /** Lists the hooks of a project that changed since it was trusted before it is refused. */
    private static LoadedHooks started(Wiring wiring, boolean listing, Streams streams)
            throws IOException, InterruptedException {
        try {
            return wiring.start();
        } catch (Refusal e) {
            if (listing && e.isOfChange()) {
                wiring.changedHooks().forEach(streams.out()::println);
            }
            throw e;
        }
    }

    /** Prints every hook point, in the order in which they are reached. */
    private static int points(PrintStream out) {
        int width = HookPoints.all().stream()
                .mapToInt(point -> point.name().length())
                .max()
                .orElse(0);
        for (HookPoint<?, ?> point : HookPoints.all()) {
            out.printf(
                    "%-" + width + "s  %-11s  %s%n",
                    point.name(),
                    point.kind(),
                    point.traits().doc());
        }
        return 0;
    }

    /** Keeps that the user allowed a repository. */
    private static int allow(List<String> words, Places places, Streams streams) throws IOException {
        if (words.size() != 1 || words.getFirst().startsWith("-")) {
            throw Refusal.ofArguments(
                    "hooks allow needs the address of a Maven repository: pawl hooks allow https://…");
        }
        var url = new MavenRepositories(places.agentDir()).allow(words.getFirst());
        streams.out().println("Hooks may take libraries from " + url);
        return 0;
    }

    /**
     * Prints the hooks, what each listens to, and what it contributes.
     *
     * @param foreign the hooks in files of other agents, one by one
     */
    private static int list(LoadedHooks start, List<String> foreign, PrintStream out) {
        var hooks = start.hooks().hooks();
        if (hooks.isEmpty()) {
            out.println("No hooks are loaded. Drop a .java file into "
                    + start.places()
                            .shown(start.places().agentDir().resolve("hooks").toString())
                    + "/ or name one with --hook.");
        }
        for (var hook : hooks) {
            out.println(start.places().shown(hook.path()) + "  ("
                    + hook.source().scope().name().toLowerCase(Locale.ROOT) + ")");
            printNames("listens to", "", hook.points(), out);
            printContributions(hook, out);
        }
        if (!foreign.isEmpty()) {
            out.println("Hooks in files of other agents:");
            foreign.forEach(line -> out.println("    " + start.places().shown(Untrusted.text(line))));
        }
        return 0;
    }

    private static void printContributions(InstalledHook hook, PrintStream out) {
        var registry = hook.registry();
        printNames("commands", "/", registry.commands().names(), out);
        printNames("tools", "", registry.tools().names(), out);
        printNames("flags", "--", registry.flags().names(), out);
        printNames("shortcuts", "", registry.shortcuts().names(), out);
        printNames("rewrites", "", registry.spawnHooks().isEmpty() ? Set.of() : Set.of("shell commands"), out);
        printNames("entry types", "", registry.entryTypes().names(), out);
        printNames("providers", "", registry.providers().names(), out);
    }

    private static void printNames(String what, String sign, Collection<String> names, PrintStream out) {
        if (!names.isEmpty()) {
            out.printf("    %-12s %s%n", what, sign + String.join(", " + sign, names));
        }
    }

    /**
     * Runs the hooks of other agents for one event, without a session, and prints what each of them answered. Returns 2
     * if a hook blocks, as the hook itself would end.
     */
    private static int test(ForeignHookFiles files, List<String> words, Streams streams)
            throws IOException, InterruptedException {
        if (words.size() != 1) {
            throw Refusal.ofArguments("hooks test needs one event, and its fields as JSON on standard input: "
                    + "pawl hooks test PreToolUse < payload.json");
        }
        var payload = payload(new String(streams.in().readNBytes(LARGEST_EVENT), StandardCharsets.UTF_8));
        var trials = files.test(words.getFirst(), payload);
        if (trials.isEmpty()) {
            streams.out().println("No hook is meant by this " + words.getFirst() + ".");
        }
        boolean blocked = false;
        for (var trial : trials) {
            streams.out().println(trial.where());
            print("command", trial.command(), streams.out());
            print("result", trial.result() + ", " + trial.millis() + " ms", streams.out());
            print("decision", trial.decision(), streams.out());
            print("output", trial.output(), streams.out());
            print("error", trial.error(), streams.out());
            blocked |= trial.decision().startsWith("block");
        }
        return blocked ? 2 : 0;
    }

    private static JsonObject payload(String text) {
        try {
            return text.isBlank() ? JsonObject.empty() : JsonObject.parse(text);
        } catch (JsonMistake e) {
            throw Refusal.ofArguments("the event on standard input is not a JSON object: " + e.sentence());
        }
    }

    private static void print(String what, String text, PrintStream out) {
        if (!text.isBlank()) {
            out.printf("    %-9s %s%n", what, Untrusted.text(text.strip()).replace("\n", "\n              "));
        }
    }
}
