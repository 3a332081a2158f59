package dev.pawl.tools.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds files with fd. */
record Fd(Path program) {
    private static final Comparator<String> ORDER = PathOrder::compare;

    /** The first paths in order; null if fd cannot do it, as old ones cannot outside of a repository. */
    @Nullable
    List<String> find(FindQuery query, boolean inRepository) throws IOException, InterruptedException {
        var first = new TreeSet<>(ORDER);
        int code = ProgramOutput.read(command(query, inRepository), query.root(), '\0', piece -> {
            var path = new String(piece, UTF_8);
            first.add(path.endsWith("/") ? path.substring(0, path.length() - 1) : path);
            if (first.size() > query.limit()) {
                first.pollLast();
            }
            return true;
        });
        return code == 0 ? new ArrayList<>(first) : null;
    }

    private List<String> command(FindQuery query, boolean inRepository) {
        var words = new ArrayList<>(
                List.of(program.toString(), "--glob", "--color=never", "--hidden", "--print0", "--no-follow"));
        if (!inRepository) {
            words.addAll(List.of("--no-require-git", "--no-ignore-parent"));
        }
        words.add("--exclude=.git");
        query.ignored().forEach(glob -> words.add("--exclude=" + glob));
        var pattern = query.pattern();
        if (pattern.contains("/")) {
            words.add("--full-path");
            pattern = FileGlob.fromAnywhere(pattern);
        }
        words.addAll(List.of("--", pattern, query.root().toString()));
        return words;
    }
}
