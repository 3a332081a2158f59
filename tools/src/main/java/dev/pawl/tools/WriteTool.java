package dev.pawl.tools;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.FileOperations;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import java.io.IOException;

/** Writes a file anew, with the directories it is to stand in. */
record WriteTool(ToolPaths paths, FileOperations files, FileQueue queue) implements Tool.Executor {
    @Override
    public ToolOutput execute(JsonObject arguments, ToolContext ctx) throws Exception {
        var written = Arguments.text("write", arguments, "path");
        var content = Arguments.text("write", arguments, "content");
        var path = paths.resolve(written, ctx);
        return queue.alone(path, () -> {
            Aborted.check();
            try {
                var folder = path.getParent();
                if (folder != null) {
                    files.createDirectories(folder);
                }
                Aborted.check();
                files.writeFile(path, content);
            } catch (IOException e) {
                throw FileTrouble.with("cannot write " + path, e);
            }
            return ToolOutput.text("Wrote " + Truncate.size(Utf8.length(content)) + " to " + written);
        });
    }
}
