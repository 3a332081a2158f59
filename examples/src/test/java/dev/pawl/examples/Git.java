package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.value.ExecOptions;
import dev.pawl.hooks.bound.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The real git, in the repositories of tests. */
final class Git {
    private Git() {}

    /** Runs it and gives back what it prints; a failure is one of the test. */
    static String run(Path folder, String... arguments) throws InterruptedException {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        var result = Program.run(folder, ExecOptions.DEFAULT, command);
        assertThat(result.ok()).as(result.stderr()).isTrue();
        return result.stdout();
    }

    /** Makes a repository that holds what lies in the folder. */
    static void init(Path folder) throws InterruptedException {
        run(folder, "init", "--quiet");
        run(folder, "config", "user.name", "Somebody");
        run(folder, "config", "user.email", "somebody@example.org");
        run(folder, "config", "commit.gpgsign", "false");
        run(folder, "add", ".");
        run(folder, "commit", "--quiet", "--allow-empty", "--message", "first");
    }
}
