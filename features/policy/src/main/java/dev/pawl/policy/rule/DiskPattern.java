package dev.pawl.policy.rule;

import dev.pawl.api.shell.Word;
import dev.pawl.policy.command.KernelPath;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds the files on the disk that a pattern of the shell matches. */
final class DiskPattern {
    private static final int MOST = 10_000;

    private int seen;

    /**
     * The real paths of the files that match.
     *
     * @param folder the folder where the pattern starts
     * @param names the pattern, name by name; unknown parts of a name match any text
     * @throws IOException if there are too many files, or a folder cannot be read
     */
    List<Path> matching(Path folder, List<String> names) throws IOException {
        var found = List.of(folder);
        for (var name : names) {
            var next = new ArrayList<Path>();
            for (var each : found) {
                if (name.indexOf(Word.UNKNOWN) < 0) {
                    next.add(KernelPath.of(each, name));
                } else if (Files.isDirectory(each)) {
                    list(each, name, next);
                }
            }
            found = next;
        }
        return found;
    }

    private void list(Path folder, String name, List<Path> found) throws IOException {
        try (var files = Files.newDirectoryStream(folder)) {
            for (var file : files) {
                if (++seen > MOST) {
                    throw new IOException("there are more than " + MOST + " files to check");
                }
                if (TextPattern.matches(String.valueOf(file.getFileName()), name, true)) {
                    found.add(KernelPath.of(folder, String.valueOf(file.getFileName())));
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }
}
