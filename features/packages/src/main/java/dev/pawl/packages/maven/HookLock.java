package dev.pawl.packages.maven;

import dev.pawl.base.RegularFile;
import dev.pawl.base.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The file beside a hook that records which libraries it was given, with their hashes.
 *
 * @param asked what the hook asked for
 * @param files coordinates to hashes
 */
record HookLock(String asked, Map<Coordinates, String> files) {
    private static final int LARGEST = 4 << 20;
    private static final int COLUMNS = 2;

    /** Null if there is none. */
    static @Nullable HookLock read(Path file) throws IOException {
        String text;
        try {
            text = new String(RegularFile.read(file, LARGEST), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return null;
        }
        var asked = "";
        var files = new LinkedHashMap<Coordinates, String>();
        for (var line : text.lines().toList()) {
            if (line.startsWith("asks ")) {
                asked = line.substring("asks ".length());
            } else if (!line.isBlank() && !line.startsWith("#")) {
                var words = line.split(" ", COLUMNS);
                try {
                    if (words.length != COLUMNS || !words[1].startsWith("sha256-")) {
                        throw new IllegalArgumentException("there is no hash in it");
                    }
                    files.put(Coordinates.parse(words[0]), words[1]);
                } catch (IllegalArgumentException e) {
                    throw new IOException(
                            file + " cannot be understood at \"" + line + "\": " + e.getMessage()
                                    + ". Correct it, or delete it to look for the libraries again",
                            e);
                }
            }
        }
        return new HookLock(asked, files);
    }

    static String asked(List<Coordinates> coordinates, List<String> repositories) {
        var words = new StringBuilder();
        coordinates.forEach(one -> words.append(words.isEmpty() ? "" : " ").append(one));
        repositories.forEach(one -> words.append(" from ").append(one));
        return words.toString();
    }

    void write(Path file, String hook) throws IOException {
        var text = new StringBuilder(
                        "# The libraries of " + hook + " and their hashes. Keep this file with the hook.\n")
                .append("asks ")
                .append(asked)
                .append('\n');
        files.forEach((coordinates, hash) ->
                text.append(coordinates).append(' ').append(hash).append('\n'));
        var fresh = Files.createTempFile(file.getParent(), ".", ".lock");
        try {
            Files.writeString(fresh, text);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    static String hash(Path file) throws IOException {
        return "sha256-" + Sha256.hex(file);
    }
}
