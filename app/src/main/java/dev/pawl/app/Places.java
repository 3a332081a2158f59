package dev.pawl.app;

import java.nio.file.Path;
import java.util.Map;

/** The surroundings that the program works in: its folders, and whether a debugger is asked for. */
record Places(Path home, Path agentDir, Path cwd, boolean debugging) {
    static Places of(Map<String, String> environment, Path cwd) {
        // HOME first, as every other program of a terminal does; the JVM's own idea of it ignores HOME.
        var home = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")));
        var chosen = environment.getOrDefault("PI_CODING_AGENT_DIR", "");
        var agentDir = chosen.isEmpty() ? home.resolve(".pi").resolve("agent") : expanded(chosen, home);
        return new Places(
                home,
                agentDir.toAbsolutePath(),
                cwd,
                !environment.getOrDefault("PAWL_DEBUG", "").isEmpty());
    }

    /** A path as a person reads it: with {@code ~} for the home folder. */
    String shown(String path) {
        var prefix = home + "/";
        return path.startsWith(prefix) ? "~/" + path.substring(prefix.length()) : path;
    }

    private static Path expanded(String path, Path home) {
        return path.startsWith("~/") ? home.resolve(path.substring(2)) : Path.of(path);
    }
}
