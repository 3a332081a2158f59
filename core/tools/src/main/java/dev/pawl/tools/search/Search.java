package dev.pawl.tools.search;

import dev.pawl.api.tool.FileOperations;
import dev.pawl.tools.regex.LineRegex;
import dev.pawl.tools.regex.PatternException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looks for lines and files: with ripgrep and fd where they are installed and there is much to look through, with our own
 * search everywhere else. What is found is the same.
 */
public final class Search {
    /** What is skipped where no repository has ignore rules. */
    private static final List<String> USUALLY_SKIPPED =
            List.of(".*", "node_modules", "target", "build", "dist", "__pycache__", "venv");

    /**
     * For so long our own search looks for lines before ripgrep is asked: in small trees, and where there are many lines,
     * it has ended by then. The look at all folders that has to come before ripgrep takes as long.
     */
    private static final Duration ALONE = Duration.ofMillis(100);

    private final Map<String, String> environment;
    private final Path home;
    private final SearchPrograms programs;
    private final Duration alone;

    public Search(Map<String, String> environment, Path home) {
        this(environment, home, ALONE);
    }

    /** @param alone how long our own search looks for lines before a program is asked */
    Search(Map<String, String> environment, Path home, Duration alone) {
        this.environment = environment;
        this.home = home;
        this.alone = alone;
        this.programs = new SearchPrograms(environment);
    }

    /** The lines found on this machine, in the order of paths, up to the limit. */
    public List<FileHits> grep(GrepQuery query) throws PatternException, IOException, InterruptedException {
        // Patterns are read by us in any case, so that the same ones are refused with the same words.
        var regex = LineRegex.of(query.pattern(), query.literal(), query.anyCase());
        var filter = Filter.of(query.glob());
        var tree = new LocalTree();
        if (!query.folder() || programs.ripgrep() == null) {
            return upTo(query.limit(), own(tree).grep(query, regex, filter));
        }
        var few = alone.isZero() ? null : own(tree).grep(query, regex, filter, alone.toNanos());
        return upTo(query.limit(), few != null ? few : withRipgrep(query, regex, filter));
    }

    private List<FileHits> withRipgrep(GrepQuery query, LineRegex regex, Filter filter)
            throws PatternException, IOException, InterruptedException {
        var tree = new LocalTree();
        var ripgrep = isHarmless(query.root(), programs.ripgrep()) ? programs.ripgrep() : null;
        var found = ripgrep == null
                ? null
                : attempted(() -> ripgrep.search(query, Ignores.inRepository(tree, query.root())));
        return found == null ? own(tree).grep(query, regex, filter) : found;
    }

    /** The lines found in files that a hook provides. */
    public List<FileHits> grep(GrepQuery query, FileOperations files)
            throws PatternException, IOException, InterruptedException {
        var regex = LineRegex.of(query.pattern(), query.literal(), query.anyCase());
        return upTo(query.limit(), own(new RemoteTree(files)).grep(query, regex, Filter.of(query.glob())));
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

    /** The paths found on this machine, in order, up to the limit; those of directories end in a slash. */
    public List<String> find(FindQuery query) throws PatternException, InterruptedException {
        var glob = FileGlob.of(query.pattern());
        var tree = new LocalTree();
        var fd = isHarmless(query.root(), programs.fd()) ? programs.fd() : null;
        var found = fd == null ? null : attempted(() -> fd.find(query, Ignores.inRepository(tree, query.root())));
        if (found == null) {
            return own(tree).find(query, glob);
        }
        return found.stream()
                .map(path -> Files.isDirectory(Path.of(path), LinkOption.NOFOLLOW_LINKS) ? path + "/" : path)
                .toList();
    }

    /** The paths below a folder of this machine, relative to it and in order, found without the help of programs. */
    public List<String> files(Path folder, int limit) throws InterruptedException {
        var tree = new LocalTree();
        var root = folder.toAbsolutePath().normalize();
        var passedOver = Ignores.inRepository(tree, root) ? List.<String>of() : USUALLY_SKIPPED;
        try {
            var found = own(tree).find(new FindQuery(root, "*", passedOver, limit), FileGlob.of("*"));
            int start = Found.root(root, Found.Kind.FOLDER).prefix();
            return found.stream().map(path -> path.substring(start)).toList();
        } catch (PatternException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether a program, if there is one, may search a folder. */
    private boolean isHarmless(Path folder, @Nullable Object program) throws PatternException, InterruptedException {
        return program != null && new RuleFileCheck(own(new LocalTree())).isHarmless(folder);
    }

    private OwnSearch own(FileTree tree) {
        return new OwnSearch(tree, environment, home);
    }

    /** A program that does not run, or whose output is not understood, is as good as none. */
    private static <T> @Nullable T attempted(Attempt<T> attempt) throws InterruptedException {
        try {
            return attempt.run();
        } catch (IOException | IllegalArgumentException e) {
            return null;
        }
    }

    private interface Attempt<T> {
        @Nullable
        T run() throws IOException, InterruptedException;
    }
}
