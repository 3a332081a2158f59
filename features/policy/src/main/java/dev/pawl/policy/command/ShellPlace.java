package dev.pawl.policy.command;

import dev.pawl.api.shell.PlainLine.NotPlain;
import dev.pawl.api.shell.Word;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a command line is to run.
 *
 * @param project the folder whose programs are not trusted
 * @param environment the variables that commands inherit
 * @param shell the shell of the settings; null for bash
 */
public record ShellPlace(
        Path cwd,
        Path project,
        Path home,
        Map<String, String> environment,
        @Nullable String shell) {
    private static final Set<String> OPTIONS_OF_SHELLS = Set.of("BASHOPTS", "SHELLOPTS", "POSIXLY_CORRECT");

    /** Variables from which the shell, the loader and the programs on the list take programs, libraries and configurations. */
    private static final Set<String> FILES_OF_PROGRAMS = Set.of(
            "BASH_ENV",
            "LD_PRELOAD",
            "LD_LIBRARY_PATH",
            "LD_AUDIT",
            "GCONV_PATH",
            "RIPGREP_CONFIG_PATH",
            "GIT_CONFIG_GLOBAL",
            "GIT_CONFIG_SYSTEM",
            "GIT_EXEC_PATH",
            "GIT_EXTERNAL_DIFF");

    public ShellPlace {
        environment = Map.copyOf(environment);
    }

    WorkingFolders folders() {
        return new WorkingFolders(cwd, home, environment);
    }

    /** Checks that the shell reads plain shapes as they are meant, and nothing of the project before them. */
    void check() throws NotPlain {
        if (shell != null && !Set.of("bash", "sh", "dash", "ash").contains(base(shell))) {
            throw new NotPlain("the shell of the settings is neither bash nor sh");
        }
        for (var name : OPTIONS_OF_SHELLS) {
            if (environment.containsKey(name)) {
                throw new NotPlain("the environment sets " + name + ", with which the shell reads lines differently");
            }
        }
        for (var name : FILES_OF_PROGRAMS) {
            for (var entry : environment.getOrDefault(name, "").split("[: ]", -1)) {
                if (!entry.isEmpty() && (!entry.startsWith("/") || isOfProject(entry))) {
                    throw new NotPlain("the environment names a file for programs, " + name + "=" + entry
                            + ", that the project may have");
                }
            }
        }
    }

    private boolean isOfProject(String file) {
        try {
            return Path.of(file).normalize().startsWith(project);
        } catch (InvalidPathException e) {
            return true;
        }
    }

    private static String base(String program) {
        return program.substring(program.lastIndexOf('/') + 1);
    }

    /** The name of a program of the system, or of the shell; an exception if it may be another one. */
    String program(Word word) throws NotPlain {
        var written = word.exactText();
        if (written == null || written.isEmpty()) {
            throw new NotPlain("which program runs is only known when it runs: " + word);
        }
        if (written.indexOf('/') >= 0) {
            if (!TrustedFolders.contain(written)) {
                throw new NotPlain(written + " is not a program of the system");
            }
            checkPlace(Path.of(written));
            return base(written);
        }
        if (!ReadingPrograms.OF_THE_SHELL.contains(written)) {
            checkPath(written);
        } else if (written.equals("cd") && environment.containsKey("CDPATH")) {
            throw new NotPlain("where cd goes depends on CDPATH");
        }
        return written;
    }

    /** A folder of the project on the path may hold a program of the same name. */
    private void checkPath(String name) throws NotPlain {
        var path = environment.get("PATH");
        if (path == null) {
            return;
        }
        for (var entry : path.split(":", -1)) {
            try {
                var folder = Path.of(entry);
                boolean own = !folder.isAbsolute() || folder.startsWith(project);
                if (entry.isEmpty() || (own && (!folder.isAbsolute() || Files.exists(folder.resolve(name))))) {
                    throw new NotPlain("the path of programs has the folder \"" + entry
                            + "\", where the project may have a program " + name);
                }
                if (Files.isExecutable(folder.resolve(name))) {
                    checkPlace(folder.resolve(name));
                    return;
                }
            } catch (InvalidPathException e) {
                throw new NotPlain("the path of programs cannot be read");
            }
        }
    }

    /** A link may lead from a folder of the system into the project. */
    private void checkPlace(Path program) throws NotPlain {
        try {
            if (program.toRealPath().startsWith(project)) {
                throw new NotPlain(program + " is a program of the project");
            }
        } catch (IOException e) {
            // Then it cannot be started.
        }
    }
}
