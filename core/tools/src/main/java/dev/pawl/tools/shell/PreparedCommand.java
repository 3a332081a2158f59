package dev.pawl.tools.shell;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.tool.SpawnRequest;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.base.secret.SecretFilter;
import dev.pawl.tools.file.FileTrouble;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A shell command with nothing left to decide: what {@code tool_authorize} shows is what {@link #run} runs. */
public final class PreparedCommand {
    private static final String NO_OUTPUT = "(no output)";

    private final SpawnRequest request;
    private final @Nullable Duration timeout;
    private final BashOperations operations;
    private final Map<String, String> inherited;
    private final TempFiles temp;

    PreparedCommand(
            SpawnRequest request,
            @Nullable Duration timeout,
            BashOperations operations,
            Map<String, String> inherited,
            TempFiles temp) {
        // A map that a spawn hook still holds must not change what was authorised.
        this.request = new SpawnRequest(request.command(), request.cwd(), Map.copyOf(request.environment()));
        this.timeout = timeout;
        this.operations = operations;
        this.inherited = inherited;
        this.temp = temp;
    }

    public SpawnRequest request() {
        return request;
    }

    /** Returns the names of the variables that differ from the program's own: added, changed or taken away. */
    public Set<String> changedEnvironment() {
        var names = new HashSet<>(inherited.keySet());
        names.addAll(request.environment().keySet());
        names.removeIf(name -> {
            var before = inherited.get(name);
            return before != null && before.equals(request.environment().get(name));
        });
        return new TreeSet<>(names);
    }

    /** Runs the command and waits for it. */
    public ToolOutput run(ToolContext ctx) throws IOException {
        return run(ctx, request, SecretFilter.NONE);
    }

    /**
     * Runs the command and waits for it.
     *
     * <p>An interruption ends the command and all it started; the answer is an error with the output so far, and the
     * thread is left interrupted.
     *
     * @param last the request with what nothing but the command itself may see
     * @param filter takes values out of the output before anything keeps or shows it
     */
    public ToolOutput run(ToolContext ctx, SpawnRequest last, SecretFilter filter) throws IOException {
        long start = System.nanoTime();
        try (var output = new OutputKeeper(temp);
                var updates = new ThrottledUpdates(ctx, output)) {
            @Nullable Integer code = null;
            @Nullable String status = null;
            try {
                code = exec(ctx, last, filter, chunk -> {
                    output.add(chunk);
                    updates.changed();
                });
                status = code == null
                        ? "Command ended without an exit code"
                        : code == 0 ? null : "Command exited with code " + code;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                status = "Command aborted";
            } catch (SupervisedCommand.Lost e) {
                status = e.getMessage();
            } catch (IOException e) {
                var message = String.valueOf(e.getMessage());
                if (message.startsWith(LocalBash.TIMEOUT)) {
                    status = "Command timed out after " + message.substring(LocalBash.TIMEOUT.length()) + " seconds";
                } else if (message.equals("aborted")) {
                    status = "Command aborted";
                } else if (output.isEmpty()) {
                    throw e;
                } else {
                    status = "Command failed: " + FileTrouble.words(e);
                }
            }
            updates.finish();
            output.finish();
            return answer(output, code, status, System.nanoTime() - start);
        }
    }

    private @Nullable Integer exec(ToolContext ctx, SpawnRequest last, SecretFilter filter, Consumer<byte[]> output)
            throws IOException, InterruptedException {
        var options = new BashOperations.Options(timeout, last.environment());
        if (!filter.isEmpty()) {
            // Without supervision, which keeps the output in a file as the command writes it.
            try (var pieces = new FilteredOutput(filter, output)) {
                return operations.exec(last.command(), last.cwd(), options, pieces);
            }
        }
        var supervised = SupervisedCommand.of(operations, ctx);
        return supervised == null
                ? operations.exec(last.command(), last.cwd(), options, output)
                : supervised.exec(last.command(), last.cwd(), options, output);
    }

    private static ToolOutput answer(OutputKeeper output, @Nullable Integer code, @Nullable String status, long nanos) {
        var tail = output.tail();
        // A command that was cut short may have had no time to print anything.
        var nothing = status == null || code != null ? NO_OUTPUT : "";
        var text = output.isEmpty() ? nothing : tail.text() + tail.notice();
        if (status != null) {
            text = text.isEmpty() ? status : text + "\n\n" + status;
        }
        var structured = code == null ? null : structured(output, tail, code, nanos);
        return new ToolOutput(List.of(Content.text(text)), tail.details(), structured, null, status != null, false);
    }

    /** Returns what programs read of a command that came to its own end. */
    private static JsonObject structured(OutputKeeper output, OutputKeeper.Tail tail, int code, long nanos) {
        var structured = new LinkedHashMap<String, @Nullable Object>();
        structured.put("output", output.structured());
        structured.put("truncated", output.structuredIsCut());
        if (tail.file() != null && tail.trouble() == null) {
            structured.put("full_output_path", tail.file());
        }
        structured.put("exit_code", code);
        structured.put("wall_time_seconds", Seconds.rounded(nanos));
        return JsonObject.from(structured);
    }
}
