package dev.pawl.shellhooks;

import dev.pawl.api.context.HookContext;
import dev.pawl.shellhooks.dialect.Moment;
import dev.pawl.shellhooks.form.ClaudeTranscript;
import dev.pawl.tools.file.ToolPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

/** Copies of sessions in the lines of Claude Code, for hooks that read transcripts. */
final class Transcripts {
    /** The moments whose hooks usually read the transcript; before them the copy is written. */
    private static final Set<Moment> WRITTEN =
            EnumSet.of(Moment.STOP, Moment.SUBAGENT_STOP, Moment.PRE_COMPACT, Moment.SESSION_END);

    private final Path folder;
    private final Path home;

    Transcripts(Path folder, Path home) {
        this.folder = folder;
        this.home = home;
    }

    /** The copy of a session; it has the latest messages if hooks of the moment usually read it. */
    synchronized Path of(HookContext ctx, Moment moment) throws IOException {
        var session = ctx.session();
        var file = folder.resolve(session.id().replaceAll("[^\\w.-]", "_") + ".jsonl");
        if (WRITTEN.contains(moment)) {
            Files.createDirectories(folder);
            var paths = new ToolPaths(ctx.project().cwd(), home);
            Files.writeString(file, new ClaudeTranscript(session.id(), paths).lines(session.branch()));
        }
        return file;
    }
}
