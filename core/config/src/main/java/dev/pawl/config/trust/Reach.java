package dev.pawl.config.trust;

import dev.pawl.api.shell.Word;
import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The files of a project that belong to the commands of hooks, while they are looked for. */
final class Reach {
    /** Stands for the project's folder in a text that a shell reads. */
    static final String HERE = "/@project@";

    static final int LARGEST = 8 << 20;
    private static final Pattern ALIASES = Pattern.compile("\"paths\"\\s*:\\s*\\{([^}]*)\\}");
    private static final Pattern BASE = Pattern.compile("\"baseUrl\"\\s*:\\s*\"([^\"]*)\"");
    static final Pattern IN_QUOTES = Pattern.compile("\"([^\"\\n]*)\"");

    private static final List<String> OF_VERSIONS =
            List.of(".git/config", ".git/config.worktree", ".git/commondir", ".git/info/attributes", ".hg/hgrc");

    final Path project;
    private final Map<Path, Set<Extent>> roots = new TreeMap<>();
    private final Set<String> beyond = new TreeSet<>();
    private final Set<Path> read = new HashSet<>();

    /** Files that were looked at for a command that decides before something happens. */
    private final Set<Path> readStrictly = new HashSet<>();

    /** Whether the command that is looked at decides about something before it happens. */
    boolean decides;

    /** Whether it is a hook of the user, whose programs are the user's own unless they are known to run projects. */
    boolean ofUser;

    /** Folders from which programs of the command that is looked at load what they name. */
    Set<Path> folders = new LinkedHashSet<>();

    Reach(Path project) {
        this.project = project;
    }

    /** The paths, each with how much of it belongs to the set. */
    Map<Path, Set<Extent>> roots() {
        return roots;
    }

    /** What commands reach that is not in the set. */
    Set<String> beyond() {
        return beyond;
    }

    /** The program is found elsewhere, with all that it loads by its own rules. */
    void elsewhere(String program) {
        beyond.add(program);
    }

    void add(Path path, Extent extent) {
        roots.computeIfAbsent(path, _ -> EnumSet.noneOf(Extent.class)).add(extent);
    }

    /** All of the project belongs to a command that decides and of which it is not known what it loads. */
    void unknown(String what) {
        if (decides && !(ofUser && !KnownPrograms.runsProjects(what))) {
            beyond.remove(what);
            add(project, Extent.WHOLE); // Also what git ignores: a build reads and runs what it wrote.
            // By these git runs what its own settings and aliases say.
            OF_VERSIONS.forEach(name -> add(project.resolve(name), Extent.FILE));
            add(project.resolve(".git/hooks"), Extent.WHOLE);
            beyond.add(what + " (may load any file of the project, so all of them are covered)");
        }
    }

    boolean isWhole(Path path) {
        return roots.getOrDefault(path, Set.of()).contains(Extent.WHOLE);
    }

    /** Whether a file was not looked at yet as strictly as now. */
    boolean isNew(Path file) {
        return decides ? readStrictly.add(file) : !readStrictly.contains(file) && read.add(file);
    }

    boolean isProject(Path path) {
        return path.equals(project);
    }

    /** Adds the files that configure programs in the project's own folder; returns false if that was done. */
    boolean configured() {
        if (roots.getOrDefault(project, Set.of()).contains(Extent.CONFIGURATION)) {
            return false;
        }
        add(project, Extent.CONFIGURATION);
        for (var name : List.of("tsconfig.json", "jsconfig.json", "deno.json", "package.json")) {
            try {
                var text = new String(RegularFile.read(project.resolve(name), LARGEST), StandardCharsets.UTF_8);
                var from = BASE.matcher(text);
                var base = from.find() ? below(project, from.group(1)) : null;
                var top = base == null ? project : base;
                ALIASES.matcher(text)
                        .results()
                        .flatMap(paths -> IN_QUOTES.matcher(paths.group(1)).results())
                        .forEach(found -> {
                            var word = found.group(1).replaceFirst("/?\\*.*$", "");
                            var place = word.isEmpty() ? base : below(top, word);
                            if (place != null) {
                                add(place, Files.isDirectory(place) ? Extent.WHOLE : Extent.FILE);
                            }
                        });
            } catch (IOException e) {
                // It is not there.
            }
        }
        return true;
    }

    /** Finds what a word of a shell may name: behind something unknown, the rest of it; of a pattern, its folder. */
    void found(Set<Path> bases, Word word, Consumer<Path> action) {
        var text = word.text();
        int unknown = text.lastIndexOf(Word.UNKNOWN);
        if (unknown >= 0) {
            int slash = text.indexOf('/', unknown);
            var before = text.substring(0, text.indexOf(Word.UNKNOWN));
            if (slash < 0 || unknown > slash) {
                each(bases, before.contains("/") ? before.substring(0, before.lastIndexOf('/')) : "", action);
                return;
            }
            text = before.isEmpty() ? text.substring(slash + 1) : before;
        }
        var plain = text.replaceFirst("^(?:@|--?[\\w-]+=|-[A-Za-z](?=.*[/.]))", "");
        each(bases, word.loose().equals(word.text()) ? plain : plain.replaceFirst("/?[^/]*[*?\\[{].*$", ""), action);
        if (!plain.equals(text)) {
            each(bases, text, action);
        }
    }

    void each(Set<Path> bases, String word, Consumer<Path> action) {
        var paths = new LinkedHashSet<Path>();
        for (var base : bases) {
            var path = below(base, word);
            if (path != null) {
                paths.add(path);
            }
        }
        paths.forEach(action);
    }

    /** The path that a word means; null if it is none inside of the project. */
    @Nullable
    Path below(Path from, String word) {
        if (word.isEmpty() || word.equals(".") || word.equals("..") || word.startsWith("-") || word.startsWith("!")) {
            return null;
        }
        try {
            var path = word.startsWith(HERE)
                    ? project.resolve(word.substring(HERE.length()).replaceFirst("^/+", ""))
                    : from.resolve(word);
            path = path.normalize();
            return path.startsWith(project) && !isProject(path) ? path : null;
        } catch (InvalidPathException e) {
            return null; // No file can have this name.
        }
    }
}
