package dev.pawl.commands.observe;

import dev.pawl.cli.CommandLine;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.config.settings.Keys;
import dev.pawl.observe.watch.LiveFolder;
import dev.pawl.observe.watch.WatchServer;
import dev.pawl.start.Wiring;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Serves a page of the sessions that run now, until it is ended: {@code pawl watch [--port PORT]}. */
public final class WatchCommand {
    private static final int PORTS = 65_535;

    private WatchCommand() {}

    public static int run(List<String> args, Places places, Streams streams) throws Exception {
        int port = port(args);
        try (var notices = new NoticePrinter(places, streams.err());
                var wiring = Wiring.printing(CommandLine.parse(List.of("--no-approve")), places, notices)) {
            try (var server = new WatchServer(new LiveFolder(places.agentDir()), wiring.sessions(), port)) {
                streams.out().println("Open " + server.address());
                if (!wiring.settings().get(Keys.WATCH)) {
                    streams.out().println("Sessions can be watched that begin with \"watch\": true in your settings.");
                }
                streams.out().println("Anyone with this address can answer for you. Ctrl-C ends it.");
                streams.out().flush();
                new CountDownLatch(1).await();
            }
            return 0;
        }
    }

    private static int port(List<String> args) {
        if (args.isEmpty()) {
            return 0;
        }
        if (args.size() == 2
                && args.getFirst().equals("--port")
                && args.getLast().matches("\\d{1,5}")) {
            int port = Integer.parseInt(args.getLast());
            if (port <= PORTS) {
                return port;
            }
        }
        throw Refusal.ofArguments("watch takes nothing, or a port: pawl watch --port 8700");
    }
}
