package dev.pawl.fleet.worktree;

import dev.pawl.base.GitCommand;
import dev.pawl.cli.Places;
import dev.pawl.tools.LocalTools;
import dev.pawl.tools.shell.PipedPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;

/** Runs git in a repository, with nothing that the repository configures: no hooks, no file system monitor, no filters. */
final class TreeGit {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int MOST = 16 << 20;

    private final PipedPrograms programs;

    TreeGit(Places places) {
        this.programs = new LocalTools(places.environment(), places.home())
                .programs(null)
                .inheriting(name -> !name.startsWith("GIT_"));
    }

    /** Returns what a command prints. */
    String run(Path place, String... arguments) throws IOException, InterruptedException {
        return run(place, Map.of(), arguments);
    }

    /** As above, with further variables in its environment. */
    String run(Path place, Map<String, String> variables, String... arguments)
            throws IOException, InterruptedException {
        var filters = new ArrayList<String>();
        for (var name : run(
                        place,
                        Map.of(),
                        GitCommand.of("config", "--local", "--name-only", "--get-regexp", "^filter\\."),
                        true)
                .lines()
                .toList()) {
            filters.add(name + (name.endsWith(".required") ? "=false" : "="));
        }
        return run(place, variables, GitCommand.of(arguments), false, filters.toArray(String[]::new));
    }

    private String run(Path place, Map<String, String> more, GitCommand command, boolean mayFail, String... settings)
            throws IOException, InterruptedException {
        var variables = new HashMap<>(Map.of("GIT_TERMINAL_PROMPT", "0", "GIT_OPTIONAL_LOCKS", "0", "LC_ALL", "C"));
        variables.putAll(more);
        var ended = programs.runToEnd(
                new PipedPrograms.Run(command.words(settings), place, variables, new byte[0], LIMIT, MOST));
        if (ended.exit() != 0 && !mayFail) {
            throw new IOException(command.name() + " failed in " + place + ": "
                    + new String(ended.error(), StandardCharsets.UTF_8).strip());
        }
        return new String(ended.output(), StandardCharsets.UTF_8);
    }
}
