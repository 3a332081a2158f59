package dev.pawl.api.value;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The types of a tool's traits; {@code Tool} inherits their names, so that a hook writes {@code Tool.Exposure}. */
public interface ToolTraits {
    /** Who may reach a tool. */
    enum Exposure {
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
    record Namespace(
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
    record Server(String name, String source, Annotations annotations) {}

    /** What a tool declares about itself; nothing checks it. */
    record Annotations(boolean readOnly, boolean destructive, boolean idempotent, boolean openWorld) {
        public static final Annotations NONE = new Annotations(false, false, false, false);
    }
}
