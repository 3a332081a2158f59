package dev.pawl.policy.command;

import dev.pawl.api.tool.CallFile;
import dev.pawl.base.GitSettings;
import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether git, called in a folder to read, could run a program that the repository configures: a filter, a monitor,
 * a converter, a hook, a program for signatures. Only settings that are known to name none are accepted.
 */
final class GitRepository {
    private static final int LARGEST = 1 << 20;
    private static final int LARGEST_INDEX = 64 << 20;

    private GitRepository() {}

    /** Variables that make git use another repository than the one that it finds. */
    private static final Set<String> ELSEWHERE =
            Set.of("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY");

    /**
     * Why git might run a program there; null if it runs none.
     *
     * @param compares whether git looks at the working tree: then it may write its index, and enter submodules
     */
    static @Nullable String why(Path start, Map<String, String> environment, boolean compares) {
        for (var name : ELSEWHERE) {
            if (environment.containsKey(name)) {
                return "the environment sets " + name + " for git";
            }
        }
        try {
            for (Path at = start; at != null; at = at.getParent()) {
                var git = at.resolve(".git");
                if (Files.exists(git, LinkOption.NOFOLLOW_LINKS)) {
                    var folder = folder(git);
                    var common = common(folder);
                    var why = ofGitFolder(folder, common, compares);
                    if (why != null || isComplete(folder, common)) {
                        return why;
                    }
                }
                if (mayBe(at)) {
                    return "git may find a repository at " + at + " whose configuration runs programs";
                }
            }
            return null;
        } catch (IOException | InvalidPathException e) {
            return "the configuration of git cannot be read: " + e.getMessage();
        }
    }

    /** Whether git certainly takes it for a repository, and looks no further. */
    private static boolean isComplete(Path folder, Path common) throws IOException {
        var head = folder.resolve("HEAD");
        return Files.isRegularFile(head, LinkOption.NOFOLLOW_LINKS)
                && text(head).matches("(ref: refs/[\\w./-]+|[0-9a-f]{40}|[0-9a-f]{64})\n?")
                && isEntered(common.resolve("objects"))
                && isEntered(common.resolve("refs"));
    }

    private static boolean isEntered(Path folder) {
        return Files.isDirectory(folder) && Files.isExecutable(folder);
    }

    /** Whether a folder may be a repository itself, without a folder {@code .git}. */
    private static boolean mayBe(Path folder) {
        return Files.exists(folder.resolve("HEAD"), LinkOption.NOFOLLOW_LINKS)
                && (Files.exists(folder.resolve("objects"), LinkOption.NOFOLLOW_LINKS)
                        || Files.exists(folder.resolve("commondir"), LinkOption.NOFOLLOW_LINKS));
    }

    /** The folder that a file {@code .git} of a working tree names, or the folder itself. */
    static Path folder(Path git) throws IOException {
        return Files.isDirectory(git) ? git.toRealPath() : named(git, "gitdir: ");
    }

    /** The folder with what all working trees have in common. */
    private static Path common(Path folder) throws IOException {
        var file = folder.resolve("commondir");
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? named(file, "") : folder;
    }

    /** The folder that a file of one line names, as git and the kernel find it. */
    private static Path named(Path file, String prefix) throws IOException {
        var line = new String(RegularFile.read(file, LARGEST), StandardCharsets.UTF_8);
        var path = line.endsWith("\n") ? line.substring(0, line.length() - 1) : line;
        path = path.startsWith(prefix) ? path.substring(prefix.length()) : "";
        // Space at either end is a part of the name for git; what cannot be decoded could be several names.
        if (path.isBlank() || !path.strip().equals(path) || path.matches("(?s).*[\\p{Cntrl}\ufffd].*")) {
            throw new IOException(file + " is not understood");
        }
        return KernelPath.of(CallFile.of(file.resolveSibling("")).path(), path);
    }

    private static @Nullable String ofGitFolder(Path folder, Path common, boolean compares) throws IOException {
        for (var config : new Path[] {common.resolve("config"), folder.resolve("config.worktree")}) {
            if (Files.exists(config, LinkOption.NOFOLLOW_LINKS)) {
                var setting = GitSettings.unknown(text(config));
                if (setting != null) {
                    return "git is configured there with " + setting
                            + ", which is not on the list of settings that run no program";
                }
            }
        }
        if (!compares) {
            return null;
        }
        if (Files.exists(common.resolve("hooks/post-index-change"))) {
            return "git runs the hook post-index-change there";
        }
        try (var shared = Files.newDirectoryStream(folder, "sharedindex.*")) {
            if (shared.iterator().hasNext()) {
                return "the index of git is in several files there";
            }
        }
        var index = folder.resolve("index");
        if (Files.exists(index, LinkOption.NOFOLLOW_LINKS) && hasLinks(RegularFile.read(index, LARGEST_INDEX))) {
            return "git also runs in the submodules there, with their configurations";
        }
        return null;
    }

    /** Whether an index may have an entry with the mode of a submodule. */
    private static boolean hasLinks(byte[] index) {
        for (int i = 0; i + 3 < index.length; i++) {
            if (index[i] == 0 && index[i + 1] == 0 && index[i + 2] == (byte) 0xe0 && index[i + 3] == 0) {
                return true;
            }
        }
        return false;
    }

    private static String text(Path file) throws IOException {
        return new String(RegularFile.read(file, LARGEST), StandardCharsets.ISO_8859_1);
    }
}
