package dev.pawl.commands;

import dev.pawl.api.HookPoint;
import dev.pawl.api.HookPoints;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.cli.Subcommand;
import dev.pawl.commands.hooks.HookDoctor;
import dev.pawl.commands.hooks.HookList;
import dev.pawl.commands.hooks.HookTestCommand;
import dev.pawl.commands.hooks.HookTry;
import dev.pawl.commands.observe.ReplayCommand;
import dev.pawl.commands.workbench.HookEdit;
import dev.pawl.commands.workbench.HookInit;
import dev.pawl.commands.workbench.HookNew;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.packages.maven.MavenRepositories;
import dev.pawl.start.LoadedHooks;
import dev.pawl.start.Wiring;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** The command {@code pawl hooks}. */
public final class HookCommands {
    private HookCommands() {}

    /** Runs a command that loads none of the installed hooks. */
    public static int run(List<String> words, Places places, Streams streams) throws Exception {
        var rest = words.subList(1, words.size());
        return switch (words.getFirst()) {
            case "allow" -> allow(rest, places, streams);
            case "init" -> HookInit.run(rest, places, streams);
            case "edit" -> HookEdit.run(rest, places, streams);
            case "replay" -> ReplayCommand.run(rest, places, streams);
            default -> HookNew.run(rest, places, streams);
        };
    }

    /** Runs a command that looks at the hooks of a command line. */
    public static int run(CommandLine line, Places places, Streams streams) throws Exception {
        var words = line.words();
        if (words.size() > 1 && words.get(1).equals("points")) {
            return points(streams.out());
        }
        try (var notices = new NoticePrinter(places, streams.err())) {
            var wiring = Wiring.printing(line, places, notices);
            var start = started(wiring, words.size() == 1, streams);
            notices.clear();
            int status = switch (words.size() == 1 ? "" : words.get(1)) {
                case "" -> HookList.print(start, wiring.foreignHooks().listed(), streams.out());
                case "test" -> {
                    try {
                        yield HookTestCommand.run(wiring.foreignHooks(), words.subList(2, words.size()), streams);
                    } finally {
                        wiring.close();
                    }
                }
                case "try" -> HookTry.run(start, words.subList(2, words.size()), streams);
                case "doctor" -> HookDoctor.run(start, wiring.settings(), streams.out());
                default -> throw Subcommand.HOOKS.refusal(words.get(1));
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
}
