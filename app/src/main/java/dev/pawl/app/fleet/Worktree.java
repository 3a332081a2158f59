package dev.pawl.app.fleet;

import dev.pawl.api.json.JsonObject;
import dev.pawl.app.cli.Places;
import dev.pawl.app.cli.Refusal;
import dev.pawl.base.GitCommand;
import dev.pawl.tools.LocalTools;
import dev.pawl.tools.shell.PipedPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The working tree that a session has for itself: made beside its repository when it is claimed first, on a branch of its
 * own, and removed when that is merged or discarded.
 *
 * <p>Nothing that the repository configures is run: no hooks, no file system monitor, no filters of its own.
 */
final class Worktree {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int MOST = 1 << 20;

    private final Path repository;
    private final Path folder;
    private final String branch;
    private final PipedPrograms programs;

    private Worktree(Path repository, Path folder, String session, Places places) {
        this.repository = repository;
        this.folder = folder;
        this.branch = "pawl/" + session;
        this.programs = new LocalTools(places.environment(), places.home())
                .programs(null)
                .inheriting(name -> !name.startsWith("GIT_"));
    }

    /** The working tree of a session; null if it has none for itself. */
    static @Nullable Worktree of(JsonObject about, Path cwd, String session, Places places) {
        var repository = about.object("worktree").string("of");
        return repository == null ? null : new Worktree(Path.of(repository), cwd, session, places);
    }

    /** Where the working tree of a session is: beside the repository. */
    static Path folder(Path repository, String session) {
        return repository.resolveSibling(repository.getFileName() + ".sessions").resolve(session);
    }

    /** Makes it, unless it is there. */
    void create() throws IOException, InterruptedException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Files.createDirectories(folder.getParent());
        git("worktree", "prune");
        if (hasBranch()) {
            git("worktree", "add", "--quiet", folder.toString(), branch);
        } else {
            git("worktree", "add", "--quiet", "-b", branch, folder.toString());
        }
    }

    private boolean hasBranch() throws IOException, InterruptedException {
        return !git("for-each-ref", "--format=%(refname)", "refs/heads/" + branch)
                .isBlank();
    }

    /**
     * Removes it with its branch.
     *
     * @param discard whether also work goes that is not merged
     */
    void remove(boolean discard) throws IOException, InterruptedException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        if (!discard) {
            if (!in(folder, "status", "--porcelain").isBlank()) {
                throw Refusal.because("there is work in " + folder + " that is not committed; commit and merge it, or"
                        + " remove the session with --discard");
            }
            if (!git("for-each-ref", "--no-merged=HEAD", "--format=%(refname)", "refs/heads/" + branch)
                    .isBlank()) {
                throw Refusal.because("branch " + branch + " is not merged into what is checked out in " + repository
                        + "; merge it, or remove the session with --discard");
            }
        }
        git("worktree", "remove", "--force", folder.toString());
        git("branch", "--quiet", "-D", branch);
    }

    private String git(String... arguments) throws IOException, InterruptedException {
        return in(repository, arguments);
    }

    private String in(Path place, String... arguments) throws IOException, InterruptedException {
        var filters = new ArrayList<String>();
        for (var name : run(
                        place, GitCommand.of("config", "--local", "--name-only", "--get-regexp", "^filter\\."), true)
                .lines()
                .toList()) {
            filters.add(name + (name.endsWith(".required") ? "=false" : "="));
        }
        return run(place, GitCommand.of(arguments), false, filters.toArray(String[]::new));
    }

    private String run(Path place, GitCommand command, boolean mayFail, String... settings)
            throws IOException, InterruptedException {
        var variables = Map.of("GIT_TERMINAL_PROMPT", "0", "GIT_OPTIONAL_LOCKS", "0", "LC_ALL", "C");
        var ended = programs.runToEnd(
                new PipedPrograms.Run(command.words(settings), place, variables, new byte[0], LIMIT, MOST));
        if (ended.exit() != 0 && !mayFail) {
            throw new IOException(command.name() + " failed for " + branch + " in " + place + ": "
                    + new String(ended.error(), StandardCharsets.UTF_8).strip());
        }
        return new String(ended.output(), StandardCharsets.UTF_8);
    }
}
