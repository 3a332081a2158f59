package dev.pawl.tools.search;

import dev.pawl.base.glob.Verdict;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Walks a tree of files in the order of paths, past what ignore files and a filter leave out. */
record Walk(FileTree tree, Ignores ignores, Filter filter) {
    /** Visits files and directories, each directory before what is in it. */
    interface Visitor {
        FileVisitResult visit(Found found) throws IOException, InterruptedException;
    }

    private static final Comparator<Found> BY_NAME =
            (one, other) -> PathOrder.compare(one.text(), one.name(), other.text(), other.name());

    /** Visits what is below a directory, until the visitor terminates the walk. */
    void below(Found root, Visitor visitor) throws IOException, InterruptedException {
        walk(root, ignores.above(root.path()), root.prefix(), visitor);
    }

    private boolean walk(Found folder, @Nullable IgnoreScope above, int prefix, Visitor visitor)
            throws IOException, InterruptedException {
        List<Found> entries;
        try {
            entries = tree.list(folder);
        } catch (IOException e) {
            return true; // A directory that cannot be read holds nothing that could be found.
        }
        entries.sort(BY_NAME);
        var scope = ignores.in(above, folder, entries);
        for (var entry : entries) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (passesOver(entry, scope, prefix)) {
                continue;
            }
            var next = visitor.visit(entry);
            if (next == FileVisitResult.TERMINATE
                    || (entry.folder() && next == FileVisitResult.CONTINUE && !walk(entry, scope, prefix, visitor))) {
                return false;
            }
        }
        return true;
    }

    private boolean passesOver(Found entry, @Nullable IgnoreScope scope, int prefix) {
        if (entry.text().endsWith("/.git")) {
            return true;
        }
        var verdict = filter.of(entry.text(), prefix, entry.name(), entry.folder());
        return verdict == Verdict.NONE
                ? scope != null && scope.ignores(entry.text(), entry.name(), entry.folder())
                : verdict == Verdict.IGNORE;
    }
}
