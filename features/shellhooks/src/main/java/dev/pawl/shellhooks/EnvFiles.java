package dev.pawl.shellhooks;

import dev.pawl.api.Host;
import dev.pawl.api.tool.SpawnRequest;
import dev.pawl.base.Programs;
import dev.pawl.shellhooks.answer.Answer;
import dev.pawl.shellhooks.dialect.Dialect.Rule;
import dev.pawl.shellhooks.file.ShellHook;
import dev.pawl.tools.shell.PipedPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The variables that hooks write into a file at the start of a session, for the commands that run later. */
final class EnvFiles {
    private static final String VARIABLE = "CLAUDE_ENV_FILE";
    private static final int MOST = 1 << 20;

    private final PipedPrograms programs;
    private final Map<String, String> variables = new LinkedHashMap<>();

    EnvFiles(PipedPrograms programs) {
        this.programs = programs;
    }

    /** Runs a hook with more variables. */
    @FunctionalInterface
    interface Run {
        Answer run(Map<String, String> variables) throws InterruptedException;
    }

    void install(Host host) {
        host.spawn(this::applied);
    }

    private synchronized SpawnRequest applied(SpawnRequest request) {
        var changed = request;
        for (var variable : variables.entrySet()) {
            changed = changed.withVariable(variable.getKey(), variable.getValue());
        }
        return changed;
    }

    /** Runs a hook, and keeps the variables that it wrote if it may write some. */
    Answer collecting(ShellHook hook, Run run) throws InterruptedException {
        if (!hook.dialect().has(Rule.VARIABLES, hook.moment())) {
            return run.run(Map.of());
        }
        Path file;
        try {
            file = Files.createTempFile("pawl-hook-env", ".sh");
        } catch (IOException e) {
            return run.run(Map.of());
        }
        try {
            var answer = run.run(Map.of(VARIABLE, file.toString()));
            if (Files.size(file) > 0) {
                read(file);
            }
            answer.extras().environment().forEach(this::enter);
            return answer;
        } catch (IOException e) {
            throw new IllegalStateException("the variables of a hook could not be read: " + e.getMessage(), e);
        } finally {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // It stays in the folder for temporary files.
            }
        }
    }

    /** A shell itself reads the file, for it may hold anything that a shell can: bash where there is one. */
    private void read(Path file) throws IOException, InterruptedException {
        var bash = Programs.find("bash", programs.environment());
        var shell = bash == null ? "/bin/sh" : bash.toString();
        var words = List.of(shell, "-c", ". \"$1\" >/dev/null 2>&1; env -0", "sh", file.toString());
        var cwd = file.toAbsolutePath().getParent();
        var ended = programs.run(new PipedPrograms.Run(
                words, cwd == null ? Path.of("/") : cwd, Map.of(), new byte[0], Duration.ofSeconds(10), MOST));
        for (var line : new String(ended.output(), StandardCharsets.UTF_8).split("\0", -1)) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                enter(line.substring(0, equals), line.substring(equals + 1));
            }
        }
    }

    private synchronized void enter(String name, String value) {
        boolean ownOfShell =
                List.of("_", "SHLVL", "PWD", "OLDPWD", "PAWL_COMMAND_ID").contains(name);
        if (!ownOfShell && !value.equals(programs.environment().get(name))) {
            variables.put(name, value);
        }
    }
}
