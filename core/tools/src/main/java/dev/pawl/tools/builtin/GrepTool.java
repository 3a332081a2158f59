package dev.pawl.tools.builtin;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.FileOperations;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.tools.file.FileExecutor;
import dev.pawl.tools.file.FileTarget;
import dev.pawl.tools.file.FileTrouble;
import dev.pawl.tools.file.LocalFiles;
import dev.pawl.tools.file.ToolPaths;
import dev.pawl.tools.search.FileHits;
import dev.pawl.tools.search.GrepQuery;
import dev.pawl.tools.search.Hit;
import dev.pawl.tools.search.PatternException;
import dev.pawl.tools.search.Search;
import dev.pawl.tools.text.Aborted;
import dev.pawl.tools.text.Arguments;
import dev.pawl.tools.text.LineScanner;
import dev.pawl.tools.text.Notices;
import dev.pawl.tools.text.ToolFailure;
import dev.pawl.tools.text.Truncate;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds lines in files. */
public record GrepTool(ToolPaths paths, FileOperations files, Search search) implements FileExecutor {
    private static final int LIMIT = 100;
    private static final int MOST = 1_000_000;
    private static final int LONGEST_LINE = 4 * (Truncate.MAX_LINE_CHARS + 1);

    @Override
    public FileTarget target(JsonObject arguments, Path cwd) throws Exception {
        return paths.target(arguments.string("path"), cwd, files);
    }

    @Override
    public ToolOutput execute(JsonObject arguments, ToolContext ctx, FileTarget target) throws Exception {
        var pattern = Arguments.text("grep", arguments, "pattern");
        var root = target.path();
        int limit = Math.clamp(arguments.number("limit", LIMIT), 1, MOST);
        int context = Math.clamp(arguments.number("context", 0), 0, MOST);
        if (!files.exists(root)) {
            throw new ToolFailure("cannot search " + root + ": no such file or directory (ENOENT)");
        }
        boolean folder = files.isDirectory(root);
        // One more than is shown reveals whether there are more.
        var query = new GrepQuery(
                root,
                folder,
                pattern,
                arguments.bool("literal", false),
                arguments.bool("ignoreCase", false),
                arguments.string("glob"),
                limit + 1);
        List<FileHits> found;
        try {
            LocalFiles.verify(files, target);
            found = files instanceof LocalFiles ? search.grep(query) : search.grep(query, files);
        } catch (PatternException e) {
            throw new ToolFailure("grep: " + e.getMessage(), e);
        } catch (IOException e) {
            throw FileTrouble.with("cannot search " + root, e);
        }
        Aborted.check();
        var output = found.isEmpty() ? ToolOutput.text("No matches found") : shown(found, root, folder, limit, context);
        verified(target, root);
        return output;
    }

    /** What was found while the directory was exchanged is not shown. */
    private void verified(FileTarget target, Path root) throws ToolFailure {
        try {
            LocalFiles.verify(files, target);
        } catch (IOException e) {
            throw FileTrouble.with("cannot search " + root, e);
        }
    }

    private ToolOutput shown(List<FileHits> found, Path root, boolean folder, int limit, int context)
            throws InterruptedException {
        var lines = new ArrayList<String>();
        int left = limit;
        boolean more = false;
        boolean cut = false;
        for (var file : found) {
            var hits = file.hits().subList(0, Math.min(left, file.hits().size()));
            more |= hits.size() < file.hits().size();
            left -= hits.size();
            var name = name(file.file(), root, folder);
            for (var line : withContext(file.file(), hits, context).values()) {
                lines.add(name + line.mark + line.hit.line() + line.mark + " " + line.hit.text());
                cut |= line.hit.cut();
            }
        }
        var notices = new Notices(String.join("\n", lines));
        if (more) {
            notices.limit("matchLimitReached", limit, "matches", ", or refine pattern");
        }
        if (cut) {
            notices.linesCut();
        }
        return notices.output();
    }

    private static String name(Path file, Path root, boolean folder) {
        var name = folder ? root.relativize(file) : file.getFileName();
        return String.valueOf(name).replace('\\', '/');
    }

    /** A line as it is printed: a colon for one that was found, a dash for one around it. */
    private record Shown(Hit hit, String mark) {}

    /** Lines around several matches are shown once. */
    private Map<Long, Shown> withContext(Path file, List<Hit> hits, int context) throws InterruptedException {
        var shown = new TreeMap<Long, Shown>();
        for (var hit : hits) {
            shown.put(hit.line(), new Shown(hit, ":"));
        }
        if (context == 0 || hits.isEmpty()) {
            return shown;
        }
        try (var in =
                files instanceof LocalFiles local ? local.open(file) : new ByteArrayInputStream(files.readFile(file))) {
            var lines = new LineScanner(in);
            long passed = 0;
            for (var hit : hits) {
                passed += lines.skip(Math.max(0, hit.line() - 1 - context - passed));
                while (passed < hit.line() + context && !lines.atEnd()) {
                    passed++;
                    var bytes = new ByteArrayOutputStream();
                    lines.copyLine(bytes, LONGEST_LINE);
                    shown.putIfAbsent(passed, new Shown(Hit.of(passed, bytes.toString(UTF_8)), "-"));
                }
            }
        } catch (IOException e) {
            // It was there a moment ago; what was found in it is shown without the lines around.
        }
        return shown;
    }
}
