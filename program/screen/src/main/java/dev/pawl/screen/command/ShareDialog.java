package dev.pawl.screen.command;

import dev.pawl.agent.Agent;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.config.settings.Folders;
import dev.pawl.observe.share.SharedCopy;
import dev.pawl.observe.trace.SessionTraces;
import dev.pawl.screen.dialog.Questions;
import dev.pawl.screen.look.Look;
import dev.pawl.session.Sessions;
import dev.pawl.start.observing.Sharing;
import dev.pawl.tui.text.Untrusted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;

/** The command {@code /share}: a copy without what should not be shared, looked at before it goes anywhere. */
final class ShareDialog {
    private final CommandOutput out;
    private final Look look;
    private final Questions questions;
    private final Folders folders;
    private final Map<String, String> environment;
    private final Agent agent;
    private final Sessions sessions;

    ShareDialog(
            CommandOutput out,
            Look look,
            Questions questions,
            Folders folders,
            Map<String, String> environment,
            Agent agent,
            Sessions sessions) {
        this.out = out;
        this.look = look;
        this.questions = questions;
        this.folders = folders;
        this.environment = environment;
        this.agent = agent;
        this.sessions = sessions;
    }

    void share(String written) throws IOException, InterruptedException {
        var session = agent.session();
        var found = folders.find(session.cwd(), written.isEmpty() ? "pawl-shared-session.html" : written);
        var target = found == null ? session.cwd().resolve("pawl-shared-session.html") : found;
        if (Files.exists(target)) {
            out.warn(look.path(target) + " exists already. Name another file: /share other.html");
            return;
        }
        var sharing = new Sharing(folders, environment, out.settings());
        var copy = SharedCopy.write(
                session,
                sessions,
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
        int chosen = questions
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
