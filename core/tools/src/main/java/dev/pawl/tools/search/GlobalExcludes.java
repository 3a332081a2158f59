package dev.pawl.tools.search;

import dev.pawl.base.glob.IgnoreRules;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The user's own ignore file for all repositories, found as ripgrep and fd find it. */
final class GlobalExcludes {
    private GlobalExcludes() {}

    static @Nullable IgnoreRules read(FileTree tree, Map<String, String> environment, Path home)
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
        for (var line : new String(settings, java.nio.charset.StandardCharsets.UTF_8).split("\n")) {
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
