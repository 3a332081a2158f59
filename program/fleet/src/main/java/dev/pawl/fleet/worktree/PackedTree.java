package dev.pawl.fleet.worktree;

import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A working tree as one file, to be taken to another machine: its commits, and what is not committed, files that git does
 * not know included. What git ignores stays behind.
 */
public final class PackedTree {
    private static final Map<String, String> AUTHOR = Map.of(
            "GIT_AUTHOR_NAME", "pawl",
            "GIT_AUTHOR_EMAIL", "pawl@localhost",
            "GIT_COMMITTER_NAME", "pawl",
            "GIT_COMMITTER_EMAIL", "pawl@localhost");

    private final TreeGit git;
    private final String session;

    public PackedTree(String session, Places places) {
        this.git = new TreeGit(places);
        this.session = session;
    }

    private String ref() {
        return "refs/pawl/moved/" + session;
    }

    /** Writes the working tree of a folder into a file; the tree stays as it is. */
    public void pack(Path folder, Path file) throws IOException, InterruptedException {
        var top = Path.of(git.run(folder, "rev-parse", "--show-toplevel").strip());
        if (!Files.isSameFile(top, folder)) {
            throw Refusal.because("the folder of the session, " + folder + ", is only a part of the working tree " + top
                    + "; move the tree by hand");
        }
        var work = Files.createTempDirectory("pawl-pack-");
        try {
            var index = Map.of("GIT_INDEX_FILE", work.resolve("index").toString());
            git.run(folder, index, "read-tree", "HEAD");
            git.run(folder, index, "add", "--all", "--", ".");
            var tree = git.run(folder, index, "write-tree").strip();
            var commit = git.run(
                            folder,
                            AUTHOR,
                            "commit-tree",
                            tree,
                            "-p",
                            "HEAD",
                            "-m",
                            "Working tree of session " + session)
                    .strip();
            git.run(folder, "update-ref", ref(), commit);
            git.run(folder, "bundle", "create", "--quiet", file.toString(), ref());
        } finally {
            delete(work);
        }
    }

    /**
     * Makes the working tree again, in a folder that is not there or empty: with the same commit checked out, on a branch
     * of the session's, and the same changes that are not committed.
     */
    public void unpack(Path file, Path folder) throws IOException, InterruptedException {
        if (Files.exists(folder) && !isEmpty(folder)) {
            throw Refusal.because(folder + " is there already and not empty; name another folder with --cwd");
        }
        Files.createDirectories(folder);
        git.run(folder, "init", "--quiet", "--template=");
        git.run(folder, "fetch", "--quiet", "--no-tags", file.toString(), "+" + ref() + ":" + ref());
        git.run(folder, "checkout", "--quiet", "-B", "pawl/" + session, ref() + "^");
        git.run(folder, "read-tree", "-u", "--reset", ref());
        git.run(folder, "reset", "--quiet", "--mixed");
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (var file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(folder);
    }
}
