package dev.pawl.springboot;

import dev.pawl.agent.Agent;
import dev.pawl.api.json.JsonObject;
import dev.pawl.observe.trace.TraceLine;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * The endpoint {@code pawl}: the open sessions, and of one its hooks, and which of them stopped or changed what, and why. It has
 * no content of conversations but what hooks say about them.
 */
@Endpoint(id = "pawl")
public final class PawlEndpoint {
    private final PawlAgents agents;

    PawlEndpoint(PawlAgents agents) {
        this.agents = agents;
    }

    @ReadOperation(produces = "application/json")
    public String sessions() {
        return JsonObject.of(
                        "sessions",
                        agents.open().stream().map(PawlEndpoint::summary).toList())
                .toString();
    }

    @ReadOperation(produces = "application/json")
    public @Nullable String session(@Selector String id) {
        return agents.open().stream()
                .filter(agent -> agent.session().id().equals(id))
                .findFirst()
                .map(agent -> detail(agent).toString())
                .orElse(null);
    }

    private static JsonObject summary(Agent agent) {
        var model = agent.model();
        return JsonObject.of(
                        "id",
                        agent.session().id(),
                        "folder",
                        agent.session().cwd().toString())
                .with("idle", agent.isIdle())
                .with("messages", agent.messageCount())
                .with("model", model == null ? null : model.provider() + "/" + model.id());
    }

    private static JsonObject detail(Agent agent) {
        var hooks = agent.engine().hooks().stream()
                .map(hook -> JsonObject.of("hook", hook.path(), "points", List.copyOf(hook.points())))
                .toList();
        var why = agent.engine().traces().effects().stream()
                .map(trace -> TraceLine.of(trace).toJson())
                .toList();
        return summary(agent).with("hooks", hooks).with("why", why);
    }
}
