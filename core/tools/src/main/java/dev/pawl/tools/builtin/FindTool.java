package dev.pawl.tools.builtin;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.FileOperations;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.tools.file.FileExecutor;
import dev.pawl.tools.file.FileTarget;
import dev.pawl.tools.file.FileTrouble;
import dev.pawl.tools.file.LocalFiles;
import dev.pawl.tools.file.ToolPaths;
import dev.pawl.tools.search.FindQuery;
import dev.pawl.tools.search.PatternException;
import dev.pawl.tools.search.Search;
import dev.pawl.tools.text.Aborted;
import dev.pawl.tools.text.Arguments;
import dev.pawl.tools.text.Notices;
import dev.pawl.tools.text.ToolFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds files and directories by their names. */
public record FindTool(ToolPaths paths, FileOperations files, Search search) implements FileExecutor {
    private static final int LIMIT = 1_000;
    private static final int MOST = 1_000_000;
    private static final List<String> IGNORED_ELSEWHERE = List.of("**/node_modules/**", "**/.git/**");

    @Override
    public FileTarget target(JsonObject arguments, Path cwd) throws Exception {
        return paths.target(arguments.string("path"), cwd, files);
    }

    @Override
    public ToolOutput execute(JsonObject arguments, ToolContext ctx, FileTarget target) throws Exception {
        var pattern = Arguments.text("find", arguments, "pattern");
        var root = target.path();
        int limit = Math.clamp(arguments.number("limit", LIMIT), 1, MOST);
        if (!files.exists(root)) {
            throw new ToolFailure("cannot search " + root + ": no such file or directory (ENOENT)");
        }
        if (!files.isDirectory(root)) {
            throw new ToolFailure("cannot search " + root + ": not a directory (ENOTDIR)");
        }
        List<String> found;
        try {
            LocalFiles.verify(files, target);
            // One more than is shown reveals whether there are more.
            found = files instanceof LocalFiles
                    ? relative(search.find(new FindQuery(root, pattern, List.of(), limit + 1)), root)
                    : elsewhere(pattern, root, limit + 1);
            LocalFiles.verify(files, target);
        } catch (PatternException e) {
            throw new ToolFailure("find: " + e.getMessage(), e);
        } catch (IOException e) {
            throw FileTrouble.with("cannot search " + root, e);
        }
        Aborted.check();
        if (found.isEmpty()) {
            return ToolOutput.text("No files found matching pattern");
        }
        var notices = new Notices(String.join("\n", found.subList(0, Math.min(limit, found.size()))));
        if (found.size() > limit) {
            notices.limit("resultLimitReached", limit, "results", ", or refine pattern");
        }
        return notices.output();
    }

    private static List<String> relative(List<String> paths, Path root) {
        var start = root.toString();
        int prefix = start.endsWith("/") ? start.length() : start.length() + 1;
        return paths.stream().map(path -> path.substring(prefix)).toList();
    }

    private List<String> elsewhere(String pattern, Path root, int limit) throws IOException, InterruptedException {
        var names = new ArrayList<String>();
        for (var path : files.glob(pattern, root, IGNORED_ELSEWHERE, limit)) {
            var absolute = root.resolve(path);
            var name = absolute.startsWith(root) ? root.relativize(absolute) : absolute;
            names.add(name.toString().replace('\\', '/') + (files.isDirectory(absolute) ? "/" : ""));
        }
        names.sort(null);
        return names;
    }
}
