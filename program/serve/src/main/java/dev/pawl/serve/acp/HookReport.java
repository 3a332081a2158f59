package dev.pawl.serve.acp;

import dev.pawl.agent.Agent;
import dev.pawl.api.json.JsonObject;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.observe.trace.TraceLine;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reports to a client what hooks did, by the extension {@value #METHOD} of the protocol. */
final class HookReport {
    /** The method: a request of the client, and a notification to clients that enable it. */
    static final String METHOD = "_pawl/hooks";

    private final Channel channel;
    private final Agent agent;
    private @Nullable Engine observed;

    HookReport(Channel channel, Agent agent) {
        this.channel = channel;
        this.agent = agent;
    }

    /** Starts to report effects and failures of hooks to the client, if the client enables it. */
    synchronized void follow() {
        var engine = agent.engine();
        if (!channel.capabilities().hooks() || engine == observed) {
            return;
        }
        observed = engine;
        engine.traces().listen(trace -> {
            var line = TraceLine.of(trace);
            if (line.hadEffect()) {
                channel.notify(METHOD, JsonObject.of("trace", line.toJson()));
            }
        });
    }

    /**
     * The hooks of the session and their latest effects.
     *
     * @param call the tool call to report; null for all dispatches with an effect
     */
    JsonObject answer(@Nullable String call) {
        var engine = agent.engine();
        var traces = call == null
                ? engine.traces().effects()
                : engine.traces().latest().stream()
                        .filter(trace -> isPartOf(trace.toolCallId(), call))
                        .toList();
        return JsonObject.of("hooks", hooks(engine))
                .with(
                        "traces",
                        traces.stream()
                                .map(trace -> TraceLine.of(trace).toJson())
                                .toList());
    }

    private static List<String> hooks(Engine engine) {
        return engine.hooks().stream().map(hook -> hook.source().path()).toList();
    }

    /** Calls within a call have its id and a number. */
    private static boolean isPartOf(@Nullable String id, String call) {
        return Objects.equals(id, call) || (id != null && id.startsWith(call + "/"));
    }
}
