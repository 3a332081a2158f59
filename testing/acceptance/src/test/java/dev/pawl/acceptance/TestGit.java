package dev.pawl.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Git as a test uses it: with an author, and without hooks or filters of the repository. */
public final class TestGit {
    private TestGit() {}

    /** Runs a command that must succeed, and returns what it printed. */
    public static String run(Path folder, String... words) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("git", "-c", "user.name=t", "-c", "user.email=t@example.org"));
        command.addAll(List.of("-c", "core.hooksPath=/dev/null", "-c", "filter.evil.clean="));
        command.addAll(List.of(words));
        var process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text.strip();
    }
}
