package dev.pawl.testkit.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Runs the program itself, as it is on the class path of the test, in a home and a folder of the test's own. */
public record PawlProcess(Path home, Path cwd, Map<String, String> environment) {
    public PawlProcess(Path home, Path cwd) {
        this(home, cwd, Map.of());
    }

    /** With more in its environment. */
    public PawlProcess with(Map<String, String> more) {
        return new PawlProcess(home, cwd, Map.copyOf(more));
    }

    /** What a run printed and how it ended. */
    public record Run(String out, String err, int status) {}

    /** Runs it to its end, with no input and no user at the terminal. */
    public Run run(String... args) throws IOException, InterruptedException {
        var out = Files.createTempFile("pawl", ".out");
        var err = Files.createTempFile("pawl", ".err");
        try {
            var process = builder(args)
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            process.getOutputStream().close();
            int status = process.waitFor();
            return new Run(text(out), text(err), status);
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    /** Starts it, to be talked to through its standard input and output. */
    public Process start(String... args) throws IOException {
        return builder(args).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    /**
     * Starts it in a terminal of its own, whose name is written to a file, to be typed to and looked at; {@code script}
     * of util-linux makes it.
     */
    public Process startInTerminal(int columns, int rows, Path tty, String... args) throws IOException {
        var quoted = new StringBuilder("tty > '" + tty + "'; stty cols " + columns + " rows " + rows + ";");
        for (var word : builder(args).command()) {
            quoted.append(" '").append(word.replace("'", "'\\''")).append('\'');
        }
        var terminal = builder().command("script", "-qec", quoted.toString(), "/dev/null");
        terminal.environment().putAll(Map.of("TERM", "xterm", "NO_COLOR", "1", "SHELL", "/bin/sh"));
        terminal.environment().putAll(environment);
        return terminal.redirectErrorStream(true).start();
    }

    private ProcessBuilder builder(String... args) {
        var builder = new ProcessBuilder(ProgramCommand.of(args)).directory(cwd.toFile());
        builder.environment().put("HOME", home.toString());
        builder.environment().remove("PI_CODING_AGENT_DIR");
        builder.environment().putAll(environment);
        return builder;
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }
}
