package dev.pawl.tools.shell;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.tool.BuiltinTools.BashOptions;
import dev.pawl.api.tool.SpawnRequest;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.tools.text.ToolFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The work of the bash tool in two steps: settle what will run, then run exactly that.
 *
 * <p>Between the two stands {@code tool_authorize}. {@link #execute} takes both steps at once.
 */
public final class BashExecutor implements Tool.Executor {
    /** The schema of the structured answer of a command that came to its end. */
    public static final JsonObject ANSWER = JsonObject.of("type", "object")
            .with(
                    "properties",
                    JsonObject.of("output", JsonObject.of("type", "string"))
                            .with("truncated", JsonObject.of("type", "boolean"))
                            .with("full_output_path", JsonObject.of("type", "string"))
                            .with("exit_code", JsonObject.of("type", "number"))
                            .with("wall_time_seconds", JsonObject.of("type", "number")))
            .with("required", List.of("output", "truncated", "exit_code", "wall_time_seconds"));

    private final Path cwd;
    private final BashOptions options;
    private final BashOperations operations;
    private final Supplier<Map<String, String>> environment;
    private final TempFiles temp;

    public BashExecutor(
            Path cwd,
            BashOptions options,
            BashOperations operations,
            Supplier<Map<String, String>> environment,
            TempFiles temp) {
        this.cwd = cwd;
        this.options = options;
        this.operations = operations;
        this.environment = environment;
        this.temp = temp;
    }

    /** Puts prefix, environment and spawn hooks to a call. Nothing has run yet when this returns. */
    public PreparedCommand prepare(JsonObject arguments, HookContext ctx) throws Exception {
        return prepare(arguments, ctx, UnaryOperator.identity());
    }

    /** As {@link #prepare(JsonObject, HookContext)}, with further spawn hooks behind the tool's own. */
    public PreparedCommand prepare(JsonObject arguments, HookContext ctx, UnaryOperator<SpawnRequest> spawnHooks)
            throws Exception {
        var command = arguments.string("command");
        if (command == null) {
            throw new ToolFailure("bash: the argument \"command\" is missing, or is no text");
        }
        Duration timeout =
                arguments.get("timeout") instanceof Number seconds ? Seconds.duration(seconds.doubleValue()) : null;
        var prefix = options.commandPrefix();
        var inherited = environment.get();
        var variables = options.exposeSessionEnvironment()
                ? SessionEnvironment.of(inherited, ctx)
                : SessionEnvironment.without(inherited);
        var request = new SpawnRequest(
                prefix == null || prefix.isEmpty() ? command : prefix + "\n" + command,
                ctx.project().cwd().resolve(cwd),
                Collections.unmodifiableMap(variables));
        var rewritten = answered(spawnHooks, answered(options.spawnHook(), request));
        return new PreparedCommand(
                rewritten.withCwd(request.cwd().resolve(rewritten.cwd())), timeout, operations, inherited, temp);
    }

    private static SpawnRequest answered(UnaryOperator<SpawnRequest> spawnHook, SpawnRequest request)
            throws ToolFailure {
        @Nullable SpawnRequest answer = spawnHook.apply(request);
        if (answer == null) {
            throw new ToolFailure("bash: a spawn hook answered null instead of what to run");
        }
        return answer;
    }

    /** Returns whether commands run in a shell of this machine that Pawl starts itself. */
    public boolean isLocal() {
        return operations instanceof LocalBash;
    }

    /** Returns whether a command that was begun before the program ended is found again. */
    public boolean recovers() {
        return operations instanceof LocalBash bash && bash.supervises();
    }

    @Override
    public ToolOutput execute(JsonObject arguments, ToolContext ctx) throws Exception {
        return prepare(arguments, ctx).run(ctx);
    }
}
