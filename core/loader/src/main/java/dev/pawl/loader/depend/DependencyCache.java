package dev.pawl.loader.depend;

import dev.pawl.loader.find.Folder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which files a hook's libraries are, so that a start sends no request.
 *
 * <p>A record holds for the same directives, the same lock file and files of the same size and time; otherwise the
 * libraries are looked for again, which compares their hashes with the lock file.
 */
public final class DependencyCache {
    private final @Nullable Path folder;
    private final Dependencies dependencies;

    /**
     * Keeps records in a folder.
     *
     * @param folder null keeps none
     */
    public DependencyCache(@Nullable Path folder, Dependencies dependencies) {
        this.folder = folder;
        this.dependencies = dependencies;
    }

    /** Returns the jars that a hook asks for. */
    public List<Path> find(Wanted wanted) throws IOException, InterruptedException {
        if (wanted.isNothing()) {
            return List.of();
        }
        var known = folder == null ? null : read(wanted.key());
        if (known != null) {
            return known;
        }
        var found = dependencies.resolve(wanted);
        if (folder != null) {
            write(wanted.key(), found);
        }
        return found;
    }

    private @Nullable List<Path> read(String key) {
        try {
            var text = new String(Folder.bytes(file(key)), StandardCharsets.UTF_8);
            if (!text.startsWith(key + "\0")) {
                return null;
            }
            var jars = new ArrayList<Path>();
            for (var line : text.substring(key.length() + 1).split("\n")) {
                var words = line.split(" ", 3);
                var jar = Path.of(words[2]);
                if (!stamp(jar).equals(words[0] + " " + words[1])) {
                    return null;
                }
                jars.add(jar);
            }
            return List.copyOf(jars);
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    /** A record that cannot be kept costs time at the next start and nothing else. */
    private void write(String key, List<Path> jars) {
        var text = new StringBuilder(key).append('\0');
        try {
            for (var jar : jars) {
                text.append(stamp(jar)).append(' ').append(jar).append('\n');
            }
            var file = file(key);
            Files.createDirectories(file.getParent());
            var fresh = Files.createTempFile(file.getParent(), "", ".deps.new");
            Files.writeString(fresh, text);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            // The next start looks again.
        }
    }

    private Path file(String key) throws IOException {
        if (folder == null) {
            throw new IOException("nothing is kept");
        }
        var sum = new CRC32();
        sum.update(key.getBytes(StandardCharsets.UTF_8));
        return folder.resolve(HexFormat.of().toHexDigits((int) sum.getValue()) + key.length() + ".deps");
    }

    private static String stamp(Path jar) throws IOException {
        return Files.size(jar) + " " + Files.getLastModifiedTime(jar).toMillis();
    }
}
