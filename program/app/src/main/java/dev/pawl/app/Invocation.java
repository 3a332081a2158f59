package dev.pawl.app;

import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Completions;
import dev.pawl.cli.FailureLog;
import dev.pawl.cli.Option;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Terminal;
import dev.pawl.commands.AhpCommand;
import dev.pawl.commands.AuthCommand;
import dev.pawl.commands.HookCommands;
import dev.pawl.commands.ModelList;
import dev.pawl.commands.doctor.Doctor;
import dev.pawl.commands.mcp.McpCommands;
import dev.pawl.commands.observe.AuditCommand;
import dev.pawl.commands.observe.ExportCommand;
import dev.pawl.commands.observe.ShareCommand;
import dev.pawl.commands.observe.TraceCommand;
import dev.pawl.commands.observe.WatchCommand;
import dev.pawl.commands.packages.PackageCommands;
import dev.pawl.commands.trust.PolicyCommand;
import dev.pawl.commands.trust.SecretsCommand;
import dev.pawl.commands.trust.TrustCommands;
import dev.pawl.commands.workbench.DevPublish;
import dev.pawl.fleet.FleetCommand;
import dev.pawl.fleet.WorkerCommand;
import dev.pawl.fleet.worktree.OwnWorktree;
import dev.pawl.screen.ConfigScreen;
import dev.pawl.screen.InteractiveRun;
import dev.pawl.serve.AttachedRun;
import dev.pawl.serve.acp.AcpServer;
import dev.pawl.serve.mcp.McpServeRun;
import dev.pawl.serve.print.AgentRun;
import dev.pawl.serve.rpc.RpcRun;
import dev.pawl.tui.terminal.SystemTerminal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Does what the command line asks for. */
public final class Invocation {
    private final Places places;
    private final Streams streams;

    private Invocation(Places places, Streams streams) {
        this.places = places;
        this.streams = streams;
    }

    static int run(List<String> args, Streams streams) {
        var places = Places.of(System.getenv(), Path.of("").toAbsolutePath());
        new FailureLog(places).ofProcess();
        return run(args, places, streams);
    }

    public static int run(List<String> args, Places places, Streams streams) {
        try {
            return new Invocation(places, streams).run(spelledOut(args));
        } catch (Refusal e) {
            streams.err().println("pawl: " + e.getMessage());
            return e.status();
        } catch (InterruptedException e) {
            streams.err().println("pawl: something interrupted it before it was done");
            return 1;
        } catch (Exception | Error e) { // Such as no memory.
            streams.err().println("pawl: " + new FailureLog(places).sentence(e));
            return 1;
        }
    }

    private int run(List<String> args) throws Exception {
        var command = Subcommand.of(args);
        if (command != null) {
            return run(command, args);
        }
        var line = CommandLine.parse(args);
        if (!line.has(Option.PRINT)) {
            if (Subcommand.named(line.words()) == Subcommand.HOOKS) {
                return HookCommands.run(line, places, streams);
            }
            line.checkWords();
        }
        if (line.has(Option.EXPORT)) {
            return ExportCommand.run(line, places, streams);
        }
        if (line.has(Option.LIST_MODELS)) {
            return ModelList.print(line, places, streams);
        }
        return line.has(Option.WORKTREE)
                ? OwnWorktree.run(places, streams, there -> agent(line, there))
                : agent(line, places);
    }

    /** The room of each command. */
    private int run(Subcommand command, List<String> args) throws Exception {
        var rest = args.subList(1, args.size());
        command.checkWord(rest);
        return switch (command) {
            case HOOKS -> HookCommands.run(rest, places, streams);
            case INSTALL, REMOVE, UNINSTALL, UPDATE, LIST, CONFIG ->
                PackageCommands.run(
                        args,
                        places,
                        streams,
                        (settings, files, title) ->
                                new ConfigScreen(places, settings, SystemTerminal.get()).run(files, title));
            case AHP -> AhpCommand.run(rest, places, streams);
            case POLICY -> PolicyCommand.run(rest, places, streams);
            case SECRETS -> SecretsCommand.run(rest, places, streams);
            case TRUST -> TrustCommands.run(rest, places, streams);
            case MCP ->
                !rest.isEmpty() && rest.getFirst().equals("serve")
                        ? McpServeRun.run(rest.subList(1, rest.size()), places, streams)
                        : McpCommands.run(rest, places, streams);
            case FLEET ->
                FleetCommand.run(
                        rest, places, streams, (session, mode) -> AttachedRun.run(session, mode, places, streams));
            case AUDIT -> AuditCommand.run(rest, places, streams);
            case WORKER -> WorkerCommand.run(rest, places, streams);
            case WATCH -> WatchCommand.run(rest, places, streams);
            case SHARE -> ShareCommand.run(rest, places, streams);
            case TRACE -> TraceCommand.run(rest, places, streams);
            case ACP -> throw new IllegalStateException("acp is spelled out");
            case DEV -> DevPublish.run(rest.subList(1, rest.size()), places, streams);
            case COMPLETIONS -> Completions.print(rest.getFirst(), streams.out());
            case DOCTOR -> Doctor.run(rest, places, streams);
            case AUTH -> AuthCommand.run(rest, places, streams);
        };
    }

    private int agent(CommandLine line, Places places) throws Exception {
        return switch (line.output()) {
            case ACP -> AcpServer.run(line, places, streams);
            case RPC -> RpcRun.run(line, places, streams);
            case JSON -> AgentRun.run(line, places, streams);
            case TEXT ->
                line.has(Option.PRINT) || !Terminal.isThere()
                        ? AgentRun.run(line, places, streams)
                        : new InteractiveRun(line, places, streams, SystemTerminal.get()).run();
        };
    }

    /** What editors start: {@code pawl acp} and, in a terminal, the same with {@code login}. */
    private static List<String> spelledOut(List<String> given) {
        boolean acp = Subcommand.of(given) == Subcommand.ACP;
        boolean login = !given.isEmpty() && given.getLast().equals("login");
        boolean mode = given.size() > 2 && given.subList(0, 2).equals(List.of("--mode", "acp"));
        if (login && (given.size() == 1 || acp || mode)) {
            return List.of("/login");
        }
        if (!acp) {
            return given;
        }
        var args = new ArrayList<>(List.of("--mode", "acp"));
        args.addAll(given.subList(1, given.size()));
        return args;
    }

    /**
     * Returns whether another program reads standard output as a protocol, and has been told there what could not be
     * written.
     */
    static boolean isDriven(List<String> args) {
        var command = Subcommand.of(args);
        if (command == Subcommand.ACP) {
            return true;
        }
        if (command == Subcommand.MCP) {
            return args.size() > 1 && args.get(1).equals("serve");
        }
        if (command == Subcommand.FLEET) {
            return FleetCommand.isDriven(args.subList(1, args.size()));
        }
        try {
            var output = command == null ? CommandLine.parse(args).output() : CommandLine.Output.TEXT;
            return output == CommandLine.Output.RPC || output == CommandLine.Output.ACP;
        } catch (Refusal e) {
            return false;
        }
    }
}
