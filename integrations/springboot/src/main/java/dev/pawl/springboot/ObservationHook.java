package dev.pawl.springboot;

import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.event.RequestAuthorize;
import dev.pawl.api.event.RequestEnd;
import dev.pawl.api.event.ToolExecutionEnd;
import dev.pawl.api.event.ToolExecutionStart;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Observes requests to models and calls of tools, with the names that OpenTelemetry has for generative models. Nothing that was
 * said is observed.
 */
public final class ObservationHook implements Hook {
    private static final String OPERATION = "gen_ai.operation.name";

    private final ObservationRegistry registry;
    private final Map<String, Observation> requests = new ConcurrentHashMap<>();
    private final Map<String, Observation> calls = new ConcurrentHashMap<>();

    ObservationHook(ObservationRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void install(Host host) {
        host.on(HookPoints.REQUEST_AUTHORIZE, (request, _) -> {
            begin(request);
            return request.allow();
        });
        host.on(HookPoints.REQUEST_END, (end, _) -> end(end));
        host.on(
                HookPoints.TOOL_EXECUTION_START,
                (start, ctx) -> begin(start, ctx.session().id()));
        host.on(
                HookPoints.TOOL_EXECUTION_END,
                (end, ctx) -> end(end, ctx.session().id()));
    }

    private void begin(RequestAuthorize request) {
        var model = request.model();
        requests.put(
                request.requestId(),
                Observation.createNotStarted("gen_ai.client.operation", registry)
                        .contextualName("chat " + model.id())
                        .lowCardinalityKeyValue(OPERATION, "chat")
                        .lowCardinalityKeyValue("gen_ai.provider.name", model.provider())
                        .lowCardinalityKeyValue("gen_ai.request.model", model.id())
                        .start());
    }

    private void end(RequestEnd end) {
        var observation = requests.remove(end.request().requestId());
        if (observation != null) {
            var usage = end.usage();
            observation
                    .lowCardinalityKeyValue("pawl.request.sent", String.valueOf(end.sent()))
                    .highCardinalityKeyValue(
                            "gen_ai.usage.input_tokens",
                            String.valueOf(usage.input() + usage.cacheRead() + usage.cacheWrite()))
                    .highCardinalityKeyValue("gen_ai.usage.output_tokens", String.valueOf(usage.output()))
                    .stop();
        }
    }

    private void begin(ToolExecutionStart start, String session) {
        calls.put(
                session + "/" + start.toolCallId(),
                Observation.createNotStarted("gen_ai.execute_tool", registry)
                        .contextualName("execute_tool " + start.toolName())
                        .lowCardinalityKeyValue(OPERATION, "execute_tool")
                        .lowCardinalityKeyValue("gen_ai.tool.name", start.toolName())
                        .highCardinalityKeyValue("gen_ai.tool.call.id", start.toolCallId())
                        .start());
    }

    private void end(ToolExecutionEnd end, String session) {
        var observation = calls.remove(session + "/" + end.toolCallId());
        if (observation != null) {
            observation
                    .lowCardinalityKeyValue(
                            "pawl.tool.outcome", end.blocked() ? "blocked" : end.isError() ? "error" : "ok")
                    .stop();
        }
    }
}
