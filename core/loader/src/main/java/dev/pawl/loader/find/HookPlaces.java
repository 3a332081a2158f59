package dev.pawl.loader.find;

import java.nio.file.Path;
import java.util.List;

/**
 * Where one start looks for hooks.
 *
 * @param agentDir the user's folder, with {@code extensions}, {@code hooks} and {@code settings.json} in it
 * @param cwd the project, whose own folder is {@value #PROJECT_DIR}
 * @param home what {@code ~} stands for
 * @param trusted whether the project's hooks and settings count at all
 * @param named what settings and command line name besides
 * @param noDiscovery whether only the command line counts
 * @param projectFirst whether the order is command line, project, user, packages instead of user, packages, project,
 *     command line
 */
public record HookPlaces(
        Path agentDir, Path cwd, Path home, boolean trusted, Named named, boolean noDiscovery, boolean projectFirst) {
    public static final String PROJECT_DIR = ".pi";

    public HookPlaces {
        agentDir = agentDir.toAbsolutePath().normalize();
        cwd = cwd.toAbsolutePath().normalize();
        home = home.toAbsolutePath().normalize();
    }

    /**
     * Hooks that are named one by one.
     *
     * @param user by the user's settings
     * @param project by the project's settings
     * @param commandLine by the command line, in order
     * @param packages found in packages, those of the project first
     */
    public record Named(List<String> user, List<String> project, List<String> commandLine, List<HookFile> packages) {
        public static final Named NONE = new Named(List.of(), List.of(), List.of());

        /** Without packages. */
        public Named(List<String> user, List<String> project, List<String> commandLine) {
            this(user, project, commandLine, List.of());
        }

        public Named {
            packages = List.copyOf(packages);
            user = List.copyOf(user);
            project = List.copyOf(project);
            commandLine = List.copyOf(commandLine);
        }
    }

    Path projectDir() {
        return cwd.resolve(PROJECT_DIR);
    }

    /** Returns the folders of a user or a project that are searched, in order. */
    public static List<Path> foldersIn(Path base) {
        return List.of(base.resolve("extensions"), base.resolve("hooks"));
    }

    /** Returns whether a folder holds hooks of its own standing, so that an {@code index.java} in it is a hook like any other. */
    boolean isHookFolder(Path folder) {
        return foldersIn(agentDir).contains(folder) || foldersIn(projectDir()).contains(folder);
    }

    /** Returns the path that a user wrote, with {@code ~} for the home folder. */
    Path resolve(Path base, String written) {
        if (written.equals("~")) {
            return home;
        }
        return (written.startsWith("~/") ? home.resolve(written.substring(2)) : base.resolve(written)).normalize();
    }
}
