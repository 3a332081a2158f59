package dev.pawl.fleet.worktree;

import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** Runs the program in a git worktree of its own: {@code --worktree}. */
public final class OwnWorktree {
    private OwnWorktree() {}

    /** A program that is run there. */
    @FunctionalInterface
    public interface Run {
        int in(Places places) throws Exception;
    }

    /** Makes it beside the repository, runs, and removes it again if nothing was done in it. */
    public static int run(Places places, Streams streams, Run run) throws Exception {
        var top = top(places);
        var name = UUID.randomUUID().toString().substring(0, 8);
        var folder = Worktree.folder(top, name);
        var tree = new Worktree(top, folder, name, places);
        tree.create();
        var begun = tree.head();
        var cwd = folder.resolve(top.relativize(places.cwd().toRealPath()).toString());
        Files.createDirectories(cwd);
        try {
            return run.in(places.in(cwd.normalize()));
        } finally {
            if (tree.isUntouched(begun)) {
                tree.remove(true);
            } else {
                streams.err()
                        .println("The work is in " + folder + ", on branch " + tree.branch() + ". To go on: cd "
                                + folder
                                + " && pawl -c. To take it over: git merge " + tree.branch() + ". To discard it: git"
                                + " worktree remove --force " + folder + " && git branch -D " + tree.branch());
            }
        }
    }

    private static Path top(Places places) throws IOException, InterruptedException {
        try {
            return Path.of(new TreeGit(places)
                    .run(places.cwd(), "rev-parse", "--show-toplevel")
                    .strip());
        } catch (IOException e) {
            throw Refusal.because("--worktree needs a git repository with a commit, and " + places.cwd()
                    + " is in none: " + e.getMessage());
        }
    }
}
