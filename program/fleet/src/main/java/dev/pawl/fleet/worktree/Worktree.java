package dev.pawl.fleet.worktree;

import dev.pawl.api.json.JsonObject;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The working tree that a session has for itself: made beside its repository when it is claimed first, on a branch of its
 * own, and removed when that is merged or discarded.
 *
 * <p>Nothing that the repository configures is run: no hooks, no file system monitor, no filters of its own.
 */
public final class Worktree {
    private final Path repository;
    private final Path folder;
    private final String branch;
    private final TreeGit git;

    public Worktree(Path repository, Path folder, String session, Places places) {
        this.repository = repository;
        this.folder = folder;
        this.branch = "pawl/" + session;
        this.git = new TreeGit(places);
    }

    /** The working tree of a session of a fleet; null if it has none for itself. */
    public static @Nullable Worktree of(JsonObject about, Path cwd, String session, Places places) {
        var repository = about.object("worktree").string("of");
        return repository == null ? null : new Worktree(Path.of(repository), cwd, session, places);
    }

    /** Where the working tree of a session is: beside the repository. */
    public static Path folder(Path repository, String session) {
        return repository.resolveSibling(repository.getFileName() + ".sessions").resolve(session);
    }

    /** Makes it, unless it is there. */
    public void create() throws IOException, InterruptedException {
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
    public void remove(boolean discard) throws IOException, InterruptedException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        if (!discard) {
            if (!git.run(folder, "status", "--porcelain").isBlank()) {
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

    /** The branch that it is on. */
    public String branch() {
        return branch;
    }

    /** Returns whether nothing was done in it: no file changed, and no commit made. */
    public boolean isUntouched(String begun) throws IOException, InterruptedException {
        return git.run(folder, "status", "--porcelain").isBlank() && begun.equals(head());
    }

    /** The commit that is checked out in it. */
    public String head() throws IOException, InterruptedException {
        return git.run(folder, "rev-parse", "HEAD").strip();
    }

    private String git(String... arguments) throws IOException, InterruptedException {
        return git.run(repository, arguments);
    }
}
