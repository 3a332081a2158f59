package dev.pawl.policy.rule;

import dev.pawl.api.tool.CallFile;
import dev.pawl.base.glob.Glob;
import dev.pawl.base.glob.GlobException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A pattern for files, as in a git ignore file: it also matches everything below.
 *
 * <p>{@code ~/} begins at the home folder, {@code //} at the root of the file system, everything else at the project.
 */
final class PathPattern {
    private final List<Glob> globs = new ArrayList<>();
    private final List<Path> roots = new ArrayList<>();
    private final boolean anyCase;

    /** @param strict whether it forbids: a path that begins with one slash then means both the project and the root, in any case of letters */
    PathPattern(String written, Path cwd, Path home, boolean strict) throws GlobException {
        anyCase = strict;
        if (written.startsWith("~/") || written.equals("~")) {
            add(home, written.substring(Math.min(2, written.length())));
        } else if (written.startsWith("//")) {
            add(Path.of("/"), written.substring(2));
        } else if (written.startsWith("/")) {
            add(cwd, written.substring(1));
            if (strict) {
                add(Path.of("/"), written.substring(1));
            }
        } else {
            var relative = written.startsWith("./") ? written.substring(2) : written;
            boolean anyDepth = relative.indexOf('/') < 0 && !written.startsWith("./");
            add(cwd, anyDepth && !relative.startsWith("**") ? "**/" + relative : relative);
        }
    }

    /** The folders before the first wildcard are resolved like those of a call. */
    private void add(Path base, String rest) throws GlobException {
        var plain = rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest;
        int pattern = 0;
        while (pattern < plain.length() && "*?[{\\".indexOf(plain.charAt(pattern)) < 0) {
            pattern++;
        }
        int slash = pattern == plain.length() ? plain.length() : plain.lastIndexOf('/', pattern);
        var literal = slash < 0 ? "" : plain.substring(0, slash);
        var tail = slash < 0 ? plain : plain.substring(Math.min(slash + 1, plain.length()));
        var folder = CallFile.of(base.resolve(literal).normalize()).path().toString();
        globs.add(Glob.withBraces(escaped(folder, tail), anyCase));
        roots.add(Path.of(folder));
    }

    private static String escaped(String folder, String tail) {
        var plain = new StringBuilder();
        for (int i = 0; i < folder.length(); i++) {
            char c = folder.charAt(i);
            plain.append("*?[]{},\\".indexOf(c) >= 0 ? "\\" + c : String.valueOf(c));
        }
        var base = folder.equals("/") ? "" : plain.toString();
        return base + (tail.isEmpty() ? (base.isEmpty() ? "/**" : "") : "/" + tail);
    }

    /** Whether a file, or a folder above it, matches. */
    boolean matches(Path real) {
        for (Path path = real; path != null && path.getNameCount() > 0; path = path.getParent()) {
            var text = path.toString();
            for (var glob : globs) {
                if (glob.matches(text) || (anyCase && path == real && glob.matches(text + "/x"))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The folders, or files, at or below which everything is that it matches. */
    List<Path> roots() {
        return roots;
    }
}
