package dev.pawl.agent;

import dev.pawl.api.Hook;
import dev.pawl.api.Host;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.ToolTraits.Exposure;
import dev.pawl.base.FailureText;
import dev.pawl.hooks.trace.Trace;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hooks, rules and records around the tool calls of another framework. It is a session without a model: calls take the same
 * way through it as calls of a tool that a hook makes in Pawl. Made by {@link AgentBuilder#gate()}.
 */
public final class ToolGate implements AutoCloseable {
    /** The work of a call. */
    @FunctionalInterface
    public interface Work {
        /**
         * Runs the tool of the framework.
         *
         * @param arguments those that hooks left
         * @return its answer, as the model reads it
         */
        String run(JsonObject arguments) throws Exception;
    }

    /**
     * What came of a call.
     *
     * @param text the answer that hooks left, or why the call was not run
     * @param isError whether the call was refused, or the tool failed
     * @param thrown what the tool threw, if that is what the text says; null if it did not, or hooks changed the text
     */
    public record Outcome(
            String text, boolean isError, @Nullable Exception thrown) {}

    /** The work of one call, and what it threw. */
    private static final class Running {
        private final Work work;
        private @Nullable Exception thrown;

        Running(Work work) {
            this.work = work;
        }

        ToolOutput run(JsonObject arguments) throws InterruptedException {
            try {
                return ToolOutput.text(work.run(arguments));
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                thrown = e;
                return ToolOutput.error(FailureText.bounded(e));
            }
        }
    }

    /** Registers the tools of the framework as they are called for the first time. */
    static final class Tools implements Hook {
        private final Set<String> registered = new HashSet<>();
        private @Nullable Host host;

        @Override
        public synchronized void install(Host host) {
            this.host = host;
            registered.clear();
        }

        private synchronized void know(String name, String description, JsonObject parameters) {
            var into = host;
            if (into != null && registered.add(name)) {
                into.tool(Tool.of(
                                name,
                                description,
                                schema(parameters),
                                (arguments, _) -> RUNNING.get().run(arguments))
                        .with(traits -> traits.exposure(Exposure.DEFERRED)));
            }
        }

        /** The framework checks the arguments itself; a schema that is none of an object says nothing. */
        private static JsonObject schema(JsonObject parameters) {
            return "object".equals(parameters.get("type")) ? parameters : JsonObject.of("type", "object");
        }
    }

    /** The call that the current thread makes: a tool of a call outside of a conversation runs on the thread of the caller. */
    private static final ScopedValue<Running> RUNNING = ScopedValue.newInstance();

    private final Agent agent;
    private final Tools tools;

    ToolGate(Agent agent, Tools tools) {
        this.agent = agent;
        this.tools = tools;
    }

    /**
     * Takes a call through all gates, and runs it if none of them refuses it. Calls may be made on many threads at once.
     *
     * @param parameters the JSON schema of its arguments
     */
    public Outcome call(String name, String description, JsonObject parameters, JsonObject arguments, Work work)
            throws InterruptedException {
        tools.know(name, description, parameters);
        var running = new Running(work);
        var called = ScopedValue.where(RUNNING, running)
                .call(() -> agent.context().tools().call(name, arguments));
        var thrown = running.thrown;
        boolean asThrown = thrown != null && called.isError() && called.text().equals(FailureText.bounded(thrown));
        return new Outcome(called.text(), called.isError(), asThrown ? thrown : null);
    }

    /** Returns the latest dispatches in which a hook changed, stopped or broke something, oldest first: what /why shows. */
    public List<Trace> why() {
        return agent.engine().traces().effects();
    }

    /** Returns the session around the calls, with its hooks. */
    public Agent agent() {
        return agent;
    }

    /** Notifies hooks that the session ends, and closes everything. */
    @Override
    public void close() {
        agent.close();
    }
}
