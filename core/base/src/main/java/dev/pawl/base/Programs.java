package dev.pawl.base;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the programs that are installed on this machine.
 *
 * <p>Entries of the {@code PATH} that are relative are skipped: they would mean programs that the current project brings.
 */
public final class Programs {
    private static final String PATH = "PATH";

    private Programs() {}

    /** Returns where a program is, going by the absolute entries of the {@code PATH}; null if it is not installed. */
    public static @Nullable Path find(String name, Map<String, String> environment) {
        for (var folder : folders(environment)) {
            try {
                var program = Path.of(folder, name);
                if (Files.isRegularFile(program) && Files.isExecutable(program)) {
                    return program;
                }
            } catch (InvalidPathException e) {
                // No folder can have this name, so there is no program in it.
            }
        }
        return null;
    }

    /**
     * Returns a command with its program as an absolute path. One that is given with a slash is what was meant and stays.
     *
     * @throws IOException if the program is not installed
     */
    public static List<String> command(List<String> words, Map<String, String> environment) throws IOException {
        var name = words.getFirst();
        if (name.indexOf(File.separatorChar) >= 0) {
            return List.copyOf(words);
        }
        var program = name.isEmpty() ? null : find(name, environment);
        if (program == null) {
            throw new IOException("Cannot run program \"" + name
                    + "\": it is in no folder of the PATH; relative entries of the PATH are not searched");
        }
        var command = new ArrayList<>(words);
        command.set(0, program.toString());
        return List.copyOf(command);
    }

    /**
     * Prepares to start a program that has nothing to do with the project. It runs in the root of the file system, so that
     * it finds no configuration that a project brings: many programs look for theirs in the folder that they are started in
     * and above, and it may name other programs.
     *
     * @param command the program by its absolute path, and arguments that mean the same in every folder
     */
    public static ProcessBuilder away(List<String> command) {
        var builder = new ProcessBuilder(command).directory(Path.of("/").toFile());
        builder.environment().putAll(withoutRelativePath(System.getenv()));
        builder.environment().remove("OLDPWD");
        builder.environment().put("PWD", "/");
        return builder;
    }

    /** Returns an environment whose {@code PATH} has no relative entries, for a shell that looks for programs itself. */
    public static Map<String, String> withoutRelativePath(Map<String, String> environment) {
        if (!environment.containsKey(PATH)) {
            return environment;
        }
        var safe = new HashMap<>(environment);
        safe.put(PATH, String.join(File.pathSeparator, folders(environment)));
        return safe;
    }

    private static List<String> folders(Map<String, String> environment) {
        var folders = new ArrayList<String>();
        for (var folder : environment.getOrDefault(PATH, "").split(File.pathSeparator, -1)) {
            if (new File(folder).isAbsolute()) {
                folders.add(folder);
            }
        }
        return folders;
    }
}
