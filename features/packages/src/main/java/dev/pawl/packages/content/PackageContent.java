package dev.pawl.packages.content;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.SourceInfo.Scope;
import dev.pawl.base.RegularFile;
import dev.pawl.base.glob.Glob;
import dev.pawl.config.resources.PackageFiles;
import dev.pawl.config.text.Problem;
import dev.pawl.config.text.TextFile;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.loader.find.HookFile;
import dev.pawl.loader.find.PackageHooks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What lies in the folder of a package: the files that its {@code package.json} lists under {@code pi}, or those in the
 * folders {@code extensions}, {@code skills}, {@code prompts} and {@code themes}.
 */
public final class PackageContent {
    private static final int LARGEST_MANIFEST = 4 << 20;
    private static final int DEEPEST = 8;

    private final Path root;
    private final @Nullable JsonObject manifest;
    private final Collection<Problem> problems;

    private PackageContent(Path root, @Nullable JsonObject manifest, Collection<Problem> problems) {
        this.root = root;
        this.manifest = manifest;
        this.problems = problems;
    }

    /** Reads the manifest of a package; one that cannot be read is a problem, and counts as none. */
    public static PackageContent in(Path root, Collection<Problem> problems) {
        return new PackageContent(root, manifest(root, problems), problems);
    }

    private static @Nullable JsonObject manifest(Path root, Collection<Problem> problems) {
        var file = root.resolve("package.json");
        try {
            var json = JsonObject.parse(RegularFile.read(file, LARGEST_MANIFEST));
            return json.get("pi") instanceof JsonObject pi ? pi : null;
        } catch (NoSuchFileException _) {
            return null;
        } catch (IOException e) {
            problems.add(Problem.warning(file, "cannot be read: " + TextFile.why(e) + "."));
        } catch (IllegalArgumentException e) {
            problems.add(Problem.warning(file, "is passed over, because it cannot be understood: " + e.getMessage()));
        }
        return null;
    }

    /** Returns whether anything marks it as a package. */
    public boolean isPackage() {
        if (manifest != null) {
            return true;
        }
        for (var kind : Kind.values()) {
            if (Files.isDirectory(root.resolve(kind.key()))) {
                return true;
            }
        }
        return false;
    }

    /**
     * The files of a kind, and which of them a filter lets through.
     *
     * @param filter the object form of the entry in the settings; null if everything is loaded
     */
    public Map<Path, Boolean> files(Kind kind, @Nullable JsonObject filter) {
        var chosen = new LinkedHashMap<Path, Boolean>();
        if (filter == null) {
            (manifest == null ? usual(kind) : listed(kind)).forEach(file -> chosen.put(file, true));
            return chosen;
        }
        var all = manifest != null && !manifest.strings(kind.key()).isEmpty() ? listed(kind) : usual(kind);
        var patterns = new Patterns(filter.strings(kind.key()), root);
        if (!filter.bool("autoload", true)) {
            return patterns.changes(all);
        }
        boolean none = filter.has(kind.key()) && filter.strings(kind.key()).isEmpty();
        all.forEach(file -> chosen.put(file, !none && patterns.allows(file)));
        return chosen;
    }

    private List<Path> usual(Kind kind) {
        var folder = root.resolve(kind.key());
        return Files.isDirectory(folder) ? at(kind, folder) : List.of();
    }

    private List<Path> listed(Kind kind) {
        var entries = manifest == null ? List.<String>of() : manifest.strings(kind.key());
        var files = new LinkedHashSet<Path>();
        var signed = new ArrayList<String>();
        for (var entry : entries) {
            if (Patterns.isSigned(entry)) {
                signed.add(entry);
            } else {
                for (var path : paths(entry)) {
                    files.addAll(at(kind, path));
                }
            }
        }
        var patterns = new Patterns(signed, root);
        return files.stream().filter(patterns::allows).toList();
    }

