package dev.pawl.acceptance.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.program.PawlProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** The protocol's libraries and servers for JavaScript, installed once. */
public final class NpmPackages {
    static final Path FOLDER = Path.of("target", "mcp-packages").toAbsolutePath();

    private NpmPackages() {}

    public static synchronized void install() throws Exception {
        Files.createDirectories(FOLDER);
        for (var name : List.of("package.json", "client.mjs")) {
            try (var in = Objects.requireNonNull(NpmPackages.class.getResourceAsStream(name))) {
                Files.write(FOLDER.resolve(name), in.readAllBytes());
            }
        }
        if (!Files.exists(FOLDER.resolve("node_modules/@modelcontextprotocol/server-memory"))) {
            var npm = run(List.of("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund"));
            assertThat(npm.status()).as(npm.err()).isZero();
        }
    }

    /** The command of a server of the protocol's authors. */
    public static List<String> server(String name, String... args) {
        var words = new ArrayList<>(List.of(
                "node",
                FOLDER.resolve("node_modules/@modelcontextprotocol/server-" + name + "/dist/index.js")
                        .toString()));
        words.addAll(List.of(args));
        return words;
    }

    static PawlProcess.Run run(List<String> command) throws IOException, InterruptedException {
        return run(FOLDER, Map.of(), command);
    }

    /** Runs a command without input and waits for its end. */
    public static PawlProcess.Run run(Path cwd, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        var out = Files.createTempFile("out", ".txt");
        var err = Files.createTempFile("err", ".txt");
        try {
            var builder = new ProcessBuilder(command)
                    .directory(cwd.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().putAll(environment);
            var process = builder.start();
            process.getOutputStream().close();
            assertThat(process.waitFor(4, TimeUnit.MINUTES))
                    .as(command.toString())
                    .isTrue();
            return new PawlProcess.Run(
                    Files.readString(out, StandardCharsets.UTF_8),
                    Files.readString(err, StandardCharsets.UTF_8),
                    process.exitValue());
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}
