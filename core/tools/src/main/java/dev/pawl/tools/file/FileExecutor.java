package dev.pawl.tools.file;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import java.nio.file.Path;

/**
 * The work of a tool on one file or directory in two steps: find it, then work on exactly that one.
 *
 * <p>Between the two stand the gates. {@link #execute(JsonObject, ToolContext)} takes both steps at once.
 */
public interface FileExecutor extends Tool.Executor {
    /** Finds what a call works on. Nothing is opened or changed. */
    FileTarget target(JsonObject arguments, Path cwd) throws Exception;

    /** Works on what was found; fails if something else is in its place now. */
    ToolOutput execute(JsonObject arguments, ToolContext ctx, FileTarget target) throws Exception;

    @Override
    default ToolOutput execute(JsonObject arguments, ToolContext ctx) throws Exception {
        return execute(arguments, ctx, target(arguments, ctx.project().cwd()));
    }
}
