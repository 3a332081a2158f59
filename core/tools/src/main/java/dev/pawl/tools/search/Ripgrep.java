package dev.pawl.tools.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Searches the directories that a walk visits with ripgrep, one batch while the walk continues with the next.
 *
 * <p>ripgrep itself reads no ignore files. It opens whatever has the name of one, and would read a link to a device to
 * its end.
 */
final class Ripgrep implements Walk.Visitor, AutoCloseable {
    private static final int FIRST_BATCH = 4;
    private static final int LARGEST_BATCH = 500;

    private final Path program;
    private final GrepQuery query;
    private final Set<String> kept = new HashSet<>();
    private final NavigableMap<String, List<Hit>> found = new TreeMap<>(PathOrder::compare);
    private List<String> batch = new ArrayList<>();
    private int size = FIRST_BATCH;
    private @Nullable FutureTask<Map<String, List<Hit>>> running;

    /** @param query what to look for below a directory */
    Ripgrep(Path program, GrepQuery query) {
        this.program = program;
        this.query = query;
        batch.add(Found.root(query.root()).text());
    }

    /** Searches one file, whatever ignore files say. */
    static List<FileHits> inFile(Path program, GrepQuery query) throws IOException, InterruptedException {
        var file = query.root().toString();
        var hits = run(program, query, List.of(file)).getOrDefault(file, List.of());
        return hits.isEmpty() ? List.of() : List.of(new FileHits(query.root(), hits));
    }

    @Override
    public FileVisitResult visit(Found entry) throws IOException, InterruptedException {
        if (!entry.folder()) {
            kept.add(entry.text());
            return FileVisitResult.CONTINUE;
        }
        if (batch.size() >= size && !next()) {
            return FileVisitResult.TERMINATE;
        }
        batch.add(entry.text());
        return FileVisitResult.CONTINUE;
    }

    /** Starts with the next directories; false if enough was found in those before. */
    private boolean next() throws IOException, InterruptedException {
        collect();
        // What the walk has yet to search comes after the first of these directories.
        int enough = query.limit();
        for (var file : found.headMap(batch.getFirst()).entrySet()) {
            enough -= kept.contains(file.getKey()) ? file.getValue().size() : 0;
            if (enough <= 0) {
                return false;
            }
        }
        var folders = batch;
        running = new FutureTask<>(() -> run(program, query, folders));
        Thread.ofVirtual().name("ripgrep").start(running);
        batch = new ArrayList<>();
        size = Math.min(LARGEST_BATCH, 4 * size);
        return true;
    }

    private void collect() throws IOException, InterruptedException {
        if (running == null) {
            return;
        }
        try {
            found.putAll(running.get());
        } catch (ExecutionException e) {
            throw new IOException("ripgrep failed", e.getCause());
        }
        running = null;
    }

    @Override
    public void close() {
        if (running != null) {
            running.cancel(true);
        }
    }

    /** Returns the lines found in the files that the walk has visited, in the order of paths. */
    List<FileHits> hits() throws IOException, InterruptedException {
        if (next()) {
            collect();
        }
        var hits = new ArrayList<FileHits>();
        found.forEach((file, lines) -> {
            if (kept.contains(file)) {
                hits.add(new FileHits(Path.of(file), lines));
            }
        });
        return hits;
    }

    private static Map<String, List<Hit>> run(Path program, GrepQuery query, List<String> where)
            throws IOException, InterruptedException {
        var hits = new HashMap<String, List<Hit>>();
        var ended = new boolean[1];
        int code = ProgramOutput.read(command(program, query, where), Path.of("/"), '\n', line -> {
            var record = JsonObject.parse(line);
            var data = record.object("data");
            switch (record.string("type", "")) {
                case "match" -> {
                    var text = text(data.object("lines"));
                    hits.computeIfAbsent(text(data.object("path")), _ -> new ArrayList<>())
                            .add(Hit.of(
                                    data.number("line_number", 0),
                                    text.endsWith("\n") ? text.substring(0, text.length() - 1) : text));
                }
                case "summary" -> ended[0] = true;
                default -> {}
            }
            return true;
        });
        // 2 without a summary means that nothing was searched, with one that something could not be read.
        if (code > 1 && !ended[0]) {
            throw new IOException("ripgrep ended with " + code);
        }
        return hits;
    }

    private static List<String> command(Path program, GrepQuery query, List<String> where) {
        var words = new ArrayList<>(List.of(
                program.toString(),
                "--no-config",
                "--json",
                "--hidden",
                "--no-ignore",
                "--no-messages",
                "--no-mmap",
                "--max-depth=1",
                "--max-count=" + query.limit()));
        if (query.anyCase()) {
            words.add("--ignore-case");
        }
        if (query.literal()) {
            words.add("--fixed-strings");
        }
        words.add("--regexp=" + query.pattern());
        words.add("--");
        words.addAll(where);
        return words;
    }

    /** Returns a text of ripgrep's output, which has what is not UTF-8 in base64. */
    private static String text(JsonObject value) {
        var text = value.string("text");
        return text != null ? text : new String(Base64.getDecoder().decode(value.string("bytes", "")), UTF_8);
    }
}
