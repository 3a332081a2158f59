package dev.pawl.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.ThreadLocalRandom;

/** Makes files for what is too long to show: for their owner only, and never one that was there before. */
record TempFiles(Path folder) {
    Path create(String prefix, String suffix) throws IOException {
        var bits = Long.toHexString(ThreadLocalRandom.current().nextLong());
        var file = folder.resolve(prefix + "-" + "0".repeat(16 - bits.length()) + bits + suffix);
        return Files.createFile(file, ownerOnly(file));
    }

    private static FileAttribute<?>[] ownerOnly(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
