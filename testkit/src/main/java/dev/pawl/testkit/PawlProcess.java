package dev.pawl.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the program itself, as it is on the class path of the test, in a home and a folder of the test's own. */
public record PawlProcess(Path home, Path cwd) {
    /** What a run printed and how it ended. */
    public record Run(String out, String err, int status) {}

    /** Runs it to its end, with nothing to read and nobody at the terminal. */
    public Run run(String... args) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.pawl.app.Main"));
        command.addAll(List.of(args));
        var out = Files.createTempFile("pawl", ".out");
        var err = Files.createTempFile("pawl", ".err");
        try {
            var builder = new ProcessBuilder(command)
                    .directory(cwd.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().put("HOME", home.toString());
            builder.environment().remove("PI_CODING_AGENT_DIR");
            var process = builder.start();
            process.getOutputStream().close();
            int status = process.waitFor();
            return new Run(text(out), text(err), status);
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }
}
