package dev.pawl.api.value;

import dev.pawl.api.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a tool declares besides its name, description and parameters.
 *
 * <p>Traits never change: {@code traits.label("Todo").sequential()} returns others. Each is named in three places, side
 * by side, so that a new one is added once; a record would repeat all of them in every method that changes one.
 */
public final class ToolTraits implements Cloneable {
    /** The traits of a tool that declares nothing: its own name as label, declared to the model, active. */
    public static final ToolTraits DEFAULT = new ToolTraits();

    private @Nullable String label;
    private @Nullable String promptSnippet;
    private List<String> promptGuidelines = List.of();
    private @Nullable UnaryOperator<JsonObject> prepareArguments;
    private @Nullable JsonObject outputSchema;
    private boolean sequential;
    private boolean replayed;
    private Exposure exposure = Exposure.DIRECT;
    private @Nullable Boolean activeByDefault;
    private @Nullable Namespace namespace;
    private Annotations annotations = Annotations.NONE;
    private @Nullable Reach reach;
    private @Nullable Loadout loadout;
    private @Nullable JsonObject constrainedSampling;
    private @Nullable Server server;

    private ToolTraits() {}

    /** Returns the name that users see; null for that of the tool. */
    public @Nullable String label() {
        return label;
    }

    public ToolTraits label(@Nullable String label) {
        return with(changed -> changed.label = label);
    }

    /** One line about the tool in the system prompt; null for none. */
    public @Nullable String promptSnippet() {
        return promptSnippet;
    }

    public ToolTraits promptSnippet(@Nullable String promptSnippet) {
        return with(changed -> changed.promptSnippet = promptSnippet);
    }

    /** Rules for its use in the system prompt. */
    public List<String> promptGuidelines() {
        return promptGuidelines;
    }

    public ToolTraits promptGuidelines(List<String> promptGuidelines) {
        return with(changed -> changed.promptGuidelines = List.copyOf(promptGuidelines));
    }

    /** Repairs arguments before they are checked against the schema; null if nothing does. */
    public @Nullable UnaryOperator<JsonObject> prepareArguments() {
        return prepareArguments;
    }

    public ToolTraits prepareArguments(@Nullable UnaryOperator<JsonObject> prepareArguments) {
        return with(changed -> changed.prepareArguments = prepareArguments);
    }

    /** Returns the schema of structured answers; null if the tool declares none. */
    public @Nullable JsonObject outputSchema() {
        return outputSchema;
    }

    public ToolTraits outputSchema(@Nullable JsonObject outputSchema) {
        return with(changed -> changed.outputSchema = outputSchema);
    }

    /** Returns whether it never runs beside another tool of the same answer. */
    public boolean isSequential() {
        return sequential;
    }

    /** Never runs it beside another tool of the same answer. */
    public ToolTraits sequential() {
        return with(changed -> changed.sequential = true);
    }

    /** Returns whether it changes nothing itself: what it does, it does by calls of other tools. */
    public boolean changesNothing() {
        return annotations.readOnly() || replayed;
    }

    /** Returns whether a call that the end of the program cut off is made again from its beginning. */
    public boolean isReplayed() {
        return replayed;
    }

    /**
     * Makes a call that the end of the program cut off again from its beginning. The tool changes nothing but by calling
     * others, and calls the same in the same order again: each of them that had ended answers what it answered before,
     * without being run.
     */
    public ToolTraits replayed() {
        return with(changed -> changed.replayed = true);
    }

    /** Returns who may reach it. */
    public Exposure exposure() {
        return exposure;
    }

    /** With another exposure, from which follows again whether it is active by default. */
    public ToolTraits exposure(Exposure exposure) {
        return with(changed -> {
            changed.exposure = exposure;
            changed.activeByDefault = null;
        });
    }

    /** Returns whether it is declared to the model as soon as it is registered; as its exposure has it, unless specified. */
    public boolean activeByDefault() {
        return activeByDefault != null
                ? activeByDefault
                : exposure == Exposure.DIRECT || exposure == Exposure.MODEL_ONLY;
    }

    public ToolTraits activeByDefault(boolean activeByDefault) {
        return with(changed -> changed.activeByDefault = activeByDefault);
    }

    /** Returns the family that it belongs to; null for none. */
    public @Nullable Namespace namespace() {
        return namespace;
    }

    public ToolTraits namespace(@Nullable Namespace namespace) {
        return with(changed -> changed.namespace = namespace);
    }

    public Annotations annotations() {
        return annotations;
    }

    public ToolTraits annotations(Annotations annotations) {
        return with(changed -> changed.annotations = annotations);
    }

    public @Nullable Reach reach() {
        return reach;
    }

    public ToolTraits reach(@Nullable Reach reach) {
        return with(changed -> changed.reach = reach);
    }

    public @Nullable Loadout loadout() {
        return loadout;
    }

    public ToolTraits loadout(@Nullable Loadout loadout) {
        return with(changed -> changed.loadout = loadout);
    }

    /** Returns how the provider is to constrain the arguments while it samples them; null for as usual. */
    public @Nullable JsonObject constrainedSampling() {
        return constrainedSampling;
    }

    public ToolTraits constrainedSampling(@Nullable JsonObject constrainedSampling) {
        return with(changed -> changed.constrainedSampling = constrainedSampling);
    }

    /** Returns the tool server that does the work, as hooks see it on the events of a call; null for all other tools. */
    public @Nullable Server server() {
        return server;
    }

    public ToolTraits server(@Nullable Server server) {
        return with(changed -> changed.server = server);
    }

    private ToolTraits with(Consumer<ToolTraits> change) {
        try {
            var changed = (ToolTraits) clone();
            change.accept(changed);
            return changed;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /** Who may reach a tool. */
    public enum Exposure {
        /** Declared to the model while active, and callable by other tools. */
        DIRECT,
        /** Declared to the model, never callable by other tools. */
        MODEL_ONLY,
        /** Callable by other tools; declared only when activated. */
        CODEMODE,
        /** As {@code CODEMODE}, and found by searching only. */
        DEFERRED,
        /** Out of reach; this is how a tool is taken back. */
        HIDDEN
    }

    /** A family of tools. */
    public record Namespace(
            String name,
            List<String> aliases,
            @Nullable String description,
            @Nullable String instructions) {
        public Namespace {
            aliases = List.copyOf(aliases);
        }
    }

    /**
     * The tool server that does the work of a tool.
     *
     * @param name the server as it is configured
     * @param source the file that configures the server, or the hook that registered it
     * @param annotations what the server declares about the tool; nothing checks it
     */
    public record Server(String name, String source, Annotations annotations) {}

    /** What a tool declares about itself; nothing checks it. */
    public record Annotations(boolean readOnly, boolean destructive, boolean idempotent, boolean openWorld) {
        public static final Annotations NONE = new Annotations(false, false, false, false);
    }

    /** The other tools that a call with these arguments would use; {@code "all"} for any. */
    @FunctionalInterface
    public interface Reach {
        List<String> of(JsonObject arguments);
    }

    /** Adapts descriptions to the tools that are there; null hides a declaration. */
    @FunctionalInterface
    public interface Loadout {
        /**
         * Returns other descriptions, by the names of tools.
         *
         * @param declared the tools that are declared together
         * @param callable the tools that this one may call
         */
        Map<String, @Nullable String> describe(List<ToolInfo> declared, List<ToolInfo> callable);
    }
}
