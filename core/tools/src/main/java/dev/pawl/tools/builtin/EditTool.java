package dev.pawl.tools.builtin;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.FileOperations;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.tool.ToolInput.Replacement;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.base.Utf8;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Replaces pieces of text in a file. */
public record EditTool(ToolPaths paths, FileOperations files, FileQueue queue) implements FileExecutor {
    private static final String BOM = "\uFEFF";

    @Override
    public FileTarget target(JsonObject arguments, Path cwd) throws Exception {
        return paths.target(Arguments.text("edit", arguments, "path"), cwd, files);
    }

    @Override
    public ToolOutput execute(JsonObject arguments, ToolContext ctx, FileTarget target) throws Exception {
        var written = Arguments.text("edit", arguments, "path");
        if (!(ToolInput.from("edit", EditArguments.prepare(arguments)) instanceof ToolInput.Edit(_, var edits))) {
            throw new ToolFailure("edit: \"edits\" must be a list of at least one object with the texts \"oldText\" and"
                    + " \"newText\"");
        }
        return queue.alone(target.path(), () -> edit(written, target, edits, ctx));
    }

    private ToolOutput edit(String written, FileTarget target, List<Replacement> edits, ToolContext ctx)
            throws Exception {
        Aborted.check();
        var path = target.path();
        var bytes = bytes(target);
        var kept = FileEffect.kept(ctx);
        if (kept != null && kept.isDone(FileEffect.checksum(bytes), path.toString())) {
            return answer(written, edits, kept.details());
        }
        var raw = text(bytes, written);
        var bom = raw.startsWith(BOM) ? BOM : "";
        var old = TextLines.of(raw.substring(bom.length()));
        var plan = EditPlan.of(old, edits, written);
        var diff = EditDiff.of(old, plan, written);
        var details = JsonObject.of("diff", diff.diff(), "patch", diff.patch())
                .with("firstChangedLine", diff.firstChangedLine());
        Aborted.check();
        try {
            if (files instanceof LocalFiles local) {
                var changed = (bom + plan.text()).getBytes(UTF_8);
                if (ctx.effects() != null) {
                    new FileEffect(FileEffect.checksum(bytes), FileEffect.checksum(changed), details).keep(ctx);
                }
                local.targets().write(target, changed);
            } else {
                files.writeFile(path, bom + plan.text());
            }
        } catch (IOException e) {
            throw FileTrouble.with("cannot edit " + path, e);
        }
        return answer(written, edits, details);
    }

    private static ToolOutput answer(String written, List<Replacement> edits, @Nullable Object details) {
        var text = "Successfully replaced " + edits.size() + " block(s) in " + written + ".";
        return new ToolOutput(List.of(Content.text(text)), details, null, null, false, false);
    }

    private byte[] bytes(FileTarget target) throws IOException, InterruptedException, ToolFailure {
        var path = target.path();
        if (files.isDirectory(path)) {
            throw new ToolFailure("cannot edit " + path + ": is a directory (EISDIR)");
        }
        byte[] bytes;
        try {
            bytes = files instanceof LocalFiles local ? local.targets().read(target) : files.readFile(path);
        } catch (IOException e) {
            throw FileTrouble.with("cannot edit " + path, e);
        }
        if (files instanceof LocalFiles && !Files.isWritable(path)) {
            throw new ToolFailure("cannot edit " + path + ": permission denied (EACCES)");
        }
        return bytes;
    }

    private static String text(byte[] bytes, String written) throws ToolFailure {
        var text = Utf8.strict(bytes);
        if (text == null) {
            throw new ToolFailure("cannot edit " + written
                    + ": it is not UTF-8 text, and writing it back would damage it. Change it with bash");
        }
        return text;
    }
}
