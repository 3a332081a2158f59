package dev.pawl.mcp;

import dev.pawl.base.Programs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** A tool server over HTTP, which is a program of its own in Node. */
public record HttpServer(Process process, String url) implements AutoCloseable {
    /**
     * StartSchedule one.
     *
     * @param script the script, relative to the room of the test
     */
    public static HttpServer start(Path script, String mode) throws IOException {
        Assumptions.assumeTrue(Programs.find("node", System.getenv()) != null, "node is not installed");
        var process = new ProcessBuilder("node", script.toAbsolutePath().toString(), mode)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var port =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
        return new HttpServer(process, "http://127.0.0.1:" + port + "/mcp");
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
