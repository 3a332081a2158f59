package dev.pawl.policy.sandbox;

import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names in writable folders by which other programs are told what to run: configurations of agents and editors, and parts
 * of {@code .git}. Commands can read them, and neither change, move nor make them.
 *
 * <p>What is there is mounted read-only, and the folders above it are mounted on themselves, so that they cannot be
 * moved. A name that is not there cannot be mounted without leaving something behind in the folder; what a command makes
 * at such a name is moved aside when the command has ended. The same holds for links, over which nothing can be mounted.
 *
 * <p>{@linkplain Submodules} have a {@code .git} of their own, by which git runs programs from the folder around them. A command
 * may make one that runs nothing.
 */
final class ProtectedNames {
    private static final String GIT = ".git";
    private static final String CONFIG = "config";

    private static final List<String> NAMES = List.of(
            ".pi",
            ".pawl",
            ".agents",
            ".claude",
            ".codex",
            ".cursor",
            ".gemini",
            ".omp",
            ".opencode",
            ".mcp.json",
            ".github/hooks",
            ".github/copilot",
            ".vscode",
            ".idea",
            ".devcontainer",
            ".husky",
            ".envrc");

    /** What git runs or reads other configuration from; other worktrees and submodules as a whole. */
    private static final List<String> IN_GIT =
            List.of("hooks", CONFIG, "config.worktree", "commondir", "worktrees", "modules");

    /** New ones of these are used only by a repository that refers to them. */
    private static final Set<String> MAY_BE_MADE = Set.of("worktrees", "modules");

    private static final Pattern HOOKS_PATH = Pattern.compile("(?im)^\\s*hooksPath\\s*=\\s*\"?([^\"\\r\\n;#]+)");
    private static final int LARGEST_CONFIG = 1 << 20;
    private static final String ASIDE = ".made-in-sandbox-";

    static final ProtectedNames NONE = new ProtectedNames(List.of());

    private final Set<Path> pinned = new LinkedHashSet<>();
    private final Set<Path> readOnly = new LinkedHashSet<>();
    /** Names that nothing can be mounted over: null where there is nothing, otherwise what the link says. */
    private final Map<Path, @Nullable Path> watched = new LinkedHashMap<>();

    /** The {@code .git} of submodules, those that came with a command among them. */
    private final Set<Path> ofSubmodules = new LinkedHashSet<>();

    private final List<Path> writable;

    private ProtectedNames(List<Path> writable) {
        this.writable = writable;
    }

    /** Looks at the writable folders as they are now. */
    static ProtectedNames in(List<Path> writable) throws IOException {
        var folders = new ArrayList<Path>();
        for (var folder : writable) {
            if (Files.isDirectory(folder)) {
                folders.add(folder.toRealPath());
            }
        }
        var found = new ProtectedNames(folders);
        for (var folder : folders) {
            found.git(folder);
            found.submodules(folder, found::submodule);
            for (var name : NAMES) {
                found.protect(folder, folder.resolve(name), true);
            }
        }
        return found;
    }

    /** Folders to be mounted on themselves, outer ones first. */
    Set<Path> pinned() {
        return pinned;
    }

    /** Files and folders to be mounted read-only on themselves, after the pinned ones. */
    Set<Path> readOnly() {
        return readOnly;
    }

    /** All of them, for a sandbox that goes by names. */
    static List<Path> paths(Path folder) {
        var paths = new ArrayList<Path>();
        IN_GIT.forEach(name -> paths.add(folder.resolve(GIT).resolve(name)));
        NAMES.forEach(name -> paths.add(folder.resolve(name)));
        return paths;
    }

