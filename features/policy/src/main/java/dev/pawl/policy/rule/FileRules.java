package dev.pawl.policy.rule;

import dev.pawl.api.shell.Word;
import dev.pawl.api.tool.CallFile;
import dev.pawl.policy.command.KernelPath;
import dev.pawl.policy.command.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Matches files with rules: files of tools, and those that a command line names. */
final class FileRules {
    /** Files that are changed only after a question in every mode but {@code bypass}. */
    private static final Set<String> PROTECTED = Set.of(
            ".git",
            ".pi",
            ".claude",
            ".pawl",
            ".vscode",
            ".idea",
            ".husky",
            ".github",
            ".envrc",
            ".mcp.json",
            ".codex",
            ".cursor",
            ".gemini",
            ".devcontainer");

    private static final int MOST_BELOW = 50_000;
    private static final Set<String> STREAMS =
            Set.of("/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/fd/0", "/dev/fd/1", "/dev/fd/2");

    private final Path cwd;
    private final Path home;

    FileRules(Path cwd, Path home) {
        this.cwd = CallFile.of(cwd).path();
        this.home = home;
    }

    /** The first of some rules that matches a file by one of its names. */
    @Nullable
    Rule find(List<Rule> rules, ToolKind kind, @Nullable String tool, List<Path> names) {
        for (var name : names) {
            var rule = find(rules, kind, tool, name);
            if (rule != null) {
                return rule;
            }
        }
        return null;
    }

    /** The first of some rules that matches a file. */
    @Nullable
    Rule find(List<Rule> rules, ToolKind kind, @Nullable String tool, Path real) {
        for (var rule : rules) {
            if (rule.tool() == kind
                    && (tool == null || rule.name().equals("*") || rule.name().equals(tool))
                    && (rule.path() == null ? tool != null : rule.path().matches(real))) {
                return rule;
            }
        }
        return null;
    }

    /** The real paths that a word of a command line names, those on the disk for a pattern; null if they are not known. */
    @Nullable
    List<Path> paths(Target target) {
        var named = named(target);
        return named == null ? null : named.stream().map(List::getLast).toList();
    }

    /**
     * The files that a word of a command line names, each with all paths by which it does: the written one, those of links on
     * the way, and the real one as the last; null if they are not known.
     */
    @Nullable
    List<List<Path>> named(Target target) {
        var word = target.path();
        if (STREAMS.contains(word.text())) {
            return List.of(); // What they are is judged where the shell opens it.
        }
        boolean anywhere = word.tilde() || word.text().startsWith("/");
        if (!anywhere && target.folders().isEmpty()) {
            return null;
        }
        var starts = anywhere ? List.of(cwd) : target.folders();
        var files = new ArrayList<List<Path>>();
        try {
            for (var start : starts) {
                if (word.loose().indexOf(Word.UNKNOWN) >= 0) {
                    files.addAll(matching(start, word));
                } else {
                    files.add(names(start, word.text(), word.tilde()));
                }
            }
        } catch (IOException | InvalidPathException e) {
            return null;
        }
        return List.copyOf(files);
    }

    /** The files on the disk that a pattern of the shell matches. */
    private List<List<Path>> matching(Path start, Word word) throws IOException {
        var loose = word.loose();
        if (!word.known() || word.splits()) {
            throw new IOException("a value is not known");
        }
        int slash = loose.lastIndexOf('/', loose.indexOf(Word.UNKNOWN));
        var names = Pattern.compile("/")
                .splitAsStream(loose.substring(slash + 1))
                .filter(name -> !name.isEmpty() && !name.equals("."))
                .toList();
        var folder = names(start, loose.substring(0, slash + 1), word.tilde()).getLast();
        return new DiskPattern().matching(folder, names);
    }

    private List<Path> names(Path start, String written, boolean tilde) throws IOException {
        return tilde ? KernelPath.names(home, "./" + written.substring(1)) : KernelPath.names(start, written);
    }

    /** The paths by which a call of a tool names its file, the real one as the last; null if they are not known. */
    @Nullable
    List<Path> names(Path real, @Nullable Path written) {
        try {
            return written == null ? List.of(real) : KernelPath.names(cwd, written.toString());
        } catch (IOException e) {
            return null;
        }
    }

    /** Whether a file is also reached by other paths. */
    boolean hasOtherNames(Path real) {
        return CallFile.of(real).hasOtherNames();
    }

    /** The first of some files, or of those below, that is also reached by other paths; a folder of too many to look at. */
    @Nullable
    Path withOtherNames(List<Path> all) {
        for (var each : all) {
            try (var files = Files.walk(each)) {
                var some = files.limit(MOST_BELOW + 1L).toList();
                if (some.size() > MOST_BELOW) {
                    return each;
                }
                for (var file : some) {
                    if (hasOtherNames(file)) {
                        return file;
                    }
                }
            } catch (IOException | UncheckedIOException e) {
                return each;
            }
        }
        return null;
    }

    /** Whether a file belongs to the project, outside of the protected folders. */
    boolean isEditable(Path real) {
        if (!real.startsWith(cwd) || real.equals(cwd)) {
            return false;
        }
        for (var name : cwd.relativize(real)) {
            if (PROTECTED.contains(name.toString().toLowerCase(Locale.ROOT))) {
                return false;
            }
        }
        return true;
    }

