package dev.pawl.session.lock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Which file it is that a path names: device and inode, or the path where the file system has none. */
public record FileIdentity(Object key) {
    /**
     * Returns the regular file at a path; null if there is nothing.
     *
     * @throws IOException if it is a link, a folder or a device
     */
    public static @Nullable FileIdentity of(Path path) throws IOException {
        var attributes = attributes(path);
        if (attributes == null) {
            return null;
        }
        if (attributes.isSymbolicLink()) {
            throw new IOException(
                    path + " is a link, and links are not followed here: name the file itself, or remove the link");
        }
        if (!attributes.isRegularFile()) {
            throw new IOException(path + " is not a regular file");
        }
        return of(path, attributes);
    }

    /** Returns whether a path names this file now. */
    public boolean isAt(Path path) throws IOException {
        var attributes = attributes(path);
        return attributes != null && attributes.isRegularFile() && equals(of(path, attributes));
    }

    // Written out: those that the compiler leaves to the first call take 10 ms of every start.

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FileIdentity(var otherKey) && key.equals(otherKey);
    }

    @Override
    public int hashCode() {
        return key.hashCode();
    }

    private static FileIdentity of(Path path, BasicFileAttributes attributes) {
        var key = attributes.fileKey();
        return new FileIdentity(key == null ? path.toAbsolutePath().normalize() : key);
    }

    private static @Nullable BasicFileAttributes attributes(Path path) throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException _) {
            return null;
        }
    }
}
