package dev.pawl.api.tool;

import dev.pawl.api.json.JsonObject;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The traits of a tool while it is being made. */
public final class ToolBuilder {
    private final String name;
    private final String description;
    private final JsonObject parameters;
    private Tool.Executor executor;
    private String label;
    private @Nullable String promptSnippet;
    private List<String> promptGuidelines = List.of();
    private @Nullable UnaryOperator<JsonObject> prepareArguments;
    private @Nullable JsonObject outputSchema;
    private boolean sequential;
    private Tool.Exposure exposure = Tool.Exposure.DIRECT;
    private @Nullable Boolean activeByDefault;
    private Tool.@Nullable Namespace namespace;
    private Tool.Annotations annotations = Tool.Annotations.NONE;
    private Tool.@Nullable Reach reach;
    private Tool.@Nullable Loadout loadout;
    private @Nullable JsonObject constrainedSampling;
    private @Nullable ToolRenderer renderer;
    private Tool.@Nullable Server server;

    ToolBuilder(String name, String description, JsonObject parameters, Tool.Executor executor) {
        this.name = name;
        this.label = name;
        this.description = description;
        this.parameters = parameters;
        this.executor = executor;
    }

    ToolBuilder(Tool tool) {
        this(tool.name(), tool.description(), tool.parameters(), tool.executor());
        label = tool.label();
        promptSnippet = tool.promptSnippet();
        promptGuidelines = tool.promptGuidelines();
        prepareArguments = tool.prepareArguments();
        outputSchema = tool.outputSchema();
        sequential = tool.sequential();
        exposure = tool.exposure();
        activeByDefault = tool.activeByDefault();
        namespace = tool.namespace();
        annotations = tool.annotations();
        reach = tool.reach();
        loadout = tool.loadout();
        constrainedSampling = tool.constrainedSampling();
        renderer = tool.renderer();
        server = tool.server();
    }

    ToolBuilder executor(Tool.Executor executor) {
        this.executor = executor;
        return this;
    }

    /** The name that users see. */
    public ToolBuilder label(String label) {
        this.label = label;
        return this;
    }

    /** One line about the tool in the system prompt. */
    public ToolBuilder promptSnippet(String promptSnippet) {
        this.promptSnippet = promptSnippet;
        return this;
    }

    /** Rules for its use in the system prompt. */
    public ToolBuilder promptGuidelines(String... promptGuidelines) {
        this.promptGuidelines = List.of(promptGuidelines);
        return this;
    }

    /** Repairs arguments before they are checked against the schema. */
    public ToolBuilder prepareArguments(UnaryOperator<JsonObject> prepareArguments) {
        this.prepareArguments = prepareArguments;
        return this;
    }

    public ToolBuilder outputSchema(JsonObject outputSchema) {
        this.outputSchema = outputSchema;
        return this;
    }

    /** Never runs beside another tool of the same answer. */
    public ToolBuilder sequential() {
        this.sequential = true;
        return this;
    }

    public ToolBuilder exposure(Tool.Exposure exposure) {
        this.exposure = exposure;
        this.activeByDefault = null;
        return this;
    }

    public ToolBuilder activeByDefault(boolean activeByDefault) {
        this.activeByDefault = activeByDefault;
        return this;
    }

    public ToolBuilder namespace(Tool.Namespace namespace) {
        this.namespace = namespace;
        return this;
    }

    public ToolBuilder annotations(Tool.Annotations annotations) {
        this.annotations = annotations;
        return this;
    }

    public ToolBuilder reach(Tool.Reach reach) {
        this.reach = reach;
        return this;
    }

    public ToolBuilder loadout(Tool.Loadout loadout) {
        this.loadout = loadout;
        return this;
    }

    public ToolBuilder constrainedSampling(JsonObject constrainedSampling) {
        this.constrainedSampling = constrainedSampling;
        return this;
    }

    public ToolBuilder renderer(ToolRenderer renderer) {
        this.renderer = renderer;
        return this;
    }

    /** The tool server that does the work; hooks see it on the events of a call. */
    public ToolBuilder server(Tool.Server server) {
        this.server = server;
        return this;
    }

    Tool build() {
        return new Tool(
                name,
                label,
                description,
                parameters,
                executor,
                promptSnippet,
                promptGuidelines,
                prepareArguments,
                outputSchema,
                sequential,
                exposure,
                activeByDefault != null
                        ? activeByDefault
                        : exposure == Tool.Exposure.DIRECT || exposure == Tool.Exposure.MODEL_ONLY,
                namespace,
                annotations,
                reach,
                loadout,
                constrainedSampling,
                renderer,
                server);
    }
}
