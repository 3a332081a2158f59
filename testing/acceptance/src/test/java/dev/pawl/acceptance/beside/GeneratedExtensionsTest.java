package dev.pawl.acceptance.beside;

import dev.pawl.machine.Beside;
import dev.pawl.machine.Pi;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Extensions that a seed decides do in Pawl what they do in pi. */
@Beside
class GeneratedExtensionsTest {
    @TempDir
    static Path dir;

    private static Extensions extensions;

    @BeforeAll
    static void find() {
        extensions = new Extensions(dir);
    }

    /** {@code -Dpawl.seed=SEED} begins elsewhere, {@code -Dpawl.beside.count=N} runs more or fewer. */
    static LongStream seeds() {
        long first = Long.getLong("pawl.seed", 1);
        return LongStream.range(first, first + Long.getLong("pawl.beside.count", 20));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void they_do_what_they_do_in_pi(long seed) throws Exception {
        var folder = dir.resolve("seed-" + seed);
        var name = "generated extension, seed " + (seed < 10 ? "0" : "") + seed;
        extensions.compare(name, Pi.REFERENCE, folder, new GeneratedExtension(seed).write(folder));
    }
}
