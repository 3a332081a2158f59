package dev.pawl.tools.file;

import dev.pawl.api.tool.CallFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * The file that a call works on, as it was when the gates were asked.
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

    /** Returns a path of this machine. */
    public static FileTarget here(Path path) {
        var real = CallFile.of(path).path();
        var anchor = real.getParent() == null ? real : real.getParent();
        while (!Files.isDirectory(anchor, LinkOption.NOFOLLOW_LINKS) && anchor.getParent() != null) {
            anchor = anchor.getParent();
        }
        var found = found(real);
        return new FileTarget(found.shown, true, found.key, anchor, keyOf(anchor));
    }

    private record Found(CallFile shown, @Nullable Object key) {}

    /**
     * Returns what is at a real path, by one question to the file system. With two, a file could be exchanged in between: gates
     * would see one with a single name, and the other would be opened.
     */
    private static Found found(Path real) {
        try {
            var unix = Files.readAttributes(real, "unix:isDirectory,nlink,fileKey", LinkOption.NOFOLLOW_LINKS);
            int names = unix.get("nlink") instanceof Integer links && !Boolean.TRUE.equals(unix.get("isDirectory"))
                    ? links
                    : 0;
            return new Found(new CallFile(real, true, names), unix.get("fileKey"));
        } catch (IOException e) {
            return new Found(new CallFile(real, false, 0), null);
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            return new Found(CallFile.of(real), keyOf(real));
        }
    }

    /** Returns a path of a file system that a hook provides. */
    static FileTarget elsewhere(Path path) {
        return new FileTarget(new CallFile(path, false, 0), false, null, path, null);
    }

    public Path path() {
        return shown.path();
    }

    /** Returns whether what is there now has names that gates did not see: it can be a hard link to a secret. */
    boolean hasMoreNames() {
        return found(path()).shown.names() > Math.max(1, shown.names());
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
