package dev.pawl.start;

import dev.pawl.base.RegularFile;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/** Reports, once for each folder, that other users of the machine can read the sessions in it. */
final class SharedSessions {
    private static final Set<PosixFilePermission> OF_OTHERS = Set.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_EXECUTE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_EXECUTE);

    private static final int LARGEST = 8 << 20;

    private SharedSessions() {}

    /** The folder stays as it is: its modes are the user's choice. */
    static void report(Path folder, Path cache, NoticePrinter notices) {
        var marks = cache.resolve("shared-sessions");
        try {
            var reported =
                    Files.exists(marks) ? new String(RegularFile.read(marks, LARGEST), StandardCharsets.UTF_8) : "";
            if (reported.lines().anyMatch(folder.toString()::equals) || !isShared(folder)) {
                return;
            }
            notices.report(Notice.of("Other users of this machine can read the sessions in " + folder
                    + ". To keep them to yourself: chmod -R go= " + folder));
            Files.createDirectories(cache);
            Files.writeString(marks, reported + folder + "\n");
        } catch (IOException | UnsupportedOperationException e) {
            // No modes, or no place to remember it: then it is reported again.
        }
    }

    /** Whether others can enter the folder and all folders above it. */
    private static boolean isShared(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        for (var path = folder.toRealPath(); path != null; path = path.getParent()) {
            if (Files.getPosixFilePermissions(path).stream().noneMatch(OF_OTHERS::contains)) {
                return false;
            }
        }
        return true;
    }
}