    /** Moves aside what was made since at names that must not be made, and returns a sentence for each. */
    List<String> restore() {
        var sentences = new ArrayList<String>();
        try {
            for (var folder : writable) {
                submodules(folder, (_, git) -> {
                    if (ofSubmodules.add(git)) {
                        watched.put(git, null);
                    }
                });
            }
        } catch (IOException e) {
            sentences.add("[It is not known which submodules the command made: " + e + "]");
        }
        watched.forEach((path, link) -> {
            try {
                if (ofSubmodules.contains(path) && Submodules.isHarmless(path)) {
                    return;
                }
                if (link == null ? !Files.exists(path, LinkOption.NOFOLLOW_LINKS) : link.equals(linked(path))) {
                    return;
                }
                Path aside = null;
                if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                    aside = free(path);
                    Files.move(path, aside);
                }
                if (link != null) {
                    Files.createSymbolicLink(path, link);
                }
                sentences.add("[The sandbox does not let a command make or replace " + path
                        + (aside == null ? "." : ": what the command made is now " + aside + ".") + "]");
            } catch (IOException e) {
                sentences.add("[The command made or replaced " + path
                        + ", which the sandbox does not allow, and it could not be moved aside: " + e
                        + ". Remove it before you start another program there.]");
            }
        });
        return sentences;
    }

    private void git(Path folder) throws IOException {
        var git = folder.resolve(GIT);
        var real = git;
        if (Files.isSymbolicLink(git)) {
            watched.put(git, Files.readSymbolicLink(git));
            real = Files.exists(git) ? git.toRealPath() : git;
        }
        if (!Files.exists(git, LinkOption.NOFOLLOW_LINKS)) {
            watched.put(git, null);
            watched.put(folder.resolve("HEAD"), null); // The folder itself as a bare repository.
        } else if (Files.isDirectory(real)) {
            pin(real);
            hooks(folder, real);
            for (var name : IN_GIT) {
                protect(real, real.resolve(name), !MAY_BE_MADE.contains(name));
            }
        } else if (Files.exists(real)) {
            fix(real); // It names the folder of the repository.
        }
    }

    /** Finds the {@code .git} of all submodules, also of those in others. */
    private void submodules(Path folder, Found action) throws IOException {
        for (var submodule : Submodules.of(folder)) {
            // Git looks at none behind a link.
            if (!Files.exists(submodule) || submodule.toRealPath().equals(submodule)) {
                action.accept(folder, submodule.resolve(GIT));
                submodules(submodule, action);
            }
        }
    }

    /** What is done with a {@code .git} below a folder. */
    private interface Found {
        void accept(Path folder, Path git) throws IOException;
    }

    /** One that is there cannot be changed, moved or replaced. */
    private void submodule(Path folder, Path git) throws IOException {
        ofSubmodules.add(git);
        if (Files.isSymbolicLink(git) || !Files.isDirectory(git)) {
            protect(folder, git, true);
        } else {
            for (var name : IN_GIT) {
                protect(folder, git.resolve(name), !MAY_BE_MADE.contains(name));
            }
        }
    }

    /** The folder of hooks that the configuration of a repository names. */
    private void hooks(Path folder, Path git) throws IOException {
        var config = git.resolve(CONFIG);
        if (!Files.isRegularFile(config)) {
            return;
        }
        var text = new String(RegularFile.read(config, LARGEST_CONFIG), StandardCharsets.ISO_8859_1);
        var matcher = HOOKS_PATH.matcher(text);
        while (matcher.find()) {
            var hooks = folder.resolve(matcher.group(1).strip()).normalize();
            if (hooks.startsWith(folder) && !hooks.equals(folder)) {
                protect(folder, hooks, true);
            }
        }
    }

    /** Protects a path below a folder, with all folders between the two. */
    private void protect(Path folder, Path path, boolean alsoMissing) throws IOException {
        var at = folder;
        var names = folder.relativize(path);
        for (int i = 0; i < names.getNameCount(); i++) {
            at = at.resolve(names.getName(i));
            boolean last = i == names.getNameCount() - 1;
            if (Files.isSymbolicLink(at)) {
                watched.put(at, Files.readSymbolicLink(at));
                if (!Files.exists(at)) {
                    return;
                }
                at = at.toRealPath();
            }
            if (!Files.exists(at)) {
                if (alsoMissing) {
                    watched.put(path, null);
                }
                return;
            }
            if (last) {
                fix(at);
            } else if (Files.isDirectory(at)) {
                pin(at);
            }
        }
    }

    private void pin(Path folder) {
        if (isWritable(folder)) {
            pinned.add(folder);
        }
    }

    private void fix(Path path) {
        if (isWritable(path)) {
            readOnly.add(path);
        }
    }

    /** Outside of writable folders everything is read-only or hidden, and must stay so. */
    private boolean isWritable(Path path) {
        return writable.stream().anyMatch(path::startsWith);
    }

    private static @Nullable Path linked(Path path) throws IOException {
        return Files.isSymbolicLink(path) ? Files.readSymbolicLink(path) : null;
    }

    private static Path free(Path path) {
        for (int i = 1; ; i++) {
            var aside = path.resolveSibling(path.getFileName() + ASIDE + i);
            if (!Files.exists(aside, LinkOption.NOFOLLOW_LINKS)) {
                return aside;
            }
        }
    }
}
