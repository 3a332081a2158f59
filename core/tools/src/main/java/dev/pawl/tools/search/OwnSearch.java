package dev.pawl.tools.search;

import dev.pawl.base.glob.Verdict;
import dev.pawl.tools.regex.LineRegex;
import dev.pawl.tools.regex.PatternException;
import dev.pawl.tools.search.Found.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Searches a tree of files without the help of other programs, and finds what they would. */
record OwnSearch(FileTree tree, Map<String, String> environment, Path home) {

    List<FileHits> grep(GrepQuery query, LineRegex regex, Filter filter) throws IOException, InterruptedException {
        return Objects.requireNonNull(grep(query, regex, filter, Long.MAX_VALUE));
    }

    /** The lines found; null if looking for them takes longer than that. */
    @Nullable
    List<FileHits> grep(GrepQuery query, LineRegex regex, Filter filter, long nanos)
            throws IOException, InterruptedException {
        Supplier<GrepVisitor> visitors = () -> new GrepVisitor(tree, new ContentSearch(regex.finder(), query.limit()));
        var root = Found.root(query.root(), query.folder() ? Kind.FOLDER : Kind.FILE);
        if (!query.folder()) {
            var hits = visitors.get().lookInto(root);
            return hits == null ? List.of() : List.of(hits);
        }
        var found = new ArrayList<FileHits>();
        var count = new int[1];
        boolean finished = new OrderedWalk<FileHits>(tree, ignores(".rgignore"), filter, root)
                .run(
                        visitors,
                        hits -> {
                            found.add(hits);
                            count[0] += hits.hits().size();
                            return count[0] < query.limit();
                        },
                        nanos);
        return finished ? found : null;
    }

    private record GrepVisitor(FileTree tree, ContentSearch search) implements OrderedWalk.Visitor<FileHits> {
        @Override
        public boolean enters(Found found) {
            return found.isFolder() || found.kind() == Kind.FILE;
        }

        @Override
        public @Nullable FileHits met(Found found) {
            return null;
        }

        @Override
        public @Nullable FileHits lookInto(Found file) throws IOException, InterruptedException {
            try (var in = tree.open(file.path())) {
                var hits = search.search(in);
                return hits.isEmpty() ? null : new FileHits(file.path(), hits);
            }
        }
    }

    List<String> find(FindQuery query, FileGlob glob) throws PatternException, InterruptedException {
        var passedOver = new ArrayList<Filter>();
        for (var ignored : query.ignored()) {
            passedOver.add(Filter.of("!" + ignored));
        }
        var root = Found.root(query.root(), Kind.FOLDER);
        var visitor = new FindVisitor(glob, passedOver, root.prefix());
        var found = new ArrayList<String>();
        new OrderedWalk<String>(tree, ignores(".fdignore"), Filter.of(null), root).run(() -> visitor, path -> {
            found.add(path);
            return found.size() < query.limit();
        });
        return found;
    }

    /** Goes through all folders that a search would go through. */
    void visitFolders(Path folder) throws PatternException, InterruptedException {
        var root = Found.root(folder, Kind.FOLDER);
        new OrderedWalk<String>(tree, ignores(".rgignore"), Filter.of(null), root).run(FolderVisitor::new, _ -> true);
    }

    private record FolderVisitor() implements OrderedWalk.Visitor<String> {
        @Override
        public boolean enters(Found found) {
            return found.isFolder();
        }

        @Override
        public @Nullable String met(Found found) {
            return null;
        }

        @Override
        public @Nullable String lookInto(Found file) {
            return null;
        }
    }

    private record FindVisitor(FileGlob glob, List<Filter> passedOver, int prefix)
            implements OrderedWalk.Visitor<String> {
        @Override
        public boolean enters(Found found) {
            return found.isFolder() && !isPassedOver(found);
        }

        @Override
        public @Nullable String met(Found found) {
            return !glob.matches(found) || isPassedOver(found)
                    ? null
                    : found.isFolder() ? found.text() + "/" : found.text();
        }

        private boolean isPassedOver(Found found) {
            for (var filter : passedOver) {
                if (filter.of(found.text(), prefix, found.name(), found.isFolder()) == Verdict.IGNORE) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public @Nullable String lookInto(Found file) {
            return null;
        }
    }

    private Ignores ignores(String ownName) throws InterruptedException {
        // What the user ignores everywhere is written in files of this machine.
        return new Ignores(tree, ownName, GlobalExcludes.read(new LocalTree(), environment, home));
    }
}
