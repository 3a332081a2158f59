package dev.pawl.api.context;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.ToolInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tools of a session, and its slash commands.
 *
 * {@snippet :
 * // Only tools that change nothing.
 * ctx.tools().setActive(ctx.tools().all().stream()
 *         .filter(tool -> tool.traits().annotations().readOnly())
 *         .map(ToolInfo::name)
 *         .toList());
 * }
 */
public interface Tools {
    /** Returns the names of the tools that the model may use. */
    List<String> active();

    /** Returns all tools, also those that are not active. */
    List<ToolInfo> all();

    /** Changes which tools the model may use, from the next request on; unknown names are ignored. */
    void setActive(List<String> names);

    /**
     * Calls a tool through all gates, outside of the conversation. A tool that fails or is refused is an answer, not an
     * exception. Hooks are notified of the call as of any other; a handler that calls a tool must expect to be asked
     * about it.
     */
    CalledTool call(String name, JsonObject arguments) throws InterruptedException;

    /**
     * Asks all gates about a call that is not made.
     *
     * @return why it would be refused; null if it would run
     */
    @Nullable
    String refusal(String name, JsonObject arguments) throws InterruptedException;

    /** Returns the slash commands of hooks, skills and prompt templates. */
    List<CommandInfo> commands();
}
