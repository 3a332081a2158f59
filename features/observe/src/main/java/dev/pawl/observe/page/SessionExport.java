package dev.pawl.observe.page;

import dev.pawl.observe.trace.TraceLine;
import dev.pawl.session.Session;
import dev.pawl.session.Sessions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes a session to a file in the form that the file's name specifies: a page, Markdown, or a session file. */
public final class SessionExport {
    private SessionExport() {}

    /**
     * Writes the file: {@code .html} with all branches, {@code .md} and everything else with the current one.
     *
     * @throws IllegalStateException if the session has no message yet
     */
    public static void write(Session session, Sessions sessions, List<TraceLine> traces, Path target)
            throws IOException {
        var name = String.valueOf(target.getFileName());
        if (name.endsWith(".html") || name.endsWith(".htm")) {
            SessionPage.write(session, traces, target);
        } else if (name.endsWith(".md")) {
            SessionMarkdown.write(session, traces, target);
        } else {
            sessions.export(session, target);
        }
    }
}
