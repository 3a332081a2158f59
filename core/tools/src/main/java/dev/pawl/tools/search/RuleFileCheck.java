package dev.pawl.tools.search;

import dev.pawl.tools.regex.PatternException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Looks for ignore files that ripgrep and fd must not read: links to devices, pipes, and files without end.
 *
 * <p>Both programs open whatever has the name of an ignore file, and read it to its end.
 */
record RuleFileCheck(OwnSearch search) {

    /** Whether every ignore file that a search of a folder comes upon is a regular file of a reasonable size. */
    boolean isHarmless(Path folder) throws PatternException, InterruptedException {
        for (var at = folder.toAbsolutePath(); at != null; at = at.getParent()) {
            if (!isHarmlessIn(at)) {
                return false;
            }
        }
        var odd = new AtomicBoolean();
        var watched = new OwnSearch(new Watched(search.tree(), odd), search.environment(), search.home());
        watched.visitFolders(folder);
        return !odd.get();
    }

    private static boolean isHarmlessIn(Path folder) {
        for (var name : List.of(".gitignore", ".ignore", ".rgignore", ".fdignore", ".git/info/exclude")) {
            if (!isHarmlessFile(folder.resolve(name))) {
                return false;
            }
        }
        return true;
    }

    /** A file that is not there, or leads nowhere, is harmless. */
    private static boolean isHarmlessFile(Path file) {
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.isDirectory()
                    || (attributes.isRegularFile() && attributes.size() <= LocalTree.LARGEST_READ);
        } catch (IOException e) {
            return true;
        }
    }

    /** The tree itself, with a look at the ignore files of every folder that is listed. */
    private record Watched(FileTree tree, AtomicBoolean odd) implements FileTree {
        @Override
        public List<Found> list(Found folder) throws IOException, InterruptedException {
            if (odd.get()) {
                return new ArrayList<>();
            }
            var entries = tree.list(folder);
            for (var entry : entries) {
                var name = entry.text().substring(entry.name());
                boolean rules = Ignores.isRuleFile(name);
                if ((rules && !isHarmlessFile(entry.path()))
                        || (name.equals(".git") && !isHarmlessFile(entry.path().resolve("info/exclude")))) {
                    odd.set(true);
                }
            }
            return entries;
        }

        @Override
        public InputStream open(Path file) throws IOException, InterruptedException {
            return tree.open(file);
        }

        @Override
        public byte @Nullable [] read(Path file) throws InterruptedException {
            return tree.read(file);
        }

        @Override
        public boolean exists(Path path) throws InterruptedException {
            return tree.exists(path);
        }

        @Override
        public int threads() {
            return tree.threads();
        }
    }
}
