package dev.pawl.tools.search;

import dev.pawl.base.glob.IgnoreRules;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the ignore files that a search meets.
 *
 * @param ownName the name of the ignore files of the program whose place we take
 */
record Ignores(FileTree tree, String ownName, @Nullable IgnoreRules everywhere) {
    /** Returns whether a directory is in a git repository. */
    static boolean inRepository(FileTree tree, Path folder) throws InterruptedException {
        for (var at = folder; at != null; at = at.getParent()) {
            if (tree.exists(at.resolve(".git"))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the rules that hold above the root of a search. Outside of a repository there are none: a file that happens to be
     * in a home directory does not apply to a project in it.
     */
    @Nullable
    IgnoreScope above(Path root) throws InterruptedException {
        IgnoreScope scope = new IgnoreScope(null, Found.root(root).prefix(), null, null, null, null, false, everywhere);
        if (!inRepository(tree, root)) {
            return scope;
        }
        var folders = new ArrayList<Path>();
        for (var at = root.getParent(); at != null; at = at.getParent()) {
            folders.add(at);
        }
        for (var folder : folders.reversed()) {
            scope = in(scope, Found.root(folder), tree.exists(folder.resolve(".git")), true);
        }
        return scope;
    }

    /** Returns the rules that hold in a directory of which it is known what is in it. */
    @Nullable
    IgnoreScope in(@Nullable IgnoreScope above, Found folder, List<Found> entries) throws InterruptedException {
        boolean repository = false;
        boolean rules = false;
        for (var entry : entries) {
            if (entry.text().charAt(entry.name()) == '.') {
                var name = entry.text().substring(entry.name());
                repository |= name.equals(".git");
                rules |= name.equals(".gitignore") || name.equals(".ignore") || name.equals(ownName);
            }
        }
        return repository || rules ? in(above, folder, repository, rules) : above;
    }

    private IgnoreScope in(@Nullable IgnoreScope above, Found folder, boolean repository, boolean rules)
            throws InterruptedException {
        var path = folder.path();
        return new IgnoreScope(
                above,
                folder.prefix(),
                rules ? IgnoreRules.of(tree.read(path.resolve(ownName))) : null,
                rules ? IgnoreRules.of(tree.read(path.resolve(".ignore"))) : null,
                rules ? IgnoreRules.of(tree.read(path.resolve(".gitignore"))) : null,
                repository ? IgnoreRules.of(tree.read(path.resolve(".git/info/exclude"))) : null,
                repository,
                null);
    }

    /** Returns the rules of the user's own ignore file for all repositories, found as ripgrep and fd find it. */
    static @Nullable IgnoreRules everywhere(FileTree tree, Map<String, String> environment, Path home)
            throws InterruptedException {
        var xdg = environment.getOrDefault("XDG_CONFIG_HOME", "");
        var config = xdg.isEmpty() ? home.resolve(".config") : Path.of(xdg);
        var named = named(tree.read(home.resolve(".gitconfig")), home);
        if (named == null) {
            named = named(tree.read(config.resolve("git/config")), home);
        }
        return IgnoreRules.of(tree.read(named == null ? config.resolve("git/ignore") : named));
    }

    /** Returns the file that git's settings name; null if they name none. */
    private static @Nullable Path named(byte @Nullable [] settings, Path home) {
        if (settings == null) {
            return null;
        }
        for (var line : new String(settings, StandardCharsets.UTF_8).split("\n")) {
            int equals = line.indexOf('=');
            if (equals > 0
                    && line.substring(0, equals)
                            .strip()
                            .toLowerCase(Locale.ROOT)
                            .equals("excludesfile")) {
                var value = line.substring(equals + 1).strip().replace("\"", "");
                return value.startsWith("~/") ? home.resolve(value.substring(2)) : Path.of(value);
            }
        }
        return null;
    }
}
