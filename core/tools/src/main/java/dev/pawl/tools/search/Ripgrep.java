package dev.pawl.tools.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Searches directories with ripgrep. */
record Ripgrep(Path program) {
    private static final int MANY = 1_000;

    /**
     * The lines found, in the order of paths; null if ripgrep cannot do it.
     *
     * <p>It searches with several threads, in any order. Only where it finds so much that the order decides what is
     * shown, it does so again in order, with one.
     */
    @Nullable
    List<FileHits> search(GrepQuery query, boolean inRepository) throws IOException, InterruptedException {
        var most = Math.max(MANY, 2 * (long) query.limit());
        var found = run(query, inRepository, false, most);
        if (found != null && found.count < most) {
            return found.sorted();
        }
        var inOrder = run(query, inRepository, true, query.limit());
        return inOrder == null ? null : inOrder.sorted();
    }

    private @Nullable Results run(GrepQuery query, boolean inRepository, boolean inOrder, long limit)
            throws IOException, InterruptedException {
        var results = new Results(query.root(), limit);
        int code = ProgramOutput.read(command(query, inRepository, inOrder), query.root(), '\n', results::take);
        // 2 also means directories that could not be read, which is no reason to drop the other results.
        return code <= 1 || results.count > 0 ? results : null;
    }

    private List<String> command(GrepQuery query, boolean inRepository, boolean inOrder) {
        var words = new ArrayList<>(List.of(
                program.toString(), "--no-config", "--json", "--hidden", "--no-messages", "--no-mmap", "--max-count"));
        words.add(Integer.toString(query.limit()));
        if (!inRepository) {
            words.addAll(List.of("--no-require-git", "--no-ignore-parent"));
        }
        if (inOrder) {
            words.addAll(List.of("--sort", "path"));
        }
        if (query.anyCase()) {
            words.add("--ignore-case");
        }
        if (query.literal()) {
            words.add("--fixed-strings");
        }
        if (query.glob() != null && !query.glob().isEmpty()) {
            words.add("--glob=" + query.glob());
        }
        words.addAll(List.of("--glob=!.git", "--regexp=" + query.pattern(), "--", "."));
        return words;
    }

    private static final class Results {
        private final Path root;
        private final long limit;
        private final Map<String, List<Hit>> files = new LinkedHashMap<>();
        private long count;

        Results(Path root, long limit) {
            this.root = root;
            this.limit = limit;
        }

        boolean take(byte[] line) {
            var record = JsonObject.parse(line);
            if (!record.string("type", "").equals("match")) {
                return true;
            }
            var data = record.object("data");
            var path = text(data.object("path"));
            var text = text(data.object("lines"));
            files.computeIfAbsent(path, _ -> new ArrayList<>())
                    .add(LineText.hit(
                            data.number("line_number", 0),
                            text.endsWith("\n") ? text.substring(0, text.length() - 1) : text));
            return ++count < limit;
        }

        /** What is not UTF-8 comes in base64. */
        private static String text(JsonObject value) {
            var text = value.string("text");
            return text != null ? text : new String(Base64.getDecoder().decode(value.string("bytes", "")), UTF_8);
        }

        List<FileHits> sorted() {
            var sorted = new ArrayList<FileHits>();
            files.forEach((name, hits) -> {
                try {
                    sorted.add(new FileHits(root.resolve(name.startsWith("./") ? name.substring(2) : name), hits));
                } catch (InvalidPathException e) {
                    // A name that Java cannot express in this locale, so that no tool could open it either.
                }
            });
            sorted.sort((one, other) ->
                    PathOrder.compare(one.file().toString(), other.file().toString()));
            return sorted;
        }
    }
}
