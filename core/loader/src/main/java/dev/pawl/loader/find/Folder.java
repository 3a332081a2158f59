package dev.pawl.loader.find;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Reads folders, in the order of file names and without what begins with a dot, and small files. */
public final class Folder {
    private static final int LARGEST = 16 << 20;

    private Folder() {}

    public static List<Path> children(Path folder) throws IOException {
        var children = new ArrayList<Path>();
        try (var stream = Files.newDirectoryStream(folder, child -> !name(child).startsWith("."))) {
            stream.forEach(children::add);
        } catch (DirectoryIteratorException e) {
            throw new IOException("reading stopped half-way: " + e.getMessage(), e);
        }
        children.sort(Comparator.comparing(Folder::name));
        return children;
    }

    /** Returns the content of a small file. {@code Files} takes several times as long, which counts when there are many. */
    public static byte[] bytes(Path file) throws IOException {
        var plain = file.toFile();
        if (plain.exists() && !plain.isFile()) {
            throw new FileSystemException(file.toString(), null, "not a regular file");
        }
        try (var in = new FileInputStream(plain)) {
            var bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw new FileSystemException(file.toString(), null, "larger than " + (LARGEST >> 20) + " MiB");
            }
            return bytes;
        }
    }

    private static String name(Path path) {
        return path.getFileName().toString();
    }
}
