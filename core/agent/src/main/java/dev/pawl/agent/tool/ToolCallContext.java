package dev.pawl.agent.tool;

import dev.pawl.api.context.ForwardingContext;
import dev.pawl.api.context.ForwardingSession;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.OpenSession;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.SubagentAnswer;
import dev.pawl.api.tool.SubagentTask;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.ToolInfo;
import dev.pawl.hooks.remote.RemoteTool;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The context of a tool while one of its calls runs. */
public final class ToolCallContext extends ForwardingContext implements RemoteTool.Call {
    /** Makes the context of a call. */
    @FunctionalInterface
    public interface Maker {
        ToolCallContext context(Tool tool, String toolCallId, ToolRunner runner, Consumer<ToolOutput> updates);
    }

    private final HookContext session;
    private final String toolName;
    private final String toolCallId;
    private final SessionTools tools;
    private final ToolRunner runner;
    private final SubagentStarter subagents;
    private final Consumer<ToolOutput> updates;
    private final NestedCalls nested = new NestedCalls();
    private final ReentrantLock speaking = new ReentrantLock();
    private final CallLedger ledger;
    private final CountDownLatch sent = new CountDownLatch(1);
    private volatile boolean closed;
    private volatile boolean aborted;

    public ToolCallContext(
            HookContext session,
            Tool tool,
            String toolCallId,
            SessionTools tools,
            ToolRunner runner,
            SubagentStarter subagents,
            Consumer<ToolOutput> updates) {
        this.ledger = runner.ledger();
        this.session = session;
        this.toolName = tool.name();
        this.toolCallId = toolCallId;
        this.tools = tools;
        this.runner = runner;
        this.subagents = subagents;
        this.updates = updates;
        if (tool.traits().isReplayed()) {
            ledger.replays(toolCallId);
        } else {
            nested.startAfter(ledger.highestNested(toolCallId));
        }
    }

    @Override
    protected HookContext target() {
        return session;
    }

    @Override
    public String toolCallId() {
        return toolCallId;
    }

    @Override
    public OpenSession session() {
        return new ForwardingSession() {
            @Override
            protected OpenSession target() {
                return session.session();
            }

            @Override
            public String idempotencyKey() {
                return id() + "/" + toolName + "/" + toolCallId;
            }
        };
    }

    @Override
    public void sent() {
        sent.countDown();
    }

    /** Waits until the call has been sent to the process that executes it, or has ended. */
    void awaitSent() throws InterruptedException {
        sent.await();
    }

    @Override
    public void update(ToolOutput partial) {
        Objects.requireNonNull(partial, "an update shows something");
        // The end of a call is reported after all its updates, so it waits for the one that is being reported.
        speaking.lock();
        try {
            if (!closed) {
                updates.accept(partial);
            }
        } finally {
            speaking.unlock();
        }
    }

    @Override
    public void intend(JsonObject effect) {
        ledger.intend(toolCallId, effect);
    }

    @Override
    public List<JsonObject> intentions() {
        return ledger.intentions(toolCallId);
    }

    @Override
    public @Nullable Path effects() {
        return ledger.folder();
    }

    @Override
    public boolean isHandedOver() {
        return ledger.isSealed();
    }

    @Override
    public List<ToolInfo> callableTools() {
        return tools.callable();
    }

    @Override
    public NestedCall prepareTool(String name, JsonObject arguments) throws InterruptedException {
        checkOpen("call no more tools");
        checkAborted();
        var call = runner.nested(toolCallId, nested, name, arguments);
        return new NestedCall() {
            @Override
            public String toolCallId() {
                return call.toolCallId();
            }

            @Override
            public NestedResult run() throws InterruptedException {
                var result = call.run();
                checkAborted();
                return result;
            }
        };
    }

    @Override
    public SubagentAnswer subagent(SubagentTask task, Consumer<Message> onMessage) throws InterruptedException {
        checkOpen("start no more subagents");
        checkAborted();
        return subagents.run(runner, toolName, toolCallId, nested, task, onMessage);
    }

    private void checkOpen(String what) {
        if (closed) {
            throw new IllegalStateException("the call " + toolCallId + " is over; it can " + what);
        }
    }

    /** A nested tool may answer an interruption in its own words; the one that called it is to end all the same. */
    private void checkAborted() throws InterruptedException {
        if (aborted) {
            throw new InterruptedException("the call " + toolCallId + " was aborted");
        }
    }

    NestedCalls nested() {
        return nested;
    }

    /** The call is to end. The caller also interrupts the thread it runs on. */
    void askToEnd() {
        aborted = true;
    }

    boolean isAborted() {
        return aborted;
    }

    /** The call is over: later updates from it are ignored. False if it was over before. */
    boolean close() {
        sent();
        speaking.lock();
        try {
            boolean first = !closed;
            closed = true;
            return first;
        } finally {
            speaking.unlock();
            nested.close();
        }
    }
}
