package dev.pawl.api.tool;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.api.value.ToolInfo;
import dev.pawl.api.value.ToolTraits;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A tool that the model may ask for: made by {@link #of}, refined by {@link #with}. */
public record Tool(
        String name,
        String label,
        String description,
        JsonObject parameters,
        Executor executor,
        @Nullable String promptSnippet,
        List<String> promptGuidelines,
        @Nullable UnaryOperator<JsonObject> prepareArguments,
        @Nullable JsonObject outputSchema,
        boolean sequential,
        Exposure exposure,
        boolean activeByDefault,
        @Nullable Namespace namespace,
        Annotations annotations,
        @Nullable Reach reach,
        @Nullable Loadout loadout,
        @Nullable JsonObject constrainedSampling,
        @Nullable ToolRenderer renderer,
        @Nullable Server server)
        implements ToolTraits {

    public Tool {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a tool needs a name");
        }
        if (!"object".equals(parameters.get("type"))) {
            throw new IllegalArgumentException(
                    "tool " + name + ": parameters must be a JSON schema of type object, not " + parameters);
        }
        promptGuidelines = List.copyOf(promptGuidelines);
    }

    public static Tool of(String name, String description, JsonObject parameters, Executor executor) {
        return new ToolBuilder(name, description, parameters, executor).build();
    }

    /** A tool whose parameters are the components of a record. */
    public static <A extends Record> Tool of(
            String name, String description, Class<A> arguments, TypedExecutor<A> executor) {
        return of(
                name, description, ToolSchema.of(arguments), (json, ctx) -> executor.execute(json.as(arguments), ctx));
    }

    /** What hooks are shown of it, as a tool of that source. */
    public ToolInfo info(SourceInfo source) {
        return new ToolInfo(name, description, parameters, promptGuidelines, exposure, namespace, annotations, source);
    }

    /** This tool with some of its traits changed: {@code tool.with(t -> t.label("Todo").sequential())}. */
    public Tool with(Consumer<ToolBuilder> changes) {
        var builder = new ToolBuilder(this);
        changes.accept(builder);
        return builder.build();
    }

    /**
     * This tool with something around its work; its name, parameters, renderer, snippet and guidelines stay. To change a
     * built-in tool, register the result: {@code pi.tool(tool.around((arguments, ctx, inner) -> …))}.
     */
    public Tool around(Around around) {
        var inner = executor;
        return new ToolBuilder(this)
                .executor((arguments, ctx) -> around.execute(arguments, ctx, inner))
                .build();
    }

    /** Does something before, after or instead of the work of a tool. */
    @FunctionalInterface
    public interface Around {
        ToolOutput execute(JsonObject arguments, ToolContext ctx, Executor inner) throws Exception;
    }

    /** Does the work. An exception is an answer too: its message becomes the tool's error. */
    @FunctionalInterface
    public interface Executor {
        ToolOutput execute(JsonObject arguments, ToolContext ctx) throws Exception;

        /** Whether it copes with arguments that {@code tool_call} handlers changed so that they do not fit the schema. */
        default boolean takesUnfit() {
            return false;
        }
    }

    /** Does the work with arguments read into a record. */
    @FunctionalInterface
    public interface TypedExecutor<A extends Record> {
        ToolOutput execute(A arguments, ToolContext ctx) throws Exception;
    }

    /** The other tools that a call with these arguments would use; {@code "all"} for any. */
    @FunctionalInterface
    public interface Reach {
        List<String> of(JsonObject arguments);
    }

    /** Adapts descriptions to the tools that are declared together; null hides a declaration. */
    @FunctionalInterface
    public interface Loadout {
        Map<String, @Nullable String> describe(List<ToolInfo> declared);
    }
}
