package dev.pawl.tools.file;

import dev.pawl.api.tool.CallFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * What a call works on, as it was when the gates were asked.
 *
 * @param shown what gates see
 * @param local whether it is a file of this machine; others are a hook's to find
 * @param key what identifies the file; null if it did not exist
 * @param anchor the deepest directory above it that existed
 * @param anchorKey what identifies that directory
 */
public record FileTarget(
        CallFile shown,
        boolean local,
        @Nullable Object key,
        Path anchor,
        @Nullable Object anchorKey) {

    /** A path of this machine. */
    public static FileTarget here(Path path) {
        var shown = CallFile.of(path);
        var real = shown.path();
        var anchor = real.getParent() == null ? real : real.getParent();
        while (!Files.isDirectory(anchor, LinkOption.NOFOLLOW_LINKS) && anchor.getParent() != null) {
            anchor = anchor.getParent();
        }
        return new FileTarget(shown, true, keyOf(real), anchor, keyOf(anchor));
    }

    /** A path of a file system that a hook provides. */
    static FileTarget elsewhere(Path path) {
        return new FileTarget(new CallFile(path, false, 0), false, null, path, null);
    }

    public Path path() {
        return shown.path();
    }

    static @Nullable Object keyOf(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey();
        } catch (IOException e) {
            return null;
        }
    }
}
