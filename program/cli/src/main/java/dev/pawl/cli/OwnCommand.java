package dev.pawl.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line that started this program, up to where its own arguments begin. */
public final class OwnCommand {
    private static final Path CMDLINE = Path.of("/proc/self/cmdline");

    /** The class that the launcher starts. */
    static final String MAIN = "dev.pawl.app.Main";

    private OwnCommand() {}

    /** Starts the same program with no terminal; empty if the line is not known. */
    public static List<String> line() {
        var words = words();
        var line = new ArrayList<String>();
        for (var word : words) {
            if (!word.startsWith("-Dpawl.tty=") && !word.startsWith("-Dpawl.out=") && !word.startsWith("-agentlib:")) {
                line.add(word);
            }
            if (word.equals(MAIN) || word.endsWith("/" + MAIN)) {
                int main = line.size() - 1;
                line.add(isModule(line, main) ? main - 1 : main, "-Dpawl.tty=");
                return List.copyOf(line);
            }
        }
        return List.of();
    }

    private static boolean isModule(List<String> line, int main) {
        return main > 0
                && (line.get(main - 1).equals("-m") || line.get(main - 1).equals("--module"));
    }

    private static List<String> words() {
        try {
            if (Files.exists(CMDLINE)) {
                var words = new ArrayList<>(
                        List.of(new String(Files.readAllBytes(CMDLINE), StandardCharsets.UTF_8).split("\0", -1)));
                words.set(
                        0,
                        Path.of(System.getProperty("java.home"), "bin", "java").toString());
                return words;
            }
        } catch (IOException e) {
            // The handle may know it.
        }
        var info = ProcessHandle.current().info();
        var words = new ArrayList<String>();
        info.command().ifPresent(words::add);
        words.addAll(List.of(info.arguments().orElse(new String[0])));
        return words;
    }
}
