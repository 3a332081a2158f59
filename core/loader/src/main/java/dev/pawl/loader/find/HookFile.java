package dev.pawl.loader.find;

import dev.pawl.api.value.SourceInfo;
import java.nio.file.Path;

/**
 * One thing to load: a {@code .java} file, a {@code .jar}, or a folder whose {@code .java} files belong together.
 *
 * @param path absolute; a folder is one that holds an {@code index.java}
 */
public record HookFile(Path path, SourceInfo source) {
    /** Returns whether it is written in TypeScript or JavaScript. */
    public boolean isForeign() {
        return isForeign(name());
    }

    static boolean isForeign(String name) {
        int dot = name.lastIndexOf('.');
        return dot > 0
                && switch (name.substring(dot)) {
                    case ".ts", ".js", ".mts", ".cts", ".mjs", ".cjs" -> !name.endsWith(".d.ts");
                    default -> false;
                };
    }

    public boolean isJar() {
        return name().endsWith(".jar");
    }

    public String name() {
        var name = path.getFileName();
        return name == null ? path.toString() : name.toString();
    }
}
