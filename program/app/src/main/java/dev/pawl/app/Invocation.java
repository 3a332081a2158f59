package dev.pawl.app;

import dev.pawl.api.value.Mode;
import dev.pawl.app.acp.AcpRun;
import dev.pawl.app.fleet.FleetCommand;
import dev.pawl.app.fleet.WorkerCommand;
import dev.pawl.app.hookcommands.HookDoctor;
import dev.pawl.app.hookcommands.HookList;
import dev.pawl.app.hookcommands.HookTestCommand;
import dev.pawl.app.hookcommands.HookTry;
import dev.pawl.app.hookcommands.PointList;
import dev.pawl.app.mcpcommands.McpCommands;
import dev.pawl.app.observecommands.AuditCommand;
import dev.pawl.app.observecommands.ExportCommand;
import dev.pawl.app.observecommands.ReplayCommand;
import dev.pawl.app.observecommands.ShareCommand;
import dev.pawl.app.observecommands.TraceCommand;
import dev.pawl.app.observecommands.WatchCommand;
import dev.pawl.app.packagecommands.PackageCommands;
import dev.pawl.app.print.AgentRun;
import dev.pawl.app.rpc.RpcRun;
import dev.pawl.app.trustcommands.PolicyCommand;
import dev.pawl.app.trustcommands.TrustCommands;
import dev.pawl.app.wiring.Start;
import dev.pawl.app.wiring.Wiring;
import dev.pawl.app.workbench.Workbench;
import dev.pawl.app.worktree.OwnWorktree;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Option;
import dev.pawl.cli.PackageUsage;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Terminal;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.tui.terminal.SystemTerminal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Does what the command line asks for. */
public final class Invocation {
    private static final Set<String> LATER = Set.of("auth");

    private Invocation() {}

    static int run(List<String> args, Streams streams) throws Exception {
        return run(args, Places.of(System.getenv(), Path.of("").toAbsolutePath()), streams);
    }

    public static int run(List<String> given, Places places, Streams streams) throws Exception {
        try {
            var args = spelledOut(given);
            if (!args.isEmpty() && LATER.contains(args.getFirst())) {
                throw Refusal.ofArguments(
                        "the command " + args.getFirst() + " is not part of this version yet. To send it"
                                + " to the model: pawl -p \"" + args.getFirst() + "\"");
            }
            if (!args.isEmpty() && args.getFirst().equals("trust") && TrustCommands.areMeant(args)) {
                return TrustCommands.run(args.subList(1, args.size()), places, streams);
            }
            if (PolicyCommand.isMeant(args)) {
                return PolicyCommand.run(args.subList(1, args.size()), places, streams);
            }
            if (!args.isEmpty() && args.getFirst().equals("mcp")) {
                return McpCommands.run(args.subList(1, args.size()), places, streams);
            }
            if (PackageUsage.isMeant(args)) {
                return PackageCommands.run(args, places, streams);
            }
            if (Workbench.isMeant(args)) {
                return Workbench.run(args, places, streams);
            }
            if (args.size() > 1
                    && args.getFirst().equals("hooks")
                    && args.get(1).equals("replay")) {
                return ReplayCommand.run(args.subList(2, args.size()), places, streams);
            }
            if (!args.isEmpty() && args.getFirst().equals("audit")) {
                return AuditCommand.run(args.subList(1, args.size()), places, streams);
            }
            if (!args.isEmpty()
                    && args.getFirst().equals("watch")
                    && (args.size() == 1 || args.get(1).equals("--port"))) {
                return WatchCommand.run(args.subList(1, args.size()), places, streams);
            }
            if (!args.isEmpty() && args.getFirst().equals("fleet")) {
                return FleetCommand.run(args.subList(1, args.size()), places, streams);
            }
            if (!args.isEmpty()
                    && args.getFirst().equals("worker")
                    && (args.size() == 1 || args.get(1).startsWith("-"))) {
                return WorkerCommand.run(args.subList(1, args.size()), places, streams);
            }
            if (args.size() > 1 && args.getFirst().equals("share")) {
                return ShareCommand.run(args.subList(1, args.size()), places, streams);
            }
            if (!args.isEmpty() && args.getFirst().equals("trace")) {
                return TraceCommand.run(args.subList(1, args.size()), places, streams);
            }
            var line = CommandLine.parse(args);
            if (!line.has(Option.PRINT)
                    && !line.words().isEmpty()
                    && line.words().getFirst().equals("hooks")) {
                return hooks(line, places, streams);
            }
            if (!line.has(Option.PRINT)
                    && !line.words().isEmpty()
                    && line.words().getFirst().equals("trust")
                    && TrustCommands.areMeant(line.words())) {
                return TrustCommands.run(line.words().subList(1, line.words().size()), places, streams);
            }
            if (line.has(Option.EXPORT)) {
                return ExportCommand.run(line, places, streams);
            }
            if (line.has(Option.LIST_MODELS)) {
                return models(line, places, streams);
            }
            return line.has(Option.WORKTREE)
                    ? OwnWorktree.run(places, streams, there -> agent(line, there, streams))
                    : agent(line, places, streams);
        } catch (Refusal e) {
            streams.err().println("pawl: " + e.getMessage());
            return e.status();
        } catch (IOException | UncheckedIOException | IllegalStateException | IllegalArgumentException e) {
            streams.err().println("pawl: " + e.getMessage());
            return 1;
        } catch (InterruptedException e) {
            streams.err().println("pawl: something interrupted it before it was done");
            return 1;
        }
    }

