package dev.pawl.springboot;

import dev.pawl.agent.Agent;
import dev.pawl.agent.AgentBuilder;
import dev.pawl.agent.Pawl;
import dev.pawl.api.Hook;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** Begins the sessions of the application, each with its hooks, and knows those that are open. */
public final class PawlAgents implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.pawl.springboot");

    private final Pawl pawl;
    private final PawlProperties properties;
    private final Map<String, Hook> hooks;
    private final Map<String, Agent> open = new ConcurrentHashMap<>();

    /** @param hooks by their names, in the order in which they are called */
    PawlAgents(Pawl pawl, PawlProperties properties, Map<String, Hook> hooks) {
        this.pawl = pawl;
        this.properties = properties;
        this.hooks = hooks;
    }

    /**
     * Begins a session in a folder, as the properties say. Close it when it is over.
     *
     * @throws IllegalArgumentException if the folder, the model, a tool or a setting is not there
     * @throws IllegalStateException if a hook fails while it is installed
     */
    public Agent start(Path folder) throws IOException, InterruptedException {
        return start(folder, builder -> builder);
    }

    /**
     * As {@link #start(Path)}.
     *
     * @param changes what is different for this session
     */
    public Agent start(Path folder, UnaryOperator<AgentBuilder> changes) throws IOException, InterruptedException {
        forgetClosed();
        var agent = changes.apply(builder(folder)).start();
        open.put(agent.session().id(), agent);
        return agent;
    }

    /** Returns the sessions that are open. */
    public List<Agent> open() {
        forgetClosed();
        return List.copyOf(open.values());
    }

    /** Returns whether there is a model that has a key. */
    public boolean hasModel() {
        return !pawl.models().available().isEmpty();
    }

    private void forgetClosed() {
        open.values().removeIf(Agent::isClosed);
    }

    private AgentBuilder builder(Path folder) throws IOException {
        var builder = pawl.agent(folder).notices(notice -> LOG.log(System.Logger.Level.WARNING, notice));
        hooks.forEach(builder::hook);
        var model = properties.model();
        if (model != null) {
            builder.model(model);
        }
        var tools = properties.tools();
        if (tools != null) {
            builder.tools(tools.toArray(String[]::new));
        }
        var prompt = properties.systemPrompt();
        if (prompt != null) {
            builder.systemPrompt(prompt);
        }
        var settings = properties.settings();
        if (settings != null) {
            builder.settings(JsonObject.parse(settings.getContentAsByteArray()));
        }
        if (properties.withProject()) {
            builder.withProject();
        }
        return properties.onDisk() ? builder.onDisk() : builder;
    }

    /** Closes the sessions that are open. */
    @Override
    public void close() {
        open.values().forEach(Agent::close);
    }
}
