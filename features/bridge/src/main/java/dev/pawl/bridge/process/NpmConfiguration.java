package dev.pawl.bridge.process;

import dev.pawl.base.Programs;
import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings for requests to npm's registry in npm's configuration.
 *
 * @param registry its address
 * @param certificates a file of certificates that are trusted, too; null for none
 */
record NpmConfiguration(String registry, @Nullable String certificates) {
    private static final String USUAL = "https://registry.npmjs.org/";
    private static final Set<String> PROXIES = Set.of("http_proxy", "https_proxy", "all_proxy");
    private static final String VARIABLE = "npm_config_";
    private static final int LARGEST = 1 << 20;

    /** Settings with which a plain request would not do what npm does. */
    private static final Pattern NEEDS_NPM = Pattern.compile(
            ".*(proxy|ca|cert|key|_auth|_authtoken|_password|strict[-_]ssl|offline|userconfig|globalconfig|:registry)(\\[])?");

    /** Returns what is configured; null if keys, proxies or several registries are, so that only npm can ask. */
    static @Nullable NpmConfiguration read(Map<String, String> environment) {
        var settings = new HashMap<String, String>();
        try {
            var node = Programs.find("node", environment);
            if (node != null) {
                settings.putAll(file(node.resolve("../../etc/npmrc").normalize()));
            }
            var home = environment.get("HOME");
            if (home != null) {
                settings.putAll(file(Path.of(home, ".npmrc")));
            }
        } catch (IOException e) {
            return null;
        }
        for (var variable : environment.entrySet()) {
            var name = variable.getKey().toLowerCase(Locale.ROOT);
            if (!variable.getValue().isEmpty() && (PROXIES.contains(name) || name.startsWith(VARIABLE))) {
                settings.put(name.startsWith(VARIABLE) ? name.substring(VARIABLE.length()) : name, variable.getValue());
            }
        }
        var registry = settings.getOrDefault("registry", USUAL);
        boolean plain = registry.startsWith("https://") || registry.startsWith("http://127.0.0.1:");
        return plain
                        && settings.keySet().stream()
                                .noneMatch(key -> NEEDS_NPM.matcher(key).matches())
                ? new NpmConfiguration(registry, settings.get("cafile"))
                : null;
    }

    private static Map<String, String> file(Path file) throws IOException {
        var settings = new HashMap<String, String>();
        if (Files.exists(file)) {
            for (var line : new String(RegularFile.read(file, LARGEST), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                int equals = line.indexOf('=');
                if (equals > 0 && !line.startsWith("#") && !line.startsWith(";")) {
                    var key = line.substring(0, equals).strip().toLowerCase(Locale.ROOT);
                    settings.put(key, line.substring(equals + 1).strip());
                }
            }
        }
        return settings;
    }
}
