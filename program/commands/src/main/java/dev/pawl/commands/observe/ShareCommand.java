package dev.pawl.commands.observe;

import dev.pawl.cli.CommandLine;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.observe.share.SharedCopy;
import dev.pawl.observe.trace.TraceFile;
import dev.pawl.start.Wiring;
import dev.pawl.start.observing.Sharing;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.List;

/** Makes a copy of a session for others: {@code pawl share SESSION [OUT] [--gist | --upload]}. */
public final class ShareCommand {
    private ShareCommand() {}

    public static int run(List<String> args, Places places, Streams streams) throws Exception {
        var rest = new ArrayList<>(args);
        boolean gist = rest.remove("--gist");
        boolean upload = rest.remove("--upload");
        var line = CommandLine.parse(rest);
        var words = line.words();
        if (words.isEmpty() || words.size() > 2 || (gist && upload)) {
            throw Refusal.ofArguments("share takes a session, a file to write, and --gist or --upload to send it:"
                    + " pawl share SESSION out.html");
        }
        try (var notices = new NoticePrinter(places, streams.err());
                var wiring = Wiring.printing(line, places, notices)) {
            var sessions = wiring.sessions();
            var source = wiring.choice(sessions).file(words.getFirst());
            var sharing = new Sharing(places.folders(), places.environment(), wiring.settings());
            var name = words.size() == 2 ? words.getLast() : "pawl-shared-session.html";
            var target = places.folders().find(places.cwd(), name);
            if (target == null || target.equals(source.toAbsolutePath())) {
                throw Refusal.ofArguments("\"" + name + "\" cannot be the file for a copy");
            }
            try (var session = sessions.openReadOnly(source)) {
                var copy = SharedCopy.write(session, sessions, TraceFile.read(source), sharing.redaction(), target);
                streams.out().println("Written to: " + target);
                copy.preview().forEach(streams.out()::println);
            }
            if (gist || upload) {
                streams.out().println("Shared at: " + Untrusted.line(sent(sharing, target, gist)));
            }
            return 0;
        }
    }

    private static String sent(Sharing sharing, java.nio.file.Path file, boolean gist) throws Exception {
        if (gist) {
            var gh = sharing.gh();
            if (gh == null) {
                throw Refusal.because("gh, which makes gists, is not on the path; the copy is in " + file);
            }
            return sharing.gist(gh, file);
        }
        var to = sharing.upload();
        if (to == null) {
            throw Refusal.because("the settings name no address: {\"share\": {\"upload\": \"https://…\"}}; the copy is"
                    + " in " + file);
        }
        return sharing.upload(to, file);
    }
}
