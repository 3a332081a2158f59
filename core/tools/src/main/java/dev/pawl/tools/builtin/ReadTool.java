package dev.pawl.tools.builtin;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.model.Model;
import dev.pawl.api.tool.FileOperations;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.base.ImageType;
import dev.pawl.tools.file.FileExecutor;
import dev.pawl.tools.file.FileTarget;
import dev.pawl.tools.file.FileTrouble;
import dev.pawl.tools.file.LocalFiles;
import dev.pawl.tools.file.ToolPaths;
import dev.pawl.tools.image.ImageLimits;
import dev.pawl.tools.image.Images;
import dev.pawl.tools.text.Aborted;
import dev.pawl.tools.text.Arguments;
import dev.pawl.tools.text.LineScanner;
import dev.pawl.tools.text.ToolFailure;
import dev.pawl.tools.text.Truncate;
import dev.pawl.tools.text.Truncation;
import dev.pawl.tools.text.Truncation.By;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows a text file, or lets the model see an image. */
public record ReadTool(ToolPaths paths, FileOperations files) implements FileExecutor {
    private static final int BINARY_WITHIN = 8 * 1024;

    @Override
    public FileTarget target(JsonObject arguments, Path cwd) throws Exception {
        return paths.existingTarget(Arguments.text("read", arguments, "path"), cwd, files);
    }

    @Override
    public ToolOutput execute(JsonObject arguments, ToolContext ctx, FileTarget target) throws Exception {
        var written = Arguments.text("read", arguments, "path");
        if (files instanceof LocalFiles local) {
            return local(written, arguments, ctx, target, local);
        }
        var path = paths.existing(written, ctx.project().cwd(), files);
        Aborted.check();
        if (files.isDirectory(path)) {
            throw new ToolFailure("cannot read " + path + ": it is a directory (EISDIR). List it with ls");
        }
        try {
            var type = files.imageType(path);
            Aborted.check();
            var bytes = files.readFile(path);
            return type == null
                    ? text(written, path, arguments, new ByteArrayInputStream(bytes))
                    : image(bytes, type, ctx);
        } catch (IOException e) {
            throw FileTrouble.with("cannot read " + path, e);
        }
    }

    /** Opens the file once: what it turns out to be and what is shown of it are the same file. */
    private static ToolOutput local(
            String written, JsonObject arguments, ToolContext ctx, FileTarget target, LocalFiles files)
            throws Exception {
        var path = target.path();
        Aborted.check();
        if (files.isDirectory(path)) {
            throw new ToolFailure("cannot read " + path + ": it is a directory (EISDIR). List it with ls");
        }
        try (var in = new PushbackInputStream(files.targets().open(target), ImageType.ENOUGH)) {
            var head = in.readNBytes(ImageType.ENOUGH);
            in.unread(head);
            var type = ImageType.of(head);
            Aborted.check();
            return type == null ? text(written, path, arguments, in) : image(in.readAllBytes(), type, ctx);
        } catch (ClosedByInterruptException e) {
            throw new InterruptedException(Aborted.MESSAGE);
        } catch (IOException e) {
            throw FileTrouble.with("cannot read " + path, e);
        }
    }

    private static ToolOutput text(String written, Path path, JsonObject arguments, InputStream in)
            throws IOException, InterruptedException, ToolFailure {
        long offset = arguments.number("offset", 1);
        long start = Math.max(0, offset - 1);
        long limit = Math.max(1, arguments.number("limit", Long.MAX_VALUE));
        var lines = new LineScanner(in);
        if (lines.looksBinary(BINARY_WITHIN)) {
            throw new ToolFailure("cannot show " + path + ": it is neither text nor an image that can be shown (it"
                    + " contains NUL bytes). Look into it with bash, for example with file, strings or xxd");
        }
        var window = TextWindow.read(lines, start, limit);
        var shown = window.shown();
        if (shown == null && window.fileLines() == 0 && start == 0) {
            return answer("(empty file)", "", null);
        }
        if (shown == null) {
            throw new ToolFailure(
                    "Offset " + offset + " is beyond end of file (" + window.fileLines() + " lines total)");
        }
        return answer(
                shown.content(),
                notice(written, start + 1, window, shown),
                shown.truncated() ? JsonObject.of("truncation", shown.toJson()) : null);
    }

    private static String notice(String written, long first, TextWindow window, Truncation shown) {
        if (shown.firstLineExceedsLimit()) {
            return "[Line " + first + " is " + Truncate.size(window.firstLineBytes()) + ", exceeds "
                    + Truncate.size(Truncate.MAX_BYTES) + " limit. Use bash: sed -n '" + first + "p' "
                    + quoted(written) + " | head -c " + Truncate.MAX_BYTES + "]";
        }
        long last = first + shown.outputLines() - 1;
        if (shown.truncated()) {
            return "\n\n[Showing lines " + first + "-" + last + " of " + window.fileLines()
                    + (shown.by() == By.BYTES ? " (" + Truncate.size(Truncate.MAX_BYTES) + " limit)" : "")
                    + ". Use offset=" + (last + 1) + " to continue.]";
        }
        long left = window.fileLines() - last;
        return left <= 0 ? "" : "\n\n[" + left + " more lines in file. Use offset=" + (last + 1) + " to continue.]";
    }

    private static ToolOutput answer(String content, String notice, @Nullable JsonObject details) {
        var text = content + notice;
        return new ToolOutput(List.of(Content.text(text)), details, text, null, false, false);
    }

    private static String quoted(String path) {
        return "'" + path.replace("'", "'\\''") + "'";
    }

    private static ToolOutput image(byte[] bytes, String type, ToolContext ctx) throws InterruptedException {
        var model = ctx.models().current();
        var autoResize = ctx.project().settings().object("images").bool("autoResize", true);
        var seen = Images.forModel(bytes, type, autoResize, ImageLimits.of(model));
        var note = new StringBuilder(
                "Image " + (seen.image() == null ? type : seen.image().mimeType()));
        seen.notes().forEach(words -> note.append("\n[").append(words).append(']'));
        if (model != null && !model.input().contains(Model.Medium.IMAGE)) {
            note.append("\n[The current model reads no images; it will not be sent this one]");
        }
        var content = new ArrayList<Content>();
        content.add(Content.text(note.toString()));
        if (seen.image() != null) {
            content.add(seen.image());
        }
        return new ToolOutput(
                content,
                null,
                seen.image() == null ? note.toString() : seen.image().toJson(),
                null,
                false,
                false);
    }
}
