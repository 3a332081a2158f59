package dev.pawl.tools.search;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds programs on the {@code PATH}. */
public final class Programs {
    private Programs() {}

    public static @Nullable Path find(String name, Map<String, String> environment) {
        var path = environment.get("PATH");
        if (path == null) {
            return null;
        }
        int start = 0;
        while (start <= path.length()) {
            int colon = path.indexOf(File.pathSeparatorChar, start);
            int end = colon < 0 ? path.length() : colon;
            var folder = path.substring(start, end);
            start = end + 1;
            if (folder.startsWith("/")) {
                var program = program(folder, name);
                if (program != null) {
                    return program;
                }
            }
        }
        return null;
    }

    private static @Nullable Path program(String folder, String name) {
        try {
            var program = Path.of(folder, name);
            return Files.isRegularFile(program) && Files.isExecutable(program) ? program : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
