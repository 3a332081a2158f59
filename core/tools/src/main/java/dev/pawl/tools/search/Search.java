package dev.pawl.tools.search;

import static java.nio.file.FileVisitResult.CONTINUE;
import static java.nio.file.FileVisitResult.SKIP_SUBTREE;
import static java.nio.file.FileVisitResult.TERMINATE;

import dev.pawl.api.tool.FileOperations;
import dev.pawl.base.Programs;
import dev.pawl.base.glob.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Looks for lines and files. Which files are searched, and in which order, is decided by a walk of ours; lines are found
 * by ripgrep where it is installed and by RE2/J where it is not.
 */
public final class Search {
    /** Globs that are skipped where no repository has ignore rules. */
    private static final List<String> USUALLY_SKIPPED =
            List.of(".*", "node_modules", "target", "build", "dist", "__pycache__", "venv");

    private final Map<String, String> environment;
    private final Path home;

    public Search(Map<String, String> environment, Path home) {
        this.environment = environment;
        this.home = home;
    }

    /** Returns the lines found on this machine, in the order of paths, up to the limit. */
    public List<FileHits> grep(GrepQuery query) throws PatternException, IOException, InterruptedException {
        var filter = Filter.of(query.glob());
        var ripgrep = Programs.find("rg", environment);
        return apart(() -> {
            var found = ripgrep == null ? null : withRipgrep(ripgrep, query, filter);
            return upTo(query.limit(), found == null ? plain(new FileTree.Local(), query, filter) : found);
        });
    }

    /** Returns the lines found in files that a hook provides. */
    public List<FileHits> grep(GrepQuery query, FileOperations files)
            throws PatternException, IOException, InterruptedException {
        var filter = Filter.of(query.glob());
        return apart(() -> upTo(query.limit(), plain(new FileTree.Remote(files), query, filter)));
    }

    /** Returns what ripgrep finds; null if it does not run, refuses the pattern, or its output is not understood. */
    private @Nullable List<FileHits> withRipgrep(Path program, GrepQuery query, Filter filter)
            throws InterruptedException {
        var tree = new FileTree.Local();
        try {
            if (!query.folder()) {
                try (var in = tree.open(query.root())) {
                    return LineSearch.isBinary(in) ? List.of() : Ripgrep.inFile(program, query);
                }
            }
            try (var ripgrep = new Ripgrep(program, query)) {
                walk(tree, ".rgignore", filter).below(Found.root(query.root()), ripgrep);
                return ripgrep.hits();
            }
        } catch (IOException | IllegalArgumentException e) {
            return null;
        }
    }

    private List<FileHits> plain(FileTree tree, GrepQuery query, Filter filter)
            throws PatternException, IOException, InterruptedException {
        var search = new LineSearch(LinePattern.of(query.pattern(), query.literal(), query.anyCase()), query.limit());
        var found = new ArrayList<FileHits>();
        if (!query.folder()) {
            try (var in = tree.open(query.root())) {
                found.add(new FileHits(query.root(), search.search(in)));
            }
            return found;
        }
        var left = new int[] {query.limit()};
        walk(tree, ".rgignore", filter).below(Found.root(query.root()), entry -> {
            if (entry.folder()) {
                return CONTINUE;
            }
            try (var in = tree.open(entry.path())) {
                var hits = search.search(in);
                found.add(new FileHits(entry.path(), hits));
                left[0] -= hits.size();
            } catch (IOException e) {
                // What cannot be read holds nothing that could be found.
            }
            return left[0] > 0 ? CONTINUE : TERMINATE;
        });
        return found;
    }

    private static List<FileHits> upTo(int limit, List<FileHits> found) {
        var kept = new ArrayList<FileHits>();
        int left = limit;
        for (var file : found) {
            int some = Math.min(left, file.hits().size());
            if (some > 0) {
                kept.add(new FileHits(file.file(), file.hits().subList(0, some)));
            }
            left -= some;
        }
        return kept;
    }

    /** Returns the paths found on this machine, in order, up to the limit; those of directories end in a slash. */
    public List<String> find(FindQuery query) throws PatternException, IOException, InterruptedException {
        var glob = FileGlob.of(query.pattern());
        var passedOver = new ArrayList<Filter>();
        for (var ignored : query.ignored()) {
            passedOver.add(Filter.of("!" + ignored));
        }
        var root = Found.root(query.root());
        return apart(() -> {
            var found = new ArrayList<String>();
            walk(new FileTree.Local(), ".fdignore", Filter.of(null)).below(root, entry -> {
                for (var filter : passedOver) {
                    if (filter.of(entry.text(), root.prefix(), entry.name(), entry.folder()) == Verdict.IGNORE) {
                        return SKIP_SUBTREE;
                    }
                }
                if (glob.matches(entry)) {
                    found.add(entry.folder() ? entry.text() + "/" : entry.text());
                }
                return found.size() < query.limit() ? CONTINUE : TERMINATE;
            });
            return found;
        });
    }

    /** Returns the paths below a folder of this machine, relative to it and in order. */
    public List<String> files(Path folder, int limit) throws InterruptedException {
        var root = folder.toAbsolutePath().normalize();
        var passedOver = Ignores.inRepository(new FileTree.Local(), root) ? List.<String>of() : USUALLY_SKIPPED;
        try {
            int start = Found.root(root).prefix();
            return find(new FindQuery(root, "*", passedOver, limit)).stream()
                    .map(path -> path.substring(start))
                    .toList();
        } catch (PatternException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private Walk walk(FileTree tree, String ownName, Filter filter) throws InterruptedException {
        // What the user ignores everywhere is written in files of this machine.
        var everywhere = Ignores.everywhere(new FileTree.Local(), environment, home);
        return new Walk(tree, new Ignores(tree, ownName, everywhere), filter);
    }

    /** Runs a search in a platform thread: opening and reading files would keep the carriers of virtual threads busy. */
    private static <T> T apart(Callable<T> search) throws PatternException, IOException, InterruptedException {
        var task = new FutureTask<>(search);
        var thread = Thread.ofPlatform().daemon().name("search").start(task);
        try {
            return task.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case PatternException pattern -> throw pattern;
                case IOException io -> throw io;
                case InterruptedException interrupted -> throw interrupted;
                case null, default -> throw new IllegalStateException("the search failed: " + e.getCause(), e);
            }
        } finally {
            // Only does something if the caller was interrupted.
            thread.interrupt();
            thread.join();
        }
    }
}
