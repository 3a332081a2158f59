package dev.pawl.base.file;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** The attributes of new files and folders that only their owner can read and write, on systems that have permissions. */
public final class OwnerOnly {
    private OwnerOnly() {}

    /** For a new file. */
    public static FileAttribute<?>[] file(Path file) {
        return attributes(file, "rw-------");
    }

    /** For a new folder. */
    public static FileAttribute<?>[] folder(Path folder) {
        return attributes(folder, "rwx------");
    }

    private static FileAttribute<?>[] attributes(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
