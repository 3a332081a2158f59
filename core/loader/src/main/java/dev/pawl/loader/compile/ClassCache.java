package dev.pawl.loader.compile;

import dev.pawl.loader.find.Folder;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The compiled hooks of earlier starts, one file each, under a name that changes with all that went into them.
 *
 * <p>It is only a memory: whatever is missing or damaged is compiled again, and deleting it costs time and nothing
 * else. Several programs may use it at once, since a file appears whole or not at all.
 */
final class ClassCache {
    private static final Duration KEPT = Duration.ofDays(30);
    private static final Duration TOUCHED = Duration.ofDays(1);
    private static final String SUFFIX = ".hook";

    private final Path folder;
    private final String environment;
    private final InstantSource clock;

    /** Uses a folder that need not exist, for hooks compiled against the vocabulary with that stamp. */
    ClassCache(Path folder, String apiStamp, InstantSource clock) {
        this.folder = folder;
        this.clock = clock;
        this.environment =
                String.join("\n", String.valueOf(CacheEntry.FORM), System.getProperty("java.vm.version"), apiStamp);
    }

    Path folder() {
        return folder;
    }

    CacheKey key(HookSources sources) throws IOException {
        return CacheKey.of(environment + sources.libraryStamp(), sources.files());
    }

    /** What was kept under a key; null if nothing was, or nothing that can be used. */
    CompileResult.@Nullable Compiled read(CacheKey key) {
        var file = folder.resolve(key.name() + SUFFIX);
        CompileResult.@Nullable Compiled hook;
        try {
            hook = CacheEntry.decode(key, Folder.bytes(file));
        } catch (IOException _) {
            return null;
        }
        if (hook != null) {
            keepYoung(file);
        }
        return hook;
    }

    /** Keeps a hook. What went wrong is returned, not thrown, since nothing is lost but time. */
    Optional<IOException> write(CacheKey key, CompileResult.Compiled hook) {
        @Nullable Path temporary = null;
        try {
            Files.createDirectories(folder);
            temporary = Files.createTempFile(folder, "", SUFFIX + ".new");
            Files.write(temporary, CacheEntry.encode(key, hook));
            Files.move(
                    temporary,
                    folder.resolve(key.name() + SUFFIX),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            return Optional.empty();
        } catch (IOException e) {
            deleteQuietly(temporary);
            return Optional.of(e);
        }
    }

    /** Takes out what no start has used for long. Reads the whole folder, so it is for times that are slow anyway. */
    void tidy() {
        var oldest = clock.instant().minus(KEPT);
        try (var files = Files.newDirectoryStream(folder, "*" + SUFFIX + "*")) {
            for (var file : files) {
                if (lastUsed(file).isBefore(oldest)) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException | DirectoryIteratorException _) {
            // Another time will do.
        }
    }

    private void keepYoung(Path file) {
        var now = clock.instant();
        try {
            if (lastUsed(file).isBefore(now.minus(TOUCHED))) {
                Files.setLastModifiedTime(file, FileTime.from(now));
            }
        } catch (IOException _) {
            // Then it is forgotten too early, and compiled again.
        }
    }

    private static Instant lastUsed(Path file) {
        return Instant.ofEpochMilli(file.toFile().lastModified());
    }

    private static void deleteQuietly(@Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException _) {
            // It will be tidied up in a month.
        }
    }
}
