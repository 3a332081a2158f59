package dev.pawl.acceptance.beside;

import dev.pawl.machine.Beside;
import dev.pawl.machine.Pi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The published extensions of the list src/test/beside/extensions.txt do in Pawl what they do in pi. */
@Beside
class PublishedExtensionsTest {
    @TempDir
    static Path dir;

    private static Extensions extensions;

    @BeforeAll
    static void find() {
        extensions = new Extensions(dir);
    }

    /** Each with its version; {@code -Dpawl.beside.only=NAME} runs one. */
    static Stream<String> names() throws IOException {
        var only = System.getProperty("pawl.beside.only", "");
        return Files.readAllLines(Path.of("src/test/beside/extensions.txt")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#") && line.contains(only));
    }

    @ParameterizedTest
    @MethodSource("names")
    void it_does_what_it_does_in_pi(String published) throws Exception {
        var name = published.substring(0, published.lastIndexOf('@'));
        var folder = Pi.PLACE
                .resolve("extensions")
                .resolve(published)
                .resolve("node_modules")
                .resolve(name);
        extensions.compare("extension " + published, Pi.REFERENCE, folder, Extensions.of(folder));
    }
}
