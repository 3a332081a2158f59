package dev.pawl.config.text;

import dev.pawl.base.glob.IgnoreRules;
import dev.pawl.base.glob.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the ignore files of a folder and of those above it leave out: the last rule that matches decides. */
public final class IgnoreScope {
    private static final List<String> NAMES = List.of(".gitignore", ".ignore", ".fdignore");

    /** One file: its rules count from its folder. */
    private record Source(Path folder, IgnoreRules rules) {}

    private final List<Source> sources;

    private IgnoreScope(List<Source> sources) {
        this.sources = sources;
    }

    /** Nothing is left out. */
    public static IgnoreScope none() {
        return new IgnoreScope(List.of());
    }

    /** These rules and those that a folder further down adds. */
    public IgnoreScope with(Path folder) {
        var all = new ArrayList<>(sources);
        for (var name : NAMES) {
            var file = folder.resolve(name);
            if (Files.isRegularFile(file)) {
                try {
                    var text = TextFile.read(file, null, new ArrayList<>());
                    var rules = IgnoreRules.of(text.getBytes(StandardCharsets.UTF_8));
                    if (rules != null) {
                        all.add(new Source(folder, rules));
                    }
                } catch (IOException _) {
                    // Then nothing is left out, which users see.
                }
            }
        }
        return all.size() == sources.size() ? this : new IgnoreScope(all);
    }

    /** Returns whether the rules leave out a file or folder. */
    public boolean ignores(Path path, boolean isFolder) {
        for (var source : sources.reversed()) {
            var relative = source.folder().relativize(path).toString().replace('\\', '/');
            var verdict = source.rules().of(relative, 0, relative.lastIndexOf('/') + 1, isFolder);
            if (verdict != Verdict.NONE) {
                return verdict == Verdict.IGNORE;
            }
        }
        return false;
    }
}
