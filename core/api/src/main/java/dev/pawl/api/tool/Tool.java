package dev.pawl.api.tool;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.api.value.ToolInfo;
import dev.pawl.api.value.ToolTraits;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A tool that the model may ask for: made by {@link #of}, refined by {@link #with}.
 *
 * @param name by which the model asks for it
 * @param description what the model reads about it
 * @param parameters the JSON schema of its arguments
 * @param executor does the work
 * @param traits what else it declares
 * @param renderer draws its row on the screen; null for the ordinary drawing
 */
public record Tool(
        String name,
        String description,
        JsonObject parameters,
        Executor executor,
        ToolTraits traits,
        @Nullable ToolRenderer renderer) {

    public Tool {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a tool needs a name");
        }
        if (!"object".equals(parameters.get("type"))) {
            throw new IllegalArgumentException(
                    "tool " + name + ": parameters must be a JSON schema of type object, not " + parameters);
        }
    }

    public static Tool of(String name, String description, JsonObject parameters, Executor executor) {
        return new Tool(name, description, parameters, executor, ToolTraits.DEFAULT, null);
    }

    /** Returns a tool whose parameters are the components of a record. */
    public static <A extends Record> Tool of(
            String name, String description, Class<A> arguments, TypedExecutor<A> executor) {
        return of(
                name, description, ToolSchema.of(arguments), (json, ctx) -> executor.execute(json.as(arguments), ctx));
    }

    /** Returns what hooks are shown of it, as a tool of that source. */
    public ToolInfo info(SourceInfo source) {
        return new ToolInfo(name, description, parameters, traits, source);
    }

    /** This tool with some of its traits changed: {@code tool.with(t -> t.label("Todo").sequential())}. */
    public Tool with(UnaryOperator<ToolTraits> changes) {
        return new Tool(name, description, parameters, executor, changes.apply(traits), renderer);
    }

    /** This tool with its row drawn by another renderer; null for the ordinary drawing. */
    public Tool withRenderer(@Nullable ToolRenderer renderer) {
        return new Tool(name, description, parameters, executor, traits, renderer);
    }

    /**
     * This tool with something around its work; its name, parameters, renderer and traits stay. To change a built-in
     * tool, register the result: {@code pi.tool(tool.around((arguments, ctx, inner) -> …))}.
     */
    public Tool around(Around around) {
        Executor wrapped = (arguments, ctx) -> around.execute(arguments, ctx, executor);
        return new Tool(name, description, parameters, wrapped, traits, renderer);
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

        /** Returns whether it copes with arguments that {@code tool_call} handlers changed so that they do not fit the schema. */
        default boolean takesUnfit() {
            return false;
        }
    }

    /** Does the work with arguments read into a record. */
    @FunctionalInterface
    public interface TypedExecutor<A extends Record> {
        ToolOutput execute(A arguments, ToolContext ctx) throws Exception;
    }
}
