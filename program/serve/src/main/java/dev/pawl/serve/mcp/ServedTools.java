package dev.pawl.serve.mcp;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** What the server offers: the tools {@code run}, {@code continue} and {@code cancel}. */
final class ServedTools {
    static final String RUN = "run";
    static final String CONTINUE = "continue";
    static final String CANCEL = "cancel";
    static final String INSTRUCTIONS =
            "Pawl is a coding agent. `run` gives it a task in a folder and waits for its answer; `continue` continues"
                    + " that session; `cancel` ends what is under way. Hooks and rules of the user decide what it may"
                    + " do.";

    private ServedTools() {}

    /** Returns the descriptions of the tools, which are in a file beside this class. */
    static List<JsonObject> all() {
        try (var in = Objects.requireNonNull(ServedTools.class.getResourceAsStream("tools.json"), "tools.json")) {
            return JsonObject.parse(in.readAllBytes()).objects("tools");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
