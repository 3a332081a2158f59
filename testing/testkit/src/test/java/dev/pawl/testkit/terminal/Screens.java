package dev.pawl.testkit.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Screens as files that are reviewed like code; {@code -Dgoldens=write} rewrites them. */
final class Screens {
    private static final Path FOLDER = Path.of("src/test/resources/goldens");

    private Screens() {}

    /** Compares the screen, cursor included, with {@code goldens/<name>.txt}. */
    static void check(String name, VirtualTerminal terminal) throws IOException {
        var file = FOLDER.resolve(name + ".txt");
        var text = String.join("\n", terminal.screen()).stripTrailing() + "\ncursor " + terminal.cursor() + "\n";
        if ("write".equals(System.getProperty("goldens"))) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        }
        assertThat(file).as("-Dgoldens=write writes it").exists();
        assertThat(text).as(file + "; -Dgoldens=write rewrites it").isEqualTo(Files.readString(file));
    }
}
