package dev.pawl.policy.rule;

import dev.pawl.api.tool.CallFile;
import dev.pawl.policy.command.CommandLine;
import dev.pawl.policy.command.Target;
import dev.pawl.policy.shell.Word;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Matches files with rules: files of tools, and those that a command line names. */
final class FileRules {
    /** Files that are changed only after a question in every mode but {@code bypass}. */
    private static final Set<String> PROTECTED =
            Set.of(".git", ".pi", ".claude", ".pawl", ".vscode", ".idea", ".husky", ".github", ".envrc");

    /** Programs that rename files, or create files and links. */
    private static final Set<String> MOVERS =
            Set.of("mv", "rsync", "tar", "bsdtar", "unzip", "cpio", "git", "rename", "7z", "ar");

    /** Folders with many files that are not the user's: they are searched only if a rule names them. */
    private static final List<String> LARGE = List.of(".git", "node_modules");

    private static final int MOST_BELOW = 20_000;
    private static final Pattern OF_PROCESS = Pattern.compile("^/+(proc/.*/(cwd|root|fd|map_files)(/|$)|dev/+fd/.*/)");

    private final Path cwd;
    private final Path home;

    FileRules(Path cwd, Path home) {
        this.cwd = CallFile.of(cwd).path();
        this.home = home;
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

    /** The real paths that a word of a command line names; none if they are not known. */
    List<Path> paths(Target target) {
        var word = target.path();
        var paths = new ArrayList<Path>();
        if (word.loose().indexOf(Word.UNKNOWN) >= 0 || isOfProcess(word.text())) {
            return List.of();
        }
        try {
            if (word.tilde()) {
                paths.add(CallFile.of(CallFile.resolve(word.text(), cwd, home)).path());
            } else if (word.text().startsWith("/")) {
                paths.add(CallFile.of(Path.of(word.text())).path());
            } else {
                for (var folder : target.folders()) {
                    paths.add(CallFile.of(folder.resolve(word.text())).path());
                }
            }
        } catch (InvalidPathException e) {
            return List.of();
        }
        return List.copyOf(paths);
    }

    /** Whether a path leads through the folders of a process: resolved here, it would be Pawl's process and not the command. */
    private static boolean isOfProcess(String path) {
        return OF_PROCESS.matcher(path).find();
    }

    /**
     * The first of some rules that may match a path with unknown parts.
     *
     * <p>The value of an expansion may be any path, also one that begins with {@code ..}. A pattern matches names in a folder.
     */
    @Nullable
    Rule maybe(List<Rule> rules, ToolKind kind, Target target) {
        var starts = starts(target);
        var text = target.path().text();
        boolean pattern = target.path().known() && !isOfProcess(text) && text.indexOf('{') < 0 && text.indexOf('(') < 0;
        if (!pattern || starts.isEmpty()) {
            return maybe(rules, kind, String.valueOf(Word.UNKNOWN));
        }
        var loose = target.path().loose();
        int slash = loose.lastIndexOf('/', loose.indexOf(Word.UNKNOWN));
        var names = Pattern.compile("/")
                .splitAsStream(loose.substring(slash + 1))
                .filter(name -> !name.isEmpty() && !name.equals("."))
                .toList();
        try {
            for (var start : starts) {
                var folder = folder(
                        start, loose.substring(0, slash + 1), target.path().tilde());
                var rule =
                        maybe(rules, kind, (folder.getNameCount() == 0 ? "" : folder) + "/" + String.join("/", names));
                rule = rule == null ? matching(rules, kind, folder, names) : rule;
                if (rule != null) {
                    return rule;
                }
            }
            return null;
        } catch (IOException | InvalidPathException e) {
            return maybe(rules, kind, String.valueOf(Word.UNKNOWN)); // A path that cannot be resolved is unknown.
        }
    }

    private @Nullable Rule maybe(List<Rule> rules, ToolKind kind, String path) {
        for (var rule : rules) {
            if (rule.tool() == kind && rule.path() != null && rule.path().mayMatch(path)) {
                return rule;
            }
        }
        return null;
    }

    /** The folders at which the path of a word may start; none if they are not known. */
    private List<Path> starts(Target target) {
        return target.path().tilde() || target.path().text().startsWith("/") ? List.of(cwd) : target.folders();
    }

    private Path folder(Path start, String written, boolean tilde) {
        return CallFile.of(tilde ? CallFile.resolve(written, start, home) : start.resolve(written))
                .path();
    }

    /** Checks the files that a pattern matches, because a link may lead to another file. */
    private @Nullable Rule matching(List<Rule> rules, ToolKind kind, Path folder, List<String> names)
            throws IOException {
        for (var path : new DiskPattern().matching(folder, names)) {
            var rule = find(rules, kind, null, path);
            if (rule != null) {
                return rule;
            }
        }
        return null;
    }

    /**
     * Whether a line creates links, or moves folders that may contain some, and names files below the new names: which files
     * these are is not known before it runs.
     */
    boolean isRenamed(CommandLine line) {
        boolean links = false;
        boolean moves = false;
        for (var part : line.parts()) {
            var first = part.words().getFirst().text();
            var program = first.substring(first.lastIndexOf('/') + 1);
            links |= program.equals("ln");
            moves |= !part.readOnly()
                    && (MOVERS.contains(program)
                            || (program.equals("cp")
                                    && part.words().stream()
                                            .anyMatch(word -> word.text().matches("-\\w*[rRadPsl].*|--.*"))));
        }
        return (links && line.parts().size() > 1)
                || (moves
                        && line.targets().stream()
                                .filter(target -> target.access() != Target.Access.TOUCH)
                                .flatMap(target -> paths(target).stream())
                                .anyMatch(path -> path.getParent() != null && !Files.exists(path.getParent())));
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

    /** A file below a folder that one of the rules matches; null if there is none. */
    @Nullable
    Path below(List<Rule> rules, Path folder) {
        if (rules.stream().noneMatch(rule -> rule.tool() == ToolKind.READ && rule.path() != null)
                || !Files.isDirectory(folder)) {
            return null;
        }
        var walk = new Walk(rules);
        try {
            Files.walkFileTree(folder, walk);
        } catch (IOException e) {
            return folder;
        }
        return walk.found;
    }

    private final class Walk extends SimpleFileVisitor<Path> {
        private final List<Rule> rules;
        private int seen;
        private @Nullable Path found;

        Walk(List<Rule> rules) {
            this.rules = rules;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (++seen > MOST_BELOW || find(rules, ToolKind.READ, null, file) != null) {
                found = file;
                return FileVisitResult.TERMINATE;
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return LARGE.stream().anyMatch(name -> folder.endsWith(name) && !isNamed(name))
                    ? FileVisitResult.SKIP_SUBTREE
                    : FileVisitResult.CONTINUE;
        }

        private boolean isNamed(String folder) {
            return rules.stream().anyMatch(rule -> rule.toString().contains(folder));
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
        }
    }
}
