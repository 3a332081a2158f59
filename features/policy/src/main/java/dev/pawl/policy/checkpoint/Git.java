package dev.pawl.policy.checkpoint;

import dev.pawl.base.GitCommand;
import dev.pawl.base.file.OwnerOnly;
import dev.pawl.tools.shell.PipedPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Runs git in a repository of its own, with an index of its own and nothing of the user's configuration. */
final class Git {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int LONGEST_ERROR = 4_000;

    private final PipedPrograms programs;
    private final Path repository;
    private final Path index;

    /**
     * A repository that need not exist yet.
     *
     * @param index the index of this program; other programs may use the same repository
     */
    Git(PipedPrograms programs, Path repository, Path index) {
        // A git hook that starts this program sets variables for the user's repository.
        this.programs = programs.inheriting(name -> !name.startsWith("GIT_"));
        this.repository = repository;
        this.index = index;
    }

    Path repository() {
        return repository;
    }

    /** Creates the repository, unless it exists. */
    void create() throws IOException, InterruptedException {
        if (Files.exists(repository.resolve("HEAD"))) {
            return;
        }
        Files.createDirectories(repository.getParent());
        if (!Files.isDirectory(repository)) {
            Files.createDirectory(repository, OwnerOnly.folder(repository));
        }
        run(new byte[0], 10_000, "init", "--quiet", "--bare", "--template=");
    }

    /** The output of one command. */
    byte[] run(byte[] input, int most, String... arguments) throws IOException, InterruptedException {
        var command = GitCommand.of(arguments);
        var words = command.words("core.protectNTFS=false", "core.protectHFS=false", "core.looseCompression=1");
        var variables = Map.of(
                "GIT_DIR", repository.toString(),
                "GIT_INDEX_FILE", index.toString(),
                "GIT_CONFIG_NOSYSTEM", "1",
                "GIT_CONFIG_SYSTEM", "/dev/null",
                "GIT_CONFIG_GLOBAL", "/dev/null",
                "GIT_ATTR_NOSYSTEM", "1",
                "GIT_TERMINAL_PROMPT", "0",
                "GIT_OPTIONAL_LOCKS", "0",
                "LC_ALL", "C");
        var ended = programs.runToEnd(new PipedPrograms.Run(words, repository, variables, input, LIMIT, most));
        if (ended.exit() != 0 || ended.flooded()) {
            var errorText = new String(ended.error(), StandardCharsets.UTF_8).strip();
            throw new IOException(command.name() + " failed: "
                    + (ended.flooded()
                            ? "its output is longer than " + most + " bytes"
                            : errorText.isEmpty()
                                    ? "exit code " + ended.exit()
                                    : errorText.substring(0, Math.min(LONGEST_ERROR, errorText.length()))));
        }
        return ended.output();
    }
}
