package dev.pawl.app.interactive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The branch that is checked out in a folder, read without git. */
final class GitBranch {
    private static final String HEADS = "ref: refs/heads/";

    private GitBranch() {}

    /** Its name; the beginning of the commit if there is no branch, null if there is no repository. */
    static @Nullable String of(Path cwd) {
        for (var folder = cwd.toAbsolutePath(); folder != null; folder = folder.getParent()) {
            var git = folder.resolve(".git");
            try {
                if (Files.isDirectory(git)) {
                    return head(git);
                }
                if (Files.isRegularFile(git)) {
                    var said = Files.readString(git).strip();
                    return said.startsWith("gitdir:")
                            ? head(folder.resolve(
                                    said.substring("gitdir:".length()).strip()))
                            : null;
                }
            } catch (IOException | RuntimeException e) {
                return null;
            }
        }
        return null;
    }

    private static @Nullable String head(Path git) throws IOException {
        var head = Files.readString(git.resolve("HEAD")).strip();
        if (head.startsWith(HEADS)) {
            return head.substring(HEADS.length());
        }
        return head.length() >= 7 ? head.substring(0, 7) : null;
    }
}
