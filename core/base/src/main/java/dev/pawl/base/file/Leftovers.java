package dev.pawl.base.file;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Files beside another one that were to take its place, left behind by a program that was killed meanwhile. */
public final class Leftovers {
    private static final Pattern MARK = Pattern.compile("\\.[0-9a-f-]+\\.tmp");

    private Leftovers() {}

    /**
     * Removes them; what cannot be removed stays. Only for one who holds the lock of the file, because no other process
     * writes one at that time.
     */
    public static void remove(Path file) {
        var folder = file.toAbsolutePath().getParent();
        var name = String.valueOf(file.getFileName());
        if (folder == null) {
            return;
        }
        try (var entries = Files.newDirectoryStream(folder, entry -> isOf(name, entry))) {
            for (var entry : entries) {
                if (Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
                    Files.deleteIfExists(entry);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // They do no harm where they are.
        }
    }

    private static boolean isOf(String name, Path entry) {
        var other = String.valueOf(entry.getFileName());
        return other.startsWith(name)
                && MARK.matcher(other.substring(name.length())).matches();
    }
}
