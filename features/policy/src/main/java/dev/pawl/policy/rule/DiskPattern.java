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
     * The files that match, each with the paths by which it is named, the real one as the last.
     *
     * @param folder the folder where the pattern starts
     * @param names the pattern, name by name; unknown parts of a name match any text
     * @throws IOException if there are too many files, or a folder cannot be read
     */
    List<List<Path>> matching(Path folder, List<String> names) throws IOException {
        var found = List.of(List.of(folder));
        for (var name : names) {
            var next = new ArrayList<List<Path>>();
            for (var each : found) {
                if (name.indexOf(Word.UNKNOWN) < 0) {
                    next.add(below(each, name));
                } else if (Files.isDirectory(each.getLast())) {
                    list(each, name, next);
                }
            }
            found = next;
        }
        return found;
    }

    /** The names of a file in a folder, with those by which the folder was reached. */
    private static List<Path> below(List<Path> folder, String name) throws IOException {
        var names = new ArrayList<>(folder);
        names.addAll(KernelPath.names(folder.getLast(), name));
        return names;
    }

    private void list(List<Path> folder, String name, List<List<Path>> found) throws IOException {
        try (var files = Files.newDirectoryStream(folder.getLast())) {
            for (var file : files) {
                if (++seen > MOST) {
                    throw new IOException("there are more than " + MOST + " files to check");
                }
                if (TextPattern.matches(String.valueOf(file.getFileName()), name, true)) {
                    found.add(below(folder, String.valueOf(file.getFileName())));
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }
}
