package dev.pawl.mcp;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.Words;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/** The file that keeps what servers log: {@code mcp.log}, renamed when it has grown too long. */
final class ServerLog {
    private static final long LONGEST = 5 << 20;
    private static final int LONGEST_LINE = 4_000;

    private final Path folder;
    private final Path file;

    ServerLog(Path agentDir) {
        this.folder = agentDir;
        this.file = agentDir.resolve("mcp.log");
    }

    synchronized void write(String server, JsonObject params) {
        var data = params.get("data");
        var text = data instanceof String string ? string : Json.write(data);
        var logger = params.string("logger", "");
        var line = Instant.now() + " [" + server + "] " + params.string("level", "info")
                + (logger.isEmpty() ? "" : " " + logger) + ": "
                + text.replace('\n', ' ').replace('\r', ' ');
        try {
            if (Files.exists(file) && Files.size(file) > LONGEST) {
                Files.move(file, file.resolveSibling("mcp.log.1"), StandardCopyOption.REPLACE_EXISTING);
            }
            Files.createDirectories(folder);
            Files.write(
                    file,
                    (Words.excerpt(line, LONGEST_LINE) + "\n").getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            // A log line that cannot be written is dropped.
        }
    }
}
