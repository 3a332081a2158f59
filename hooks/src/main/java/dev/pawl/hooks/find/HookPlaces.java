package dev.pawl.hooks.find;

import java.nio.file.Path;
import java.util.List;

/**
 * Where one start looks for hooks.
 *
 * @param agentDir the user's folder, with {@code extensions}, {@code hooks} and {@code settings.json} in it
 * @param cwd the project, whose own folder is {@value #PROJECT_DIR}
 * @param home what {@code ~} stands for
 * @param trusted whether the project's hooks and settings count at all
 * @param userEntries what the user's settings name
 * @param projectEntries what the project's settings name
 * @param cliPaths what the command line names, in order
 * @param noDiscovery whether only the command line counts
 * @param projectFirst whether the order is command line, project, user instead of user, project, command line
 */
public record HookPlaces(
        Path agentDir,
        Path cwd,
        Path home,
        boolean trusted,
        List<String> userEntries,
        List<String> projectEntries,
        List<String> cliPaths,
        boolean noDiscovery,
        boolean projectFirst) {
    public static final String PROJECT_DIR = ".pi";

    public HookPlaces {
        agentDir = agentDir.toAbsolutePath().normalize();
        cwd = cwd.toAbsolutePath().normalize();
        home = home.toAbsolutePath().normalize();
        userEntries = List.copyOf(userEntries);
        projectEntries = List.copyOf(projectEntries);
        cliPaths = List.copyOf(cliPaths);
    }

    Path projectDir() {
        return cwd.resolve(PROJECT_DIR);
    }

    /** The folders of a user or a project that are searched, in order. */
    static List<Path> foldersIn(Path base) {
        return List.of(base.resolve("extensions"), base.resolve("hooks"));
    }

    /** Whether a folder holds hooks of its own standing, so that an {@code index.java} in it is a hook like any other. */
    boolean isHookFolder(Path folder) {
        return foldersIn(agentDir).contains(folder) || foldersIn(projectDir()).contains(folder);
    }

    /** The path that a person wrote, with {@code ~} for the home folder. */
    Path resolve(Path base, String written) {
        var inHome = written.equals("~") || written.startsWith("~/");
        return rootOf(base, written)
                .resolve(inHome ? written.substring(Math.min(2, written.length())) : written)
                .normalize();
    }

    /** What a path that a person wrote starts from. */
    Path rootOf(Path base, String written) {
        if (written.equals("~") || written.startsWith("~/")) {
            return home;
        }
        var root = Path.of(written).getRoot();
        return root == null ? base : root;
    }
}
