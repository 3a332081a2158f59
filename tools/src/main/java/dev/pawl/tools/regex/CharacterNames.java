package dev.pawl.tools.regex;

import java.util.function.IntPredicate;

/** The classes of ASCII characters that globs know by name, too. */
public final class CharacterNames {
    private CharacterNames() {}

    /** Nothing, for a name there is not. */
    public static IntPredicate posix(String name) {
        var set = Classes.posix(name);
        return set == null ? _ -> false : set.contains();
    }
}
