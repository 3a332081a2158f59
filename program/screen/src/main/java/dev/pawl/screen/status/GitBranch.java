package dev.pawl.screen.status;

import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The branch that is checked out in a folder, read without git. */
public final class GitBranch {
    private static final String HEADS = "ref: refs/heads/";

    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{7,64}");
    private static final int LARGEST = 64 * 1024;

    private GitBranch() {}

    /** Its name; the beginning of the commit if there is no branch, null if there is no repository. */
    public static @Nullable String of(Path cwd) {
        for (var folder = cwd.toAbsolutePath(); folder != null; folder = folder.getParent()) {
            var git = folder.resolve(".git");
            try {
                if (Files.isDirectory(git)) {
                    return head(git);
                }
                if (Files.isRegularFile(git)) {
                    var content = text(git);
                    return content.startsWith("gitdir:")
                            ? head(folder.resolve(
                                    content.substring("gitdir:".length()).strip()))
                            : null;
                }
            } catch (IOException | RuntimeException e) {
                return null;
            }
        }
        return null;
    }

    private static @Nullable String head(Path git) throws IOException {
        var head = text(git.resolve("HEAD"));
        if (head.startsWith(HEADS)) {
            return head.substring(HEADS.length());
        }
        return COMMIT.matcher(head).matches() ? head.substring(0, 7) : null;
    }

    private static String text(Path file) throws IOException {
        return new String(RegularFile.read(file, LARGEST), StandardCharsets.UTF_8).strip();
    }
}
