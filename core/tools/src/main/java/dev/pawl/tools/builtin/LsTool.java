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
import dev.pawl.tools.text.Aborted;
import dev.pawl.tools.text.Notices;
import dev.pawl.tools.text.ToolFailure;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Lists a directory. */
public record LsTool(ToolPaths paths, FileOperations files) implements FileExecutor {
    private static final int LIMIT = 500;

    @Override
    public FileTarget target(JsonObject arguments, Path cwd) throws Exception {
        return paths.target(arguments.string("path"), cwd, files);
    }

    @Override
    public ToolOutput execute(JsonObject arguments, ToolContext ctx, FileTarget target) throws Exception {
        var path = target.path();
        int limit = Math.max(1, arguments.integer("limit", LIMIT));
        if (!files.exists(path)) {
            throw new ToolFailure("cannot list " + path + ": no such file or directory (ENOENT)");
        }
        if (!files.isDirectory(path)) {
            throw new ToolFailure("cannot list " + path + ": not a directory (ENOTDIR)");
        }
        List<String> names;
        try {
            LocalFiles.verify(files, target);
            names = new ArrayList<>(files.list(path));
            LocalFiles.verify(files, target);
        } catch (IOException e) {
            throw FileTrouble.with("cannot list " + path, e);
        }
        names.sort(String.CASE_INSENSITIVE_ORDER.thenComparing(Comparator.naturalOrder()));
        var entries = new ArrayList<String>();
        var more = false;
        for (var name : names) {
            Aborted.check();
            if (entries.size() == limit) {
                more = true;
                break;
            }
            addEntry(path, name, entries);
        }
        if (entries.isEmpty()) {
            return ToolOutput.text("(empty directory)");
        }
        var notices = new Notices(String.join("\n", entries));
        if (more) {
            notices.limit("entryLimitReached", limit, "entries", "");
        }
        return notices.output();
    }

    /** Leaves out what cannot be looked at, as a link that leads nowhere. */
    private void addEntry(Path folder, String name, List<String> entries) throws InterruptedException {
        try {
            var entry = folder.resolve(name);
            if (files.exists(entry)) {
                entries.add(files.isDirectory(entry) ? name + "/" : name);
            }
        } catch (IOException | InvalidPathException e) {
            // Gone, or out of reach.
        }
    }
}