    private static int agent(CommandLine line, Places places, Streams streams) throws Exception {
        if (line.output() == CommandLine.Output.ACP) {
            return new AcpRun(line, places, streams).run();
        }
        if (line.output() == CommandLine.Output.RPC) {
            return new RpcRun(line, places, streams).run();
        }
        boolean oneShot = line.has(Option.PRINT) || line.output() == CommandLine.Output.JSON || !Terminal.isThere();
        return oneShot
                ? new AgentRun(line, places, streams).run()
                : new InteractiveRun(line, places, streams, SystemTerminal.get()).run();
    }

    /** What editors start: {@code pawl acp} and, in a terminal, the same with {@code login}. */
    private static List<String> spelledOut(List<String> given) {
        boolean acp = !given.isEmpty() && given.getFirst().equals("acp");
        boolean login = !given.isEmpty() && given.getLast().equals("login");
        if (login && (given.size() == 1 || acp || String.join(" ", given).startsWith("--mode acp "))) {
            return List.of("/login");
        }
        if (!acp) {
            return given;
        }
        var args = new ArrayList<>(List.of("--mode", "acp"));
        args.addAll(given.subList(1, given.size()));
        return args;
    }

    private static int hooks(CommandLine line, Places places, Streams streams) throws Exception {
        var words = line.words();
        if (words.size() > 1 && words.get(1).equals("points")) {
            return PointList.print(streams.out());
        }
        try (var notices = new NoticePrinter(places, streams.err())) {
            var wiring = new Wiring(line, places, Mode.PRINT, notices, notices);
            var start = started(wiring, words.size() == 1, streams);
            notices.clear();
            int status = switch (words.size() == 1 ? "" : words.get(1)) {
                case "" -> HookList.print(start, wiring.foreignHooks().listed(), streams.out());
                case "test" -> {
                    try {
                        yield HookTestCommand.run(wiring.foreignHooks(), words.subList(2, words.size()), streams);
                    } finally {
                        wiring.closeHooks();
                    }
                }
                case "try" -> HookTry.run(start, words.subList(2, words.size()), streams);
                case "doctor" -> HookDoctor.run(start, wiring.settings(), streams.out());
                default -> throw Subcommand.HOOKS.refusal(words.get(1));
            };
            return status == 0 && start.hooks().problems().stream().anyMatch(LoadProblem::fatal) ? 1 : status;
        }
    }

    /** A project that changed since it was trusted is refused; its hooks are listed with that before. */
    private static Start started(Wiring wiring, boolean listing, Streams streams)
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

    private static int models(CommandLine line, Places places, Streams streams) throws Exception {
        try (var notices = new NoticePrinter(places, streams.err())) {
            var wiring = new Wiring(line, places, Mode.PRINT, notices, notices);
            var start = wiring.start();
            notices.clear();
            try (var open = wiring.models()) {
                return ModelList.print(
                        open.models(), start.hooks().hooks(), line.value(Option.LIST_MODELS), streams.out(), notices);
            }
        }
    }
}
