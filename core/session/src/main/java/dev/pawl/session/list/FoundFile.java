package dev.pawl.session.list;

import dev.pawl.session.store.SessionPaths;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A file that may be a session, as it was when the folder was read. */
record FoundFile(Path path, long size, long modifiedNanos) {
    long modifiedMillis() {
        return TimeUnit.NANOSECONDS.toMillis(modifiedNanos);
    }

    /** Returns the files of a folder; none if it cannot be read. */
    static List<FoundFile> in(Path folder) {
        var found = new ArrayList<FoundFile>();
        try (var files = Files.newDirectoryStream(folder)) {
            for (var file : files) {
                if (file.toString().endsWith(SessionPaths.SUFFIX)) {
                    add(found, file);
                }
            }
        } catch (IOException | DirectoryIteratorException _) {
            // What was found until then is worth having.
        }
        return found;
    }

    /** Returns the files of all folders directly below one. */
    static List<FoundFile> below(Path root) {
        var found = new ArrayList<FoundFile>();
        try (var folders = Files.newDirectoryStream(root)) {
            for (var folder : folders) {
                found.addAll(in(folder));
            }
        } catch (IOException | DirectoryIteratorException _) {
            // What was found until then is worth having.
        }
        return found;
    }

    private static void add(List<FoundFile> found, Path file) {
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isRegularFile()) {
                found.add(new FoundFile(
                        file, attributes.size(), attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS)));
            }
        } catch (IOException _) {
            // Gone in the meantime.
        }
    }
}
