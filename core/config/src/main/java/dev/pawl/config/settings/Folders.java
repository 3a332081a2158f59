package dev.pawl.config.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The folders that one start works with.
 *
 * @param home what {@code ~} stands for
 * @param agentDir the user's own settings, skills and so on
 * @param cwd the project
 * @param managed the folders in which an organisation keeps settings for all users of the machine
 */
public record Folders(Path home, Path agentDir, Path cwd, List<Path> managed) {
    /** The name of the folder that holds what a project, and below the home folder a user, brings. */
    public static final String CONFIG_DIR = ".pi";

    /** Where an organisation's settings are; only an administrator can write there. */
    private static final List<Path> MANAGED =
            List.of(Path.of("/etc/pawl"), Path.of("/Library/Application Support/Pawl"));

    public Folders {
        managed = List.copyOf(managed);
        home = home.toAbsolutePath().normalize();
        agentDir = agentDir.toAbsolutePath().normalize();
        cwd = cwd.toAbsolutePath().normalize();
    }

    /** The folders of a user on this machine. */
    public Folders(Path home, Path agentDir, Path cwd) {
        this(home, agentDir, cwd, MANAGED);
    }

    /**
     * The folders from the environment: {@code HOME} and {@code PI_CODING_AGENT_DIR}, if they are set, and
     * {@code PAWL_MANAGED}, a folder beside those of the machine, if it belongs to the administrator.
     */
    public static Folders of(Map<String, String> environment, Path cwd) {
        // HOME first, as every other program of a terminal does; the JVM's own idea of it ignores HOME.
        var variable = environment.getOrDefault("HOME", "");
        var home = Path.of(variable.isEmpty() ? System.getProperty("user.home", "/") : variable);
        var chosen = environment.getOrDefault("PI_CODING_AGENT_DIR", "");
        var standard = home.resolve(CONFIG_DIR).resolve("agent");
        var folders = new Folders(home, standard, cwd, managed(environment.getOrDefault("PAWL_MANAGED", "")));
        var agentDir = chosen.isEmpty() ? null : folders.find(folders.cwd, chosen);
        return agentDir == null ? folders : new Folders(home, agentDir, cwd, folders.managed);
    }

    /** What a variable names is added: no environment hides the settings of the machine. */
    private static List<Path> managed(String variable) {
        if (variable.isEmpty()) {
            return MANAGED;
        }
        var all = new ArrayList<>(MANAGED);
        try {
            var folder = Path.of(variable).toRealPath();
            boolean ofAdministrator = Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                            .equals(0)
                    && Files.getPosixFilePermissions(folder).stream()
                            .noneMatch(
                                    Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE)
                                            ::contains);
            if (ofAdministrator) {
                all.add(folder);
            }
        } catch (IOException | RuntimeException e) {
            // What cannot be looked at is nothing that an administrator set.
        }
        return all;
    }

    /** The same user's, in another project. */
    public Folders at(Path project) {
        return new Folders(home, agentDir, project, managed);
    }

    /** Returns what the project brings. */
    public Path projectDir() {
        return cwd.resolve(CONFIG_DIR);
    }

    /** The folder of a layer's settings, where relative paths in them start. */
    public Path of(Layer layer) {
        return switch (layer) {
            case MANAGED -> managed.getFirst();
            case USER -> agentDir;
            case PROJECT -> projectDir();
        };
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
