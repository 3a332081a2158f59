package dev.pawl.policy.checkpoint;

import dev.pawl.base.RegularFile;
import dev.pawl.base.glob.IgnoreRules;
import dev.pawl.base.glob.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The ignore files of a folder and of those above it: the innermost one that names a file decides.
 *
 * @param below the length of the path from the root to the folder of these rules
 */
record Ignored(@Nullable Ignored above, IgnoreRules rules, int below) {
    private static final int MOST = 1 << 20;

    /** The rules of a folder together with those above it; null if there are none. */
    static @Nullable Ignored with(@Nullable Ignored above, Path file, int below) {
        try {
            var rules = IgnoreRules.of(RegularFile.read(file, MOST));
            return rules == null ? above : new Ignored(above, rules, below);
        } catch (IOException _) {
            return above; // Without the file nothing is ignored.
        }
    }

    boolean has(String path, int name, boolean folder) {
        for (var scope = this; scope != null; scope = scope.above) {
            var verdict = scope.rules.of(path, scope.below, name, folder);
            if (verdict != Verdict.NONE) {
                return verdict == Verdict.IGNORE;
            }
        }
        return false;
    }
}