    /** A path that leads out of the package means nothing. */
    private List<Path> paths(String entry) {
        var path =
                root.resolve(entry.startsWith("/") ? entry.substring(1) : entry).normalize();
        if (!path.startsWith(root)) {
            problems.add(Problem.warning(
                    root.resolve("package.json"), "lists \"" + entry + "\", which is outside of the package."));
            return List.of();
        }
        if (Files.exists(path) || !Glob.isGlob(entry)) {
            return Files.exists(path) ? List.of(path) : List.of();
        }
        var glob = Glob.lenient(Patterns.slashes(root.relativize(path)), false);
        try (var files = Files.walk(root, DEEPEST)) {
            return files.filter(file -> !file.equals(root))
                    .filter(file -> {
                        var relative = Patterns.slashes(root.relativize(file));
                        return !relative.startsWith(".") && !relative.contains("/.") && glob.matches(relative);
                    })
                    .sorted()
                    .toList();
        } catch (IOException e) {
            problems.add(Problem.warning(root, "cannot be searched: " + TextFile.why(e) + "."));
            return List.of();
        }
    }

    private List<Path> at(Kind kind, Path path) {
        if (kind != Kind.EXTENSIONS) {
            return PackageFiles.at(kind.key(), path, problems);
        }
        var reported = new ArrayList<LoadProblem>();
        var found = PackageHooks.at(path, root, Scope.USER, reported);
        reported.forEach(one -> problems.add(
                one.fatal() ? Problem.error(one.path(), one.message()) : Problem.warning(one.path(), one.message())));
        return found.stream().map(HookFile::path).toList();
    }

    /**
     * A list that chooses among the files of a package: {@code glob}, {@code !glob}, {@code +path} and {@code -path}.
     *
     * <p>Globs without a sign choose; without any of them everything is chosen. What {@code !} takes out, {@code +} takes in
     * again, and {@code -} has the last word. A skill is also meant by the name of its folder.
     */
    private static final class Patterns {
        private final List<Rule> rules;
        private final Path root;

        private record Rule(char sign, String text, Glob glob) {
            boolean isExact() {
                return sign == '+' || sign == '-';
            }

            boolean adds() {
                return sign == ' ' || sign == '+';
            }
        }

        Patterns(List<String> written, Path root) {
            this.root = root;
            this.rules = written.stream().map(Patterns::rule).toList();
        }

        static boolean isSigned(String entry) {
            return entry.startsWith("!") || entry.startsWith("+") || entry.startsWith("-");
        }

        private static Rule rule(String written) {
            var text = isSigned(written) ? written.substring(1) : written;
            var plain = text.startsWith("./") ? text.substring(2) : text;
            return new Rule(isSigned(written) ? written.charAt(0) : ' ', plain, Glob.lenient(plain, false));
        }

        boolean allows(Path file) {
            boolean any = rules.stream().anyMatch(rule -> rule.sign == ' ');
            boolean chosen = (!any || hits(' ', file)) && !hits('!', file);
            return (chosen || hits('+', file)) && !hits('-', file);
        }

        /** Returns what the list decides about files if it names none of the others; the last pattern counts. */
        Map<Path, Boolean> changes(List<Path> files) {
            var changes = new LinkedHashMap<Path, Boolean>();
            for (var rule : rules) {
                for (var file : files) {
                    if (matches(rule, file)) {
                        changes.put(file, rule.adds());
                    }
                }
            }
            return changes;
        }

        private boolean hits(char sign, Path file) {
            return rules.stream().anyMatch(rule -> rule.sign == sign && matches(rule, file));
        }

        private boolean matches(Rule rule, Path file) {
            for (var path : ways(file)) {
                var whole = slashes(path);
                var relative = path.startsWith(root) ? slashes(root.relativize(path)) : whole;
                if (rule.isExact()) {
                    if (rule.text.equals(relative) || rule.text.equals(whole)) {
                        return true;
                    }
                } else if (rule.glob.matches(relative)
                        || rule.glob.matches(whole)
                        || rule.glob.matches(
                                Objects.requireNonNull(path.getFileName()).toString())) {
                    return true;
                }
            }
            return false;
        }

        /** The paths that mean a file: itself, and for a skill or a folder of Java sources the other way to name it. */
        private static List<Path> ways(Path file) {
            var ways = new ArrayList<Path>();
            ways.add(file);
            var folder = file.getParent();
            if (folder != null && file.endsWith("SKILL.md")) {
                ways.add(folder);
            }
            if (file.resolve("index.java").toFile().isFile()) {
                ways.add(file.resolve("index.java"));
            }
            return ways;
        }

        static String slashes(Path path) {
            return path.toString().replace('\\', '/');
        }
    }
}
