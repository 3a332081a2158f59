package dev.pawl.screen.command;

import dev.pawl.agent.Agent;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.observe.share.SharedCopy;
import dev.pawl.observe.trace.SessionTraces;
import dev.pawl.screen.look.Look;
import dev.pawl.screen.view.AgentScreen;
import dev.pawl.start.observing.Sharing;
import dev.pawl.tui.text.Untrusted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;

/** The command {@code /share}: a copy without what should not be shared, looked at before it goes anywhere. */
final class ShareDialog {
    private final CommandScope out;
    private final AgentScreen screen;
    private final Look look;
    private final Agent agent;

    ShareDialog(CommandScope out) {
        this.out = out;
        this.screen = out.screen();
        this.look = out.screen().look;
        this.agent = out.agent();
    }

    void share(String written) throws IOException, InterruptedException {
        var session = agent.session();
        var found = screen.folders.find(session.cwd(), written.isEmpty() ? "pawl-shared-session.html" : written);
        var target = found == null ? session.cwd().resolve("pawl-shared-session.html") : found;
        if (Files.exists(target)) {
            out.warn(look.path(target) + " exists already. Name another file: /share other.html");
            return;
        }
        var sharing = new Sharing(screen.folders, screen.environment, out.settings());
        var copy = SharedCopy.write(
                session,
                out.start().sessions(),
                SessionTraces.of(session.file(), agent.engine().traces()),
                sharing.redaction(),
                target);
        var words = String.join("; ", copy.preview());
        out.status("Written to " + look.path(target) + ": " + words);
        send(sharing, target, words);
    }

    /** Nothing leaves the machine without a yes to what was found. */
    private void send(Sharing sharing, Path target, String words) throws IOException, InterruptedException {
        var gh = sharing.gh();
        var upload = sharing.upload();
        var ways = new ArrayList<String>();
        ways.add("Keep it as a file");
        if (gh != null) {
            ways.add("Make a secret gist");
        }
        if (upload != null) {
            ways.add("Upload it to " + upload.getHost());
        }
        if (ways.size() == 1) {
            return;
        }
        int chosen = screen.questions
                .choose("Share " + look.path(target) + "? Look at it first.", words, ways, DialogOptions.NONE)
                .orElse(0);
        if (chosen == 0) {
            return;
        }
        var where = gh != null && chosen == 1
                ? sharing.gist(gh, target)
                : upload == null ? "" : sharing.upload(upload, target);
        out.status("Shared at " + Untrusted.line(where));
    }
}
