package dev.pawl.shellhooks;

import dev.pawl.shellhooks.run.Runner;
import dev.pawl.tools.shell.PipedPrograms;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the program that all hooks of a project share.
 *
 * @param splitEdits whether hooks are asked about each replacement of an edit
 * @param status the texts of hooks beside the working indicator
 * @param transcripts sessions in the lines of Claude Code; null if hooks read session files as they are
 */
record Surroundings(
        PipedPrograms programs,
        Runner runner,
        Path project,
        Path home,
        Path agentDir,
        TrustedScripts scripts,
        boolean splitEdits,
        StatusLine status,
        @Nullable Transcripts transcripts) {}
