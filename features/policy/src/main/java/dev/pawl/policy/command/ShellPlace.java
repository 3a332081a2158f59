package dev.pawl.policy.command;

import dev.pawl.api.shell.PlainLine.NotPlain;
import dev.pawl.api.shell.Word;
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
    public ShellPlace {
        environment = Map.copyOf(environment);
    }

    WorkingFolders folders() {
        return new WorkingFolders(cwd, home, environment);
    }

    /** Whether the shell reads plain shapes as they are meant. */
    boolean isPlainShell() {
        return shell == null || Set.of("bash", "sh", "dash", "ash").contains(base(shell));
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
                    return;
                }
            } catch (InvalidPathException e) {
                throw new NotPlain("the path of programs cannot be read");
            }
        }
    }
}
