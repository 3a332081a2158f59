package dev.pawl.config.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The folders that one start works with.
 *
 * @param home what {@code ~} stands for
 * @param agentDir the user's own settings, skills and so on
 * @param cwd the project
 */
public record Folders(Path home, Path agentDir, Path cwd) {
    /** The name of the folder that holds what a project, and below the home folder a user, brings. */
    public static final String CONFIG_DIR = ".pi";

    public Folders {
        home = home.toAbsolutePath().normalize();
        agentDir = agentDir.toAbsolutePath().normalize();
        cwd = cwd.toAbsolutePath().normalize();
    }

    /** The folders from the environment: {@code HOME} and {@code PI_CODING_AGENT_DIR}, if they are set. */
    public static Folders of(Map<String, String> environment, Path cwd) {
        // HOME first, as every other program of a terminal does; the JVM's own idea of it ignores HOME.
        var variable = environment.getOrDefault("HOME", "");
        var home = Path.of(variable.isEmpty() ? System.getProperty("user.home", "/") : variable);
        var chosen = environment.getOrDefault("PI_CODING_AGENT_DIR", "");
        var standard = home.resolve(CONFIG_DIR).resolve("agent");
        var folders = new Folders(home, standard, cwd);
        var agentDir = chosen.isEmpty() ? null : folders.find(folders.cwd, chosen);
        return agentDir == null ? folders : new Folders(home, agentDir, cwd);
    }

    /** What the project brings. */
    public Path projectDir() {
        return cwd.resolve(CONFIG_DIR);
    }

    /** The folder of a layer's settings, where relative paths in them start. */
    public Path of(Layer layer) {
        return layer == Layer.USER ? agentDir : projectDir();
    }

    public Path settingsFile(Layer layer) {
        return of(layer).resolve("settings.json");
    }

    /** The path that a user wrote, with {@code ~} for the home folder; null if it can be no path. */
    public @Nullable Path find(Path base, String written) {
        try {
            var text = written.strip();
            if (text.equals("~")) {
                return home;
            }
            return (text.startsWith("~/") ? home.resolve(text.substring(2)) : base.resolve(text)).normalize();
        } catch (InvalidPathException _) {
            return null;
        }
    }

    /**
     * The folder that a file found in some folder must be in after links are resolved: the repository, or the folder
     * itself where there is none. Null for the user's own folders, whose files may be links to anywhere.
     */
    @Nullable
    public Path confines(Path folder) {
        if (folder.startsWith(agentDir) || folder.equals(home)) {
            return null;
        }
        for (var above = cwd; above != null && !home.startsWith(above); above = above.getParent()) {
            if (Files.exists(above.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
                return folder.startsWith(above) ? above : folder;
            }
        }
        return folder.startsWith(cwd) ? cwd : folder;
    }

    /** One name for a file or folder, on whichever way one gets there. */
    public static Path canonical(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException _) {
            return path.toAbsolutePath().normalize();
        }
    }
}
