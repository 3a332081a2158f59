package dev.pawl.mcp.tool;

import dev.pawl.base.file.OwnerOnly;
import dev.pawl.tools.shell.TempFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** Files for output that is too long for the model, or not text; only their owner can read them. */
public final class OutputFiles {
    private final Path folder;

    public OutputFiles(Map<String, String> environment) {
        this.folder = TempFiles.folder(environment);
    }

    /** Writes a new file. */
    public Path save(byte[] content, String suffix) throws IOException {
        var bits = new byte[8];
        ThreadLocalRandom.current().nextBytes(bits);
        var file = folder.resolve("pawl-mcp-" + HexFormat.of().formatHex(bits) + suffix);
        Files.createFile(file, OwnerOnly.file(file));
        return Files.write(file, content);
    }
}
