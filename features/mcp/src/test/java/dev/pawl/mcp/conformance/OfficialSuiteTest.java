package dev.pawl.mcp.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The official suite of the protocol, run against the client of this room by the script that users run.
 *
 * <p>The suite starts a program for each scenario. Here it is a shell that has the scenario played in this JVM, in which the
 * client is compiled already.
 */
@Deep
class OfficialSuiteTest {
    private static final String CLIENT = """
        #!/usr/bin/env bash
        exec 3<> /dev/tcp/127.0.0.1/PORT
        printf '%s\\n' "${@: -1}" "$MCP_CONFORMANCE_PROTOCOL_VERSION" "$MCP_CONFORMANCE_CONTEXT" >&3
        while read -r line <&3; do
            [[ $line != passed ]] || exit 0
            echo "$line" >&2
        done
        exit 1
        """;

    @TempDir
    Path dir;

    @ParameterizedTest
    @CsvSource({"2025-11-25, 18", "2026-07-28, 32"})
    void every_scenario_that_a_version_requires_passes(String version, int required) throws Exception {
        Needed.program("npm");
        try (var scenarios = new ServerSocket(0, 100, InetAddress.getByName("127.0.0.1"))) {
            Thread.ofVirtual().start(() -> play(scenarios));
            var client = Files.writeString(
                    dir.resolve("client"), CLIENT.replace("PORT", String.valueOf(scenarios.getLocalPort())));
            assertThat(client.toFile().setExecutable(true)).isTrue();
            var log = dir.resolve("log").toFile();
            var builder = new ProcessBuilder("bash", "./conformance", version)
                    .redirectInput(new File("/dev/null"))
                    .redirectErrorStream(true)
                    .redirectOutput(log);
            builder.environment().put("PAWL_MCP_CLIENT", client.toString());
            int status = builder.start().waitFor();
            var output = Files.readString(log.toPath());
            assertThat(status).as(output).isZero();
            // The suite also runs scenarios of extensions, which it does not count.
            assertThat(output.lines().filter(line -> line.startsWith("✓ "))).hasSizeGreaterThanOrEqualTo(required);
        }
    }

    /** One scenario after another, as the script has it: the clocks of the suite's servers tick from the first request on. */
    private static void play(ServerSocket scenarios) {
        try {
            while (true) {
                play(scenarios.accept());
            }
        } catch (IOException e) {
            // The suite is over.
        }
    }

    private static void play(Socket scenario) throws IOException {
        try (scenario;
                var in = new BufferedReader(new InputStreamReader(scenario.getInputStream(), StandardCharsets.UTF_8));
                var log = new PrintStream(scenario.getOutputStream(), true, StandardCharsets.UTF_8)) {
            try {
                ConformanceClient.run(URI.create(in.readLine()), in.readLine(), in.readLine(), log);
                log.println("passed");
            } catch (Exception e) {
                e.printStackTrace(log);
            }
        }
    }
}
