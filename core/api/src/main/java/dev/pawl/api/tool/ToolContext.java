package dev.pawl.api.tool;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.value.ToolInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a tool may use while it runs: all that a handler may, the other tools, and agents of its own. */
public interface ToolContext extends HookContext {
    /** Returns the id of the call that the tool works for. */
    String toolCallId();

    /** Shows an unfinished answer; ignored once the tool has returned. */
    void update(ToolOutput partial);

    /** Returns the tools that this one may call. */
    List<ToolInfo> callableTools();

    /** Calls another tool, through all gates. A tool that fails is an answer, not an exception. */
    default NestedResult executeTool(String name, JsonObject arguments) throws InterruptedException {
        return prepareTool(name, arguments).run();
    }

    /**
     * Begins a call of another tool: it gets its number and passes all gates on this thread. {@link NestedCall#run}
     * then runs the tool, on any thread, so that calls which run side by side still begin one after another.
     */
    NestedCall prepareTool(String name, JsonObject arguments) throws InterruptedException;

    /**
     * Has an agent of its own work on a task and waits for it. It sees nothing of this conversation; its tool calls
     * go through all gates, as calls of this one. A subagent that fails is an answer, not an exception.
     *
     * @param onMessage receives every message of its conversation when it is complete
     */
    SubagentAnswer subagent(SubagentTask task, Consumer<Message> onMessage) throws InterruptedException;

    /** Runs a subagent as above, without its messages. */
    default SubagentAnswer subagent(SubagentTask task) throws InterruptedException {
        return subagent(task, _ -> {});
    }

    /**
     * Keeps what this call is about to do, before it does it. When the program ends before the call has answered, the
     * same call gets it from {@link #intentions} after the session was opened again.
     */
    default void intend(JsonObject effect) {}

    /** Returns what this call was about to do last when the program ended; null where it runs for the first time. */
    default @Nullable JsonObject intended() {
        var all = intentions();
        return all.isEmpty() ? null : all.getLast();
    }

    /** Returns all that this call was about to do before the program ended, in order; empty where it runs for the first time. */
    default List<JsonObject> intentions() {
        return List.of();
    }

    /** Returns a folder for files that this call needs after a crash; null where nothing is kept. */
    default @Nullable Path effects() {
        return null;
    }

    /**
     * Returns whether another program continues this call. A call that is interrupted then leaves what it began as it is, for that
     * program to find.
     */
    default boolean isHandedOver() {
        return false;
    }

    /** A call of another tool that is to be run, once. If a gate refused it, the refusal is its result. */
    interface NestedCall {
        String toolCallId();

        /** Runs the tool on this thread and waits for it. */
        NestedResult run() throws InterruptedException;
    }

    record NestedResult(String toolCallId, ToolOutput output, boolean isError) {}
}
