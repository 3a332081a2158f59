package dev.pawl.tools.search;

import dev.pawl.base.glob.IgnoreRules;
import dev.pawl.base.glob.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * The rules that hold in a directory: its own, and those of the directories above.
 *
 * <p>Precedence is that of ripgrep and fd: the program's own ignore files, then {@code .ignore}, {@code .gitignore},
 * {@code .git/info/exclude}, and the user's file for all repositories; of the same kind, the nearest first. Those of
 * git end at the border of a repository.
 *
 * @param prefix how long the path of the directory is, with the slash behind it
 * @param everywhere the rules for all repositories, where this is the topmost directory
 */
record IgnoreScope(
        @Nullable IgnoreScope above,
        int prefix,
        @Nullable IgnoreRules own,
        @Nullable IgnoreRules plain,
        @Nullable IgnoreRules git,
        @Nullable IgnoreRules exclude,
        boolean isRepository,
        @Nullable IgnoreRules everywhere) {

    /** Returns whether a path below the directory is to be passed over; {@code name} is where its last name begins. */
    boolean ignores(String path, int name, boolean folder) {
        var byOwn = Verdict.NONE;
        var byPlain = Verdict.NONE;
        var byGit = Verdict.NONE;
        var byExclude = Verdict.NONE;
        var byAll = Verdict.NONE;
        boolean outside = false;
        for (var scope = this; scope != null; scope = scope.above) {
            byOwn = first(byOwn, scope.own, scope, path, name, folder);
            byPlain = first(byPlain, scope.plain, scope, path, name, folder);
            if (!outside) {
                byGit = first(byGit, scope.git, scope, path, name, folder);
                byExclude = first(byExclude, scope.exclude, scope, path, name, folder);
            }
            byAll = first(byAll, scope.everywhere, scope, path, name, folder);
            outside |= scope.isRepository;
        }
        for (var verdict : new Verdict[] {byOwn, byPlain, byGit, byExclude, byAll}) {
            if (verdict != Verdict.NONE) {
                return verdict == Verdict.IGNORE;
            }
        }
        return false;
    }

    private static Verdict first(
            Verdict known, @Nullable IgnoreRules file, IgnoreScope scope, String path, int name, boolean folder) {
        return known != Verdict.NONE || file == null ? known : file.of(path, scope.prefix, name, folder);
    }
}
