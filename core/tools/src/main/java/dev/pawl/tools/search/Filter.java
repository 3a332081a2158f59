package dev.pawl.tools.search;

import dev.pawl.base.glob.Glob;
import dev.pawl.base.glob.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * The glob that a search is narrowed with. As with ripgrep it counts for more than all ignore files, and one that begins
 * with {@code !} leaves out instead.
 */
final class Filter {
    private final @Nullable Glob glob;
    private final boolean leavesOut;
    private final boolean foldersOnly;
    private final boolean nameOnly;

    private Filter(@Nullable Glob glob, boolean leavesOut, boolean foldersOnly, boolean nameOnly) {
        this.glob = glob;
        this.leavesOut = leavesOut;
        this.foldersOnly = foldersOnly;
        this.nameOnly = nameOnly;
    }

    static Filter of(@Nullable String written) throws PatternException {
        if (written == null || written.isEmpty()) {
            return new Filter(null, false, false, false);
        }
        boolean leavesOut = written.startsWith("!");
        var pattern = leavesOut ? written.substring(1) : written;
        boolean foldersOnly = pattern.endsWith("/");
        pattern = foldersOnly ? pattern.substring(0, pattern.length() - 1) : pattern;
        boolean nameOnly = pattern.indexOf('/') < 0;
        pattern = pattern.startsWith("/") ? pattern.substring(1) : pattern;
        return new Filter(FileGlob.glob(pattern, false), leavesOut, foldersOnly, nameOnly);
    }

    Verdict of(String path, int below, int name, boolean folder) {
        if (glob == null) {
            return Verdict.NONE;
        }
        if ((folder || !foldersOnly) && glob.matches(path, nameOnly ? name : below)) {
            return leavesOut ? Verdict.IGNORE : Verdict.KEEP;
        }
        return leavesOut || folder ? Verdict.NONE : Verdict.IGNORE;
    }
}
