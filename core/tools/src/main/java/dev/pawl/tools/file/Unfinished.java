package dev.pawl.tools.file;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/** Files with new content that have not taken the place of the old one yet; a kill leaves one behind. */
public final class Unfinished {
    private static final Pattern NAME = Pattern.compile("\\.pawl-[0-9a-f]{1,16}\\.tmp");
    private static final Duration STALE = Duration.ofHours(1);

    /** A folder with more entries is not searched, so that writing into it stays fast. */
    private static final int MOST_ENTRIES = 10_000;

    private Unfinished() {}

    /** Returns a name that no other file of a folder has. */
    public static String name() {
        return ".pawl-" + Long.toHexString(ThreadLocalRandom.current().nextLong()) + ".tmp";
    }

    /** Removes what was left behind in a folder more than an hour ago; what cannot be removed stays. */
    static void clean(HeldFolder folder) {
        var before = FileTime.from(Instant.now().minus(STALE));
        try {
            int looked = 0;
            for (var file : folder.entries()) {
                var name = file.getFileName();
                if (++looked > MOST_ENTRIES) {
                    return;
                }
                if (name == null || !NAME.matcher(name.toString()).matches()) {
                    continue;
                }
                var attributes = folder.view(name, BasicFileAttributeView.class).readAttributes();
                if (attributes.isRegularFile() && attributes.lastModifiedTime().compareTo(before) < 0) {
                    folder.delete(name);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // It does no harm where it is: hidden, and readable by its owner alone.
        }
    }
}
