package dev.pawl.config.trust;

import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The files of other agents that may hold hooks, below the user's home folder or a project. */
public final class ForeignFiles {
    private static final int LARGEST = 8 << 20;
    private static final List<String> OF_USER = List.of(
            ".claude/settings.json",
            ".codex/hooks.json",
            ".copilot/hooks",
            ".cursor/hooks.json",
            ".gemini/settings.json",
            ".omp/agent/hooks/pre",
            ".omp/agent/hooks/post",
            ".claude/hooks/pre",
            ".claude/hooks/post");
    private static final List<String> OF_PROJECT = List.of(
            ".claude/settings.json",
            ".claude/settings.local.json",
            ".codex/hooks.json",
            ".github/hooks",
            ".cursor/hooks.json",
            ".gemini/settings.json",
            ".omp/hooks/pre",
            ".omp/hooks/post",
            ".claude/hooks/pre",
            ".claude/hooks/post");

    private ForeignFiles() {}

    /** The user's files that are there and name hooks. */
    public static List<Path> ofUser(Path home) {
        return naming(home, OF_USER);
    }

    /** A project's files that are there and name hooks. */
    public static List<Path> ofProject(Path project) {
        return naming(project, OF_PROJECT);
    }

    private static List<Path> naming(Path root, List<String> names) {
        var found = new ArrayList<Path>();
        for (var name : names) {
            var path = root.resolve(name);
            if (namesHooks(path)) {
                found.add(path);
            }
        }
        return found;
    }

    /** Most of these files hold other settings, too; one that does not name hooks brings nothing that runs. */
    private static boolean namesHooks(Path path) {
        if (!Files.exists(path)) {
            return false;
        }
        if (Files.isDirectory(path)) {
            // The scripts of oh-my-pi are hooks themselves.
            boolean scripts = path.endsWith("pre") || path.endsWith("post");
            try (var files = Files.newDirectoryStream(path, scripts ? "[!.]*" : "*.json")) {
                for (var file : files) {
                    if (scripts ? Files.isRegularFile(file) : namesHooks(file)) {
                        return true;
                    }
                }
                return false;
            } catch (IOException | DirectoryIteratorException e) {
                return true;
            }
        }
        try {
            return new String(RegularFile.read(path, LARGEST), StandardCharsets.UTF_8).contains("\"hooks\"");
        } catch (IOException e) {
            return true;
        }
    }
}
