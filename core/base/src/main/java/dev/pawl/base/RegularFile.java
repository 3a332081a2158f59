package dev.pawl.base;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Reads files that another user may have put there: regular files only, up to a size, and inside a folder if one is
 * given.
 *
 * <p>A device or a pipe could block or never end, and a link could lead to what a repository must not see.
 */
public final class RegularFile {
    private RegularFile() {}

    /** The content of a file, wherever it is. */
    public static byte[] read(Path file, int most) throws IOException {
        return read(file, null, most);
    }

    /**
     * Returns the content of a file.
     *
     * @param within the folder that the file must be in after all links are resolved; null for anywhere
     * @param most the largest size in bytes; a larger file is an {@link IOException}
     */
    public static byte[] read(Path file, @Nullable Path within, int most) throws IOException {
        var bytes = head(file, within, most == Integer.MAX_VALUE ? most : most + 1);
        if (bytes.length > most) {
            throw new FileSystemException(
                    file.toString(), null, most >= 1 << 20 ? "larger than " + (most >> 20) + " MiB" : "too large");
        }
        return bytes;
    }

    /** Returns the first bytes of a file. */
    public static byte[] head(Path file, @Nullable Path within, int most) throws IOException {
        try (var in = open(file, within)) {
            return in.readNBytes(most);
        }
    }

    /** Opens a file for reading. The path is checked and then opened without following links. */
    public static InputStream open(Path file, @Nullable Path within) throws IOException {
        if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
            throw new FileSystemException(file.toString(), null, "not a regular file");
        }
        var real = file.toRealPath();
        if (within != null && !real.startsWith(within.toRealPath())) {
            throw new FileSystemException(file.toString(), null, "a link that leads out of " + within);
        }
        if (!Files.readAttributes(real, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isRegularFile()) {
            throw new FileSystemException(file.toString(), null, "not a regular file");
        }
        return Files.newInputStream(real, LinkOption.NOFOLLOW_LINKS);
    }
}
