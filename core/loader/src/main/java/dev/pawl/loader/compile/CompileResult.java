package dev.pawl.loader.compile;

import java.util.List;
import java.util.Map;

/** The result of compiling one hook's sources. */
public sealed interface CompileResult {
    /**
     * The classes of a hook.
     *
     * @param hookNames those that are to be installed, in the order of the source
     * @param classes the class files by binary name, the hooks' own and their helpers
     */
    record Compiled(List<String> hookNames, Map<String, byte[]> classes) implements CompileResult {}

    /** Why there are none, in the words of the compiler where it is the compiler that refuses. */
    record Refused(String message) implements CompileResult {}
}
