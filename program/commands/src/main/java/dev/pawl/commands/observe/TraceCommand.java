package dev.pawl.commands.observe;

import dev.pawl.cli.CommandLine;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.observe.page.TracePage;
import dev.pawl.observe.trace.TraceFile;
import dev.pawl.start.Wiring;
import java.util.ArrayList;
import java.util.List;

/** Shows what hooks did in a session whose traces were kept: {@code pawl trace SESSION [OUT.html] [--json]}. */
public final class TraceCommand {
    private TraceCommand() {}

    public static int run(List<String> args, Places places, Streams streams) throws Exception {
        var rest = new ArrayList<>(args);
        boolean json = rest.remove("--json");
        var line = CommandLine.parse(rest);
        var words = line.words();
        if (words.isEmpty() || words.size() > 2 || (json && words.size() > 1)) {
            throw Refusal.ofArguments(
                    "trace takes a session, and a page to write or --json: pawl trace SESSION [out.html]");
        }
        try (var notices = new NoticePrinter(places, streams.err());
                var wiring = Wiring.printing(line, places, notices)) {
            var session = wiring.choice(wiring.sessions()).file(words.getFirst());
            var lines = TraceFile.read(session);
            if (lines.isEmpty()) {
                throw Refusal.because("no traces are kept beside " + session + ". The setting \"traces\":"
                        + " {\"keep\": true} keeps those of sessions from then on.");
            }
            var name = String.valueOf(session.getFileName()).replaceFirst("\\.jsonl$", "");
            if (json) {
                streams.out().println(TracePage.json(name, lines));
                return 0;
            }
            var written = words.size() == 2 ? words.getLast() : "pawl-trace-" + name + ".html";
            var target = places.file(written);
            TracePage.write(name, lines, target);
            streams.out().println("Written to: " + target);
            return 0;
        }
    }
}
