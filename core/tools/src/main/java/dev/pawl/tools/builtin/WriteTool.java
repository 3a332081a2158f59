package dev.pawl.tools.builtin;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.FileOperations;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.tools.file.FileEffect;
import dev.pawl.tools.file.FileExecutor;
import dev.pawl.tools.file.FileQueue;
import dev.pawl.tools.file.FileTarget;
import dev.pawl.tools.file.FileTrouble;
import dev.pawl.tools.file.LocalFiles;
import dev.pawl.tools.file.ToolPaths;
import dev.pawl.tools.text.Aborted;
import dev.pawl.tools.text.Arguments;
import dev.pawl.tools.text.ToolFailure;
import java.io.IOException;
import java.nio.file.Path;

/** Writes a file again, with the directories it is to stand in. */
public record WriteTool(ToolPaths paths, FileOperations files, FileQueue queue) implements FileExecutor {
    @Override
    public FileTarget target(JsonObject arguments, Path cwd) throws Exception {
        return paths.target(Arguments.text("write", arguments, "path"), cwd, files);
    }

    @Override
    public ToolOutput execute(JsonObject arguments, ToolContext ctx, FileTarget target) throws Exception {
        var written = Arguments.text("write", arguments, "path");
        var content = Arguments.text("write", arguments, "content");
        var path = target.path();
        return queue.alone(path, () -> {
            Aborted.check();
            try {
                if (files instanceof LocalFiles local) {
                    write(local, target, content.getBytes(UTF_8), ctx);
                } else {
                    elsewhere(path, content);
                }
            } catch (IOException e) {
                throw FileTrouble.with("cannot write " + path, e);
            }
            return ToolOutput.text("Successfully wrote to " + written);
        });
    }

    /** Writes it once, also if the program was ended in between. */
    private static void write(LocalFiles local, FileTarget target, byte[] content, ToolContext ctx)
            throws IOException, ToolFailure {
        if (ctx.effects() != null) {
            var now = FileEffect.checksum(local.targets(), target);
            var kept = FileEffect.kept(ctx);
            if (kept != null && kept.isDone(now, target.path().toString())) {
                return;
            }
            new FileEffect(now, FileEffect.checksum(content), null).keep(ctx);
        }
        local.targets().write(target, content);
    }

    private void elsewhere(Path path, String content) throws IOException, InterruptedException {
        var folder = path.getParent();
        if (folder != null) {
            files.createDirectories(folder);
        }
        Aborted.check();
        files.writeFile(path, content);
    }
}
