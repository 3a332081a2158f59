package dev.pawl.packages.install;

import dev.pawl.base.FailureText;
import dev.pawl.base.GitCommand;
import dev.pawl.base.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Runs npm and git, with the environment that the program was started in and without a terminal. */
final class Commands {
    private static final int LAST_WORDS = 800;
    private static final int MOST_OUTPUT = 16 << 20;

    private final Map<String, String> environment;

    Commands(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Returns what npm printed on standard output; a failure contains what it printed elsewhere. */
    String npm(Path folder, List<String> arguments) throws IOException, InterruptedException {
        var words = new ArrayList<>(List.of("npm"));
        words.addAll(arguments);
        return run(folder, "npm " + arguments.getFirst(), words);
    }

    /** Returns what git printed on standard output; a failure contains what it printed elsewhere. */
    String git(Path folder, GitCommand command) throws IOException, InterruptedException {
        return run(folder, command.name(), command.words());
    }

    private String run(Path folder, String name, List<String> words) throws IOException, InterruptedException {
        var program = words.getFirst();
        Process process;
        try {
            var builder = new ProcessBuilder(Programs.command(words, environment)).directory(folder.toFile());
            builder.environment().clear();
            // npm starts git for dependencies that are repositories.
            builder.environment().putAll(GitCommand.environment(Programs.withoutRelativePath(environment)));
            builder.environment().put("GIT_ALLOW_PROTOCOL", "https:http:ssh:git");
            builder.environment().putIfAbsent("GIT_SSH_COMMAND", "ssh -o BatchMode=yes");
            process = builder.start();
        } catch (IOException e) {
            throw new InstallFailed(
                    program + " could not be started (" + e.getMessage() + "). Install " + program + ", then try again",
                    e);
        }
        try {
            process.getOutputStream().close();
            var errors = new FutureTask<>(() -> text(process.getErrorStream().readNBytes(MOST_OUTPUT)));
            Thread.ofVirtual().start(errors);
            var out = text(process.getInputStream().readNBytes(MOST_OUTPUT));
            int code = process.waitFor();
            if (code != 0) {
                var reported = errors.get();
                throw new InstallFailed(name + " failed: " + sentences(reported.isBlank() ? out : reported));
            }
            return out;
        } catch (ExecutionException e) {
            throw new IOException("what " + program + " printed cannot be read: " + e.getMessage(), e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String sentences(String output) {
        var plain = FailureText.ofNpm(output);
        return plain.length() > LAST_WORDS ? "… " + plain.substring(plain.length() - LAST_WORDS) : plain;
    }
}