    /** Whether there is no link, other name or protected file below a path, through which writing below it leads elsewhere. */
    boolean isPlainTree(Path path) {
        if (!Files.isDirectory(path)) {
            return true;
        }
        try (var files = Files.walk(path)) {
            var all = files.limit(MOST_BELOW + 1L).toList();
            return all.size() <= MOST_BELOW
                    && all.stream()
                            .allMatch(file -> !Files.isSymbolicLink(file) && isEditable(file) && !hasOtherNames(file));
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    /**
     * A file below a folder that one of the rules matches, or that is another name of one; null if there is none.
     *
     * @param behindLinks whether links below the folder are followed
     */
    @Nullable
    Path below(List<Rule> rules, Path folder, boolean behindLinks) {
        if (rules.stream().noneMatch(rule -> rule.path() != null) || !Files.isDirectory(folder)) {
            return null;
        }
        var walk = new Walk(rule -> true, rules, 1, behindLinks);
        if (!walk.from(folder)) {
            return folder;
        }
        return walk.found.isEmpty() ? otherName(rules, walk.hardLinks) : walk.found.getFirst();
    }

    /** The first of some files that is another name of one that a rule matches; null if there is none. */
    private @Nullable Path otherName(List<Rule> rules, Map<Object, Path> files) {
        if (files.isEmpty()) {
            return null;
        }
        var matching = new ArrayList<Path>();
        for (var kind : List.of(ToolKind.READ, ToolKind.EDIT)) {
            var some = matching(rules, kind);
            if (some == null) {
                return files.values().iterator().next();
            }
            matching.addAll(some);
        }
        for (var file : matching) {
            try {
                var other = files.get(key(Files.readAttributes(file, BasicFileAttributes.class)));
                if (other != null) {
                    return other;
                }
            } catch (IOException e) {
                // It has been deleted meanwhile.
            }
        }
        return null;
    }

    /** What all names of a file have in common. */
    private static Object key(BasicFileAttributes attributes) {
        return Objects.requireNonNullElse(attributes.fileKey(), "");
    }

    /** The real paths of all files and folders that rules of a kind match; null if there are too many files to look at. */
    @Nullable
    List<Path> matching(List<Rule> rules, ToolKind kind) {
        var of = rules.stream()
                .filter(rule -> rule.path() != null && rule.tool() == kind)
                .toList();
        var walk = new Walk(rule -> rule.tool() == kind, of, Integer.MAX_VALUE, false);
        var roots = new TreeSet<Path>();
        of.forEach(rule ->
                roots.addAll(rule.path() == null ? List.of() : rule.path().roots()));
        for (var root : roots) {
            if (roots.stream().noneMatch(other -> !other.equals(root) && root.startsWith(other)) && !walk.from(root)) {
                return null;
            }
        }
        return walk.found.stream()
                .map(file -> CallFile.of(file).path())
                .filter(file -> Files.exists(file, LinkOption.NOFOLLOW_LINKS))
                .distinct()
                .toList();
    }

    /** Finds files that rules match; a folder that matches stands for all that is in it. */
    private static final class Walk extends SimpleFileVisitor<Path> {
        private final List<Rule> rules;
        private final int most;
        private final boolean inGit;
        private final boolean behindLinks;
        private final List<Path> found = new ArrayList<>();
        private final Map<Object, Path> hardLinks = new HashMap<>();
        private final Set<Path> linked = new HashSet<>();
        private int seen;

        Walk(Predicate<Rule> about, List<Rule> rules, int most, boolean behindLinks) {
            this.behindLinks = behindLinks;
            this.rules = rules.stream().filter(about).toList();
            this.most = most;
            this.inGit = rules.stream().anyMatch(rule -> rule.toString().contains(".git"));
        }

        /** Whether all files below were seen, or as many as are wanted found. */
        boolean from(Path folder) {
            try {
                if (Files.exists(folder)) {
                    Files.walkFileTree(folder, this);
                }
                return seen <= MOST_BELOW;
            } catch (IOException e) {
                return false;
            }
        }

        private boolean isMatched(Path file) {
            for (var rule : rules) {
                if (rule.path() != null && rule.path().matches(file)) {
                    found.add(file);
                    return true;
                }
            }
            return false;
        }

        private FileVisitResult next() {
            return ++seen > MOST_BELOW || found.size() >= most ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            var real = attributes.isSymbolicLink() && behindLinks ? CallFile.of(file) : new CallFile(file, true, 1);
            if (!isMatched(real.path()) && !real.path().equals(file) && linked.add(real.path()) && real.exists()) {
                Files.walkFileTree(real.path(), this);
            }
            if (most == 1 && attributes.isRegularFile() && names(file) > 1) {
                hardLinks.put(key(attributes), file);
            }
            return next();
        }

        private static int names(Path file) throws IOException {
            try {
                return (Integer) Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS);
            } catch (UnsupportedOperationException | IllegalArgumentException e) {
                return 1;
            }
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            boolean skipped = isMatched(folder) || (folder.endsWith(".git") && !inGit);
            var next = next();
            return skipped && next == FileVisitResult.CONTINUE ? FileVisitResult.SKIP_SUBTREE : next;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
        }
    }
}
