package dev.pawl.mcp.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The official suite of the protocol, run against the client of this room by the script that users run. */
@Deep
class OfficialSuiteTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @CsvSource({"2025-11-25, 18", "2026-07-28, 32"})
    void every_scenario_that_a_version_requires_passes(String version, int required) throws Exception {
        Needed.program("npm");
        var log = dir.resolve("log").toFile();
        var builder = new ProcessBuilder("bash", "./conformance", version)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(log);
        builder.environment().put("PAWL_MCP_CLASSES", System.getProperty("java.class.path"));
        int status = builder.start().waitFor();
        var output = Files.readString(log.toPath());
        assertThat(status).as(output).isZero();
        // The suite also runs scenarios of extensions, which it does not count.
        assertThat(output.lines().filter(line -> line.startsWith("✓ "))).hasSizeGreaterThanOrEqualTo(required);
    }
}
