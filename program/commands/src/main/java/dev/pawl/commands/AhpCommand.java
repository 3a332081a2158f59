package dev.pawl.commands;

import dev.pawl.cli.CommandLine;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.commands.hooks.JudgingHooks;
import dev.pawl.shellhooks.ahp.AhpBackend;
import dev.pawl.shellhooks.ahp.AhpServer;
import dev.pawl.start.LoadedHooks;
import dev.pawl.start.Wiring;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Judges the tool calls of another agent with the hooks and rules of this folder: {@code pawl ahp serve [--stdio | --http PORT]}.
 */
public final class AhpCommand {
    /** The variable with the token that requests over HTTP must bring. */
    private static final String TOKEN = "PAWL_AHP_TOKEN";

    private static final String USAGE = "ahp serve takes --stdio or --http PORT, and options of the program such as"
            + " --approve: pawl ahp serve --http 8701";
    private static final int STDIO = -1;
    private static final int PORTS = 65_535;

    private AhpCommand() {}

    public static int run(List<String> args, Places places, Streams streams) throws Exception {
        if (args.isEmpty() || !args.getFirst().equals("serve")) {
            throw Refusal.ofArguments(USAGE);
        }
        var rest = new ArrayList<>(args.subList(1, args.size()));
        int port = port(rest);
        var line = CommandLine.parse(rest);
        if (!line.words().isEmpty()) {
            throw Refusal.ofArguments(USAGE);
        }
        try (var notices = new NoticePrinter(places, streams.err());
                var wiring = Wiring.printing(line, places, notices)) {
            var hooks = wiring.judging();
            notices.clear();
            serve(hooks, port, places, streams);
            return 0;
        }
    }

    /** Takes the port out of the arguments. */
    private static int port(List<String> args) {
        int at = args.indexOf("--http");
        if (at < 0) {
            args.remove("--stdio");
            return STDIO;
        }
        if (!args.contains("--stdio")
                && at + 1 < args.size()
                && args.get(at + 1).matches("\\d{1,5}")) {
            int port = Integer.parseInt(args.get(at + 1));
            if (port <= PORTS) {
                args.subList(at, at + 2).clear();
                return port;
            }
        }
        throw Refusal.ofArguments(USAGE);
    }

    private static void serve(LoadedHooks hooks, int port, Places places, Streams streams) throws Exception {
        try (var judging = new JudgingHooks(hooks, places, streams)) {
            var backend = new AhpBackend(judging::refusal, places.folders().cwd(), places.home());
            if (port == STDIO) {
                AhpServer.serve(backend, streams.in(), streams.out());
            } else {
                try (var server =
                        new AhpServer(backend, port, places.environment().get(TOKEN))) {
                    streams.out().println("Listening at " + server.address());
                    streams.out().flush();
                    new CountDownLatch(1).await();
                }
            }
        }
    }
}
