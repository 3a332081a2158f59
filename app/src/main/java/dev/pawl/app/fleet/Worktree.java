package dev.pawl.app.fleet;

import dev.pawl.api.json.JsonObject;
import dev.pawl.app.cli.Places;
import dev.pawl.app.cli.Refusal;
import dev.pawl.tools.LocalTools;
import dev.pawl.tools.shell.PipedPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
        var words = new ArrayList<>(List.of(
                "git",
                "-c",
                "core.fsmonitor=false",
                "-c",
                "core.hooksPath=/dev/null",
                "-c",
                "safe.bareRepository=explicit"));
        for (var filter : run(
                        place, List.of("git", "config", "--local", "--name-only", "--get-regexp", "^filter\\."), true)
                .lines()
                .toList()) {
            words.addAll(List.of("-c", filter + (filter.endsWith(".required") ? "=false" : "=")));
        }
        words.addAll(List.of(arguments));
        return run(place, words, false);
    }

    private String run(Path place, List<String> words, boolean mayFail) throws IOException, InterruptedException {
        var variables = Map.of("GIT_TERMINAL_PROMPT", "0", "GIT_OPTIONAL_LOCKS", "0", "LC_ALL", "C");
        var ended = programs.runToEnd(new PipedPrograms.Run(words, place, variables, new byte[0], LIMIT, MOST));
        if (ended.exit() != 0 && !mayFail) {
            throw new IOException("git could not do what session " + branch + " needs in " + place + ": "
                    + new String(ended.error(), StandardCharsets.UTF_8).strip());
        }
        return new String(ended.output(), StandardCharsets.UTF_8);
    }
}
