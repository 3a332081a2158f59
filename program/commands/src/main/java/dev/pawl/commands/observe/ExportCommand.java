package dev.pawl.commands.observe;

import dev.pawl.cli.CommandLine;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Option;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.observe.page.SessionExport;
import dev.pawl.observe.page.SessionPage;
import dev.pawl.observe.trace.TraceFile;
import dev.pawl.start.Wiring;
import java.util.Objects;

/** Writes a session that is named to a file: {@code pawl --export SESSION [OUT]}. */
public final class ExportCommand {
    private ExportCommand() {}

    public static int run(CommandLine line, Places places, Streams streams) throws Exception {
        if (line.words().size() > 1) {
            throw Refusal.ofArguments(
                    "--export takes a session and at most one file to write: --export SESSION out.html");
        }
        try (var notices = new NoticePrinter(places, streams.err());
                var wiring = Wiring.printing(line, places, notices)) {
            var sessions = wiring.sessions();
            var source = wiring.choice(sessions).file(Objects.requireNonNull(line.value(Option.EXPORT)));
            try (var session = sessions.openReadOnly(source)) {
                var name = line.words().isEmpty()
                        ? SessionPage.fileName(session)
                        : line.words().getFirst();
                var target = places.file(name);
                if (target.equals(source.toAbsolutePath())) {
                    throw Refusal.ofArguments("--export would write " + name + " over the session itself");
                }
                SessionExport.write(session, sessions, TraceFile.read(source), target);
                streams.out().println("Exported to: " + target);
            }
        }
        return 0;
    }
}
