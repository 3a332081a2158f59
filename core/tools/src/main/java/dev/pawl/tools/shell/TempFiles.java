package dev.pawl.tools.shell;

import dev.pawl.base.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** Makes files for what is too long to show: for their owner only, and never one that was there before. */
public final class TempFiles {
    private static final String OUTPUT = "pawl-bash";
    private static final Duration LONGEST = Duration.ofDays(7);

    private final Path folder;
    private final Set<Path> outputs = new HashSet<>();
    private boolean swept;

    public TempFiles(Path folder) {
        this.folder = folder;
    }

    /** Returns where the environment wants temporary files: {@code TMPDIR}, {@code TMP} or {@code TEMP}. */
    public static Path folder(Map<String, String> environment) {
        for (var name : new String[] {"TMPDIR", "TMP", "TEMP"}) {
            var value = environment.getOrDefault(name, "");
            // A relative one would lead into the project.
            if (!value.isEmpty() && value.indexOf('\0') < 0 && Path.of(value).isAbsolute()) {
                return Path.of(value);
            }
        }
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    Path create(String prefix, String suffix) throws IOException {
        var bits = Long.toHexString(ThreadLocalRandom.current().nextLong());
        var file = folder.resolve(prefix + "-" + "0".repeat(16 - bits.length()) + bits + suffix);
        return Files.createFile(file, OwnerOnly.file(file));
    }

    /** Returns a file for output, which stays until {@link #removeOutputs}; those that an earlier program left go with it. */
    synchronized Path createOutput() throws IOException {
        if (!swept) {
            swept = true;
            sweep();
        }
        var file = create(OUTPUT, ".log");
        outputs.add(file);
        return file;
    }

    /** The output will not be read any more. */
    public synchronized void removeOutputs() {
        outputs.forEach(TempFiles::remove);
        outputs.clear();
    }

    /** Removes what programs left that did not come to their end. */
    private void sweep() {
        var oldest = Instant.now().minus(LONGEST);
        try (var left = Files.newDirectoryStream(folder, OUTPUT + "-????????????????.log")) {
            for (var file : left) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                        && Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                                .toInstant()
                                .isBefore(oldest)) {
                    remove(file);
                }
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            // They stay in the folder for temporary files, which is what that is for.
        }
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // Another user's, or gone.
        }
    }
}
