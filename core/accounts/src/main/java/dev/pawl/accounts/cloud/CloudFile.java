package dev.pawl.accounts.cloud;

import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Reads files that the programs of clouds keep credentials in. */
final class CloudFile {
    private static final int LARGEST = 1 << 20;

    private CloudFile() {}

    static String text(Path file) throws IOException {
        return new String(RegularFile.read(file, LARGEST), StandardCharsets.UTF_8);
    }
}
