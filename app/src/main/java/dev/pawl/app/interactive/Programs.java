package dev.pawl.app.interactive;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The programs of the person's machine. */
final class Programs {
    private Programs() {}

    /** Where a program is, going by {@code PATH}; null if it is not installed. */
    static @Nullable String find(String name, Map<String, String> environment) {
        for (var folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
            if (!folder.isEmpty()) {
                var file = Path.of(folder, name);
                if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                    return file.toString();
                }
            }
        }
        return null;
    }
}
