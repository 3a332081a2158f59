package dev.pawl.codemode;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.tools.text.Truncate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs the scripts of the tool {@code codemode}. */
public final class Codemode implements Tool.Executor {
    public static final String NAME = "codemode";

    private final Limits limits;
    private final Path temp;

    /** @param temp the folder for output that is too long for the model */
    public Codemode(Limits limits, Path temp) {
        this.limits = limits;
        this.temp = temp;
    }

    @Override
    public ToolOutput execute(JsonObject arguments, ToolContext ctx) throws InterruptedException {
        long from = System.nanoTime();
        var source = ScriptSource.parse(arguments.string("code", ""));
        var journal = new Journal(ctx, System::currentTimeMillis);
        var calls = new Calls(ctx, limits, journal);
        calls.publish();
        boolean waitsShorter = source.timeout() != null && source.timeout().compareTo(limits.admission()) <= 0;
        var patience = waitsShorter ? source.timeout() : limits.admission();
        if (!Engines.enter(limits.engines(), Objects.requireNonNull(patience))) {
            var why = waitsShorter
                    ? "Script timed out: Execution timed out after " + patience.toMillis()
                            + " ms while waiting for a free codemode worker"
                    : "No codemode worker became free within " + patience.toSeconds() + " seconds. All "
                            + limits.engines() + " workers, shared by every session in this process, are held by other"
                            + " scripts. Retry after they finish.";
            return answer(new Output(), why + "\n\nThe script did not start.", source, calls, from);
        }
        try {
            return run(source, calls, journal, ctx, from);
        } finally {
            Engines.leave();
        }
    }

    private ToolOutput run(ScriptSource source, Calls calls, Journal journal, ToolContext ctx, long from)
            throws InterruptedException {
        var output = new Output();
        var script = new Script(
                source,
                limits,
                output,
                Store.of(journal.branch()),
                calls,
                journal,
                new ScriptTools(ctx.callableTools()),
                new ScriptModels(ctx.models()));
        Script.End end;
        try {
            end = script.run(source.timeout() == null ? null : source.timeout().minusNanos(System.nanoTime() - from));
        } finally {
            calls.close();
        }
        return switch (end) {
            case Script.Completed(var changes) -> {
                if (changes != null && !journal.hasKept(changes)) {
                    ctx.session().append(Store.ENTRY, changes);
                }
                yield answer(output, null, source, calls, from);
            }
            case Script.Failed(var why) -> answer(output, why + "\n\n" + calls.summary(), source, calls, from);
        };
    }

    private ToolOutput answer(Output output, @Nullable String error, ScriptSource source, Calls calls, long from) {
        var items = new ArrayList<>(output.laidOut());
        if (error != null) {
            items.add(Content.text("Script error:\n" + error));
        }
        var content = new ArrayList<Content>();
        var details = calls.details();
        var all = Output.joined(items).stream()
                .filter(Content.Text.class::isInstance)
                .map(text -> ((Content.Text) text).text())
                .collect(Collectors.joining("\n"));
        if (Output.isTooLong(all, source.maxOutputTokens())) {
            var file = saved(all.getBytes(StandardCharsets.UTF_8), ".txt");
            details = file == null ? details : details.with("fullOutputPath", file.toString());
            content.add(Content.text(Output.cut(all, source.maxOutputTokens())
                    + (file == null
                            ? "\n\n[Could not save the full output]"
                            : "\n\n[Full output: " + file + " (read with offset/limit)]")));
            items.removeIf(Content.Text.class::isInstance);
        }
        content.addAll(items);
        double seconds = (System.nanoTime() - from) / 1e9;
        var header = String.format(
                Locale.ROOT,
                "%s\nWall time %.1f seconds\nOutput:\n",
                error == null ? "Script completed" : "Script failed",
                seconds);
        content = new ArrayList<>(Output.joined(withPaths(content)));
        content.addFirst(Content.text(header));
        return new ToolOutput(content, details, null, null, error != null, false);
    }

    /** A model sees a picture, but has its bytes only in a file. One that is shown twice is in one file. */
    private List<Content> withPaths(List<Content> items) {
        var labels = new HashMap<String, String>();
        var named = new ArrayList<Content>();
        for (var item : items) {
            if (item instanceof Content.Image image) {
                named.add(Content.text(labels.computeIfAbsent(image.data(), _ -> label(image))));
            }
            named.add(item);
        }
        return named;
    }

    private String label(Content.Image image) {
        var bytes = Base64.getDecoder().decode(image.data());
        var kind = " (" + image.mimeType() + ", " + Truncate.size(bytes.length) + ")";
        var type = image.mimeType().substring(image.mimeType().indexOf('/') + 1);
        var file = saved(bytes, type.equals("jpeg") ? ".jpg" : "." + type);
        return file == null ? "[Image" + kind + " could not be saved]" : "[Image saved to " + file + kind + "]";
    }

    private @Nullable Path saved(byte[] content, String ending) {
        try {
            // It is its owner's alone.
            return Files.write(Files.createTempFile(temp, "pawl-codemode-", ending), content);
        } catch (IOException e) {
            return null;
        }
    }
}
