package dev.pawl.app.observecommands;

import dev.pawl.api.value.Mode;
import dev.pawl.app.cli.CommandLine;
import dev.pawl.app.cli.NoticePrinter;
import dev.pawl.app.cli.Places;
import dev.pawl.app.cli.Refusal;
import dev.pawl.app.cli.Streams;
import dev.pawl.app.wiring.Wiring;
import dev.pawl.config.settings.Keys;
import dev.pawl.observe.page.SessionPage;
import dev.pawl.observe.trace.TraceFile;
import dev.pawl.observe.watch.LiveFolder;
import dev.pawl.observe.watch.WatchServer;
import dev.pawl.session.Sessions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Serves a page of the sessions that run now, until it is ended: {@code pawl watch [--port PORT]}. */
public final class WatchCommand {
    private static final int PORTS = 65_535;

    private WatchCommand() {}

    public static int run(List<String> args, Places places, Streams streams) throws Exception {
        int port = port(args);
        try (var notices = new NoticePrinter(places, streams.err())) {
            var wiring = new Wiring(CommandLine.parse(List.of("--no-approve")), places, Mode.PRINT, notices, notices);
            try {
                var sessions = wiring.sessions();
                try (var server = new WatchServer(
                        new LiveFolder(places.agentDir()), (file, page) -> write(sessions, file, page), port)) {
                    streams.out().println("Open " + server.address());
                    if (!wiring.settings().get(Keys.WATCH)) {
                        streams.out()
                                .println("Sessions can be watched that begin with \"watch\": true in your settings.");
                    }
                    streams.out().println("Anyone with this address can answer for you. Ctrl-C ends it.");
                    streams.out().flush();
                    new CountDownLatch(1).await();
                }
                return 0;
            } finally {
                wiring.closeHooks();
            }
        }
    }

    private static void write(Sessions sessions, Path file, Path page) throws IOException {
        try (var session = sessions.openReadOnly(file)) {
            SessionPage.write(session, TraceFile.read(file), page);
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
