package dev.pawl.observe.telemetry;

import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.MessageEnd;
import dev.pawl.api.event.ToolExecutionEnd;
import dev.pawl.api.event.ToolExecutionStart;
import dev.pawl.api.event.UserBash;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.ToolInfo;
import dev.pawl.hooks.dispatch.Engine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends telemetry of a session to a collector: spans with the names of the gen_ai conventions, metrics and logs.
 *
 * <p>It comes after all other hooks, so that content, if it is requested, is what the other hooks left of it.
 */
public final class TelemetryHook implements Hook {
    /** The name of the hook. */
    public static final String PATH = "builtin:telemetry";

    private static final String AGENT = "pawl";

    /** The stop reasons of Anthropic; OpenAI and Bedrock; Google. */
    private static final List<String> REFUSALS = List.of(
            "refusal",
            "content_filter",
            "guardrail",
            "safety",
            "prohibited_content",
            "blocklist",
            "spii",
            "recitation");

    private final TelemetrySettings settings;
    private final OtlpSender sender;
    private final Metrics metrics = new Metrics();
    private final Map<String, Span> tools = new LinkedHashMap<>();
    private final TraceParent root;
    private final @Nullable String externalParent;
    private final HookTelemetry hooks;
    private final RequestTelemetry requests;
    private final SessionTelemetry sessions;
    private final DialogTelemetry dialogs;
    private final List<String> packages;
    private @Nullable Span run;
    private volatile String session = "";

    /** @param packages the names of the packages that are loaded */
    public TelemetryHook(TelemetrySettings settings, List<String> packages, Consumer<String> problems) {
        this.settings = settings;
        this.packages = List.copyOf(packages);
        this.sender = new OtlpSender(settings, problems);
        var parent = settings.parent();
        this.root = parent == null ? TraceParent.newTrace() : parent;
        this.externalParent = parent == null ? null : parent.spanId();
        var receiver = new HookTelemetry.Receiver() {
            @Override
            public TraceParent place(@Nullable String call) {
                return TelemetryHook.this.place(call);
            }

            @Override
            public void span(JsonObject span, TraceParent place) {
                send(span, place);
            }

            @Override
            public void log(String name, long time, Attributes fields, TraceParent place) {
                sendRecord(name, time, fields, place);
            }
        };
        this.hooks = new HookTelemetry(settings.content(), metrics, receiver);
        this.requests = new RequestTelemetry(metrics, receiver, () -> session);
        this.sessions = new SessionTelemetry(settings.content(), receiver);
        this.dialogs = new DialogTelemetry(metrics, receiver, this::commandPlace);
    }

    @Override
    public void install(Host host) {
        host.on(HookPoints.SESSION_START, (_, ctx) -> begin(ctx));
        host.on(HookPoints.AGENT_START, (_, ctx) -> beginRun(ctx));
        host.on(HookPoints.AGENT_END, (_, _) -> endRun());
        host.on(HookPoints.MESSAGE_END, (end, _) -> {
            messageEnded(end);
            return end;
        });
        host.on(HookPoints.TOOL_EXECUTION_START, (start, ctx) -> beginTool(start, ctx));
        host.on(HookPoints.TOOL_EXECUTION_END, (end, _) -> endTool(end));
        requests.install(host);
        sessions.install(host);
        dialogs.install(host);
        new CallTelemetry(metrics, sessions).install(host);
        new PromptTelemetry(sessions).install(host);
        new ChunkTelemetry(metrics).install(host);
        host.on(HookPoints.USER_BASH, (bash, _) -> {
            var environment = new LinkedHashMap<>(bash.environment());
            environment.put(TraceParent.VARIABLE, place(null).header());
            return Decision.pass(new UserBash(bash.command(), bash.excludeFromContext(), bash.cwd(), environment));
        });
        host.spawn(request ->
                request.withVariable(TraceParent.VARIABLE, commandPlace().header()));
        host.on(HookPoints.SESSION_SHUTDOWN, (_, _) -> {
            requests.close();
            endRun();
            sender.end();
        });
    }

    /** Reports what the other hooks of a session do. */
    public void watch(String id, Engine engine) {
        session = id;
        engine.traces().listen(hooks);
        engine.traces().listenToProgram(sessions::report);
        sessions.loaded(engine.hooks());
        sessions.packages(packages);
        sender.start(metrics::take);
    }

    private void begin(HookContext ctx) {
        session = ctx.session().id();
        metrics.sum("pawl.session.count", 1, new Attributes());
    }

    private synchronized void beginRun(HookContext ctx) {
        endRun();
        var place = root.child();
        // With an external parent there is one trace for all runs; otherwise every run is a trace of its own.
        run = externalParent == null
                ? new Span("invoke_agent " + AGENT, Span.INTERNAL, TraceParent.newTrace(), null, Clock.now())
                : new Span("invoke_agent " + AGENT, Span.INTERNAL, place, externalParent, Clock.now());
        var model = ctx.models().current();
        run.with("gen_ai.operation.name", "invoke_agent")
                .with("gen_ai.agent.name", AGENT)
                .with("gen_ai.agent.version", settings.resource().get("service.version"))
                .with("gen_ai.conversation.id", session)
                .with("gen_ai.provider.name", model == null ? null : model.provider())
                .with("gen_ai.request.model", model == null ? null : model.id());
    }

    private synchronized void endRun() {
        var ended = run;
        if (ended != null) {
            run = null;
            long now = Clock.now();
            metrics.seconds(
                    "gen_ai.invoke_agent.duration",
                    (now - ended.begin()) / 1e9,
                    new Attributes().with("gen_ai.operation.name", "invoke_agent"));
            metrics.sum(
                    DialogTelemetry.ACTIVE,
                    Math.max(0, now - ended.begin() - dialogs.takeWaited()) / 1e9,
                    new Attributes().with("type", "cli"));
            send(ended.ended(now), ended.place());
        }
    }

    /** The parent of a span: the call that it concerns, or the run. */
    private synchronized TraceParent place(@Nullable String call) {
        var tool = call == null ? null : tools.get(call);
        return tool != null ? tool.place() : run != null ? run.place() : root;
    }

    /** A command does not name the call for which it runs; if one call is under way it is that one. */
    private synchronized TraceParent commandPlace() {
        return tools.size() == 1 ? tools.values().iterator().next().place() : place(null);
    }

    private void messageEnded(MessageEnd end) {
        if (end.message() instanceof Message.Assistant answer) {
            answered(answer);
        } else if (end.message() instanceof Message.User user) {
            var fields = new Attributes()
                    .with("prompt_length", user.text().length())
                    .with("prompt", settings.content() ? user.text() : null);
            sendRecord("user_prompt", fields, place(null));
        }
    }

    private void answered(Message.Assistant answer) {
        long now = Clock.now();
        long millis = answer.extra().number("durationMs", 0);
        boolean failed = answer.stopReason() == StopReason.ERROR;
        boolean refused = failed && isRefusal(answer.extra().string("rawStopReason", ""));
        var usage = answer.usage();
        var span = Span.below(place(null), "chat " + answer.model(), Span.CLIENT, now - millis * 1_000_000);
        span.with("gen_ai.operation.name", "chat")
                .with("gen_ai.provider.name", answer.provider())
                .with("gen_ai.request.model", answer.model())
                .with("gen_ai.response.model", answer.model())
                .with("gen_ai.response.id", answer.extra().string("responseId"))
                .with(
                        "gen_ai.response.finish_reasons",
                        List.of(answer.stopReason().wire()))
                .with("gen_ai.conversation.id", session)
                .with("gen_ai.output.messages", settings.content() ? answer.text() : null)
                .failed(refused ? "refusal" : failed ? "provider_error" : null);
        RequestTelemetry.tokens(span, usage);
        send(span.ended(now), span.place());
        var labels = RequestTelemetry.count(metrics, answer.provider(), answer.model(), millis / 1e3, usage);
        sendRecord(
                refused ? "api_refusal" : failed ? "api_error" : "api_request",
                labels.copy()
                        .with("duration_ms", millis)
                        .with("cost_usd", usage.cost().total())
                        .with("error", failed && settings.content() ? answer.errorMessage() : null),
                span.place());
        if (!failed) {
            sendRecord(
                    "assistant_response",
                    new Attributes()
                            .with("response_length", answer.text().length())
                            .with("response", settings.content() ? answer.text() : null),
                    span.place());
        }
    }

    /** Whether the stop reason of a provider means that the model, or a filter, refused to continue. */
    private static boolean isRefusal(String reason) {
        return REFUSALS.stream().anyMatch(reason.toLowerCase(Locale.ROOT)::contains);
    }

    private synchronized void beginTool(ToolExecutionStart start, HookContext ctx) {
        var description = ctx.tools().all().stream()
                .filter(tool -> tool.name().equals(start.toolName()))
                .map(ToolInfo::description)
                .findFirst()
                .orElse(null);
        var caller = start.parentToolCallId();
        var agent = caller == null ? null : requests.agentOf(caller);
        var span = Span.below(
                agent == null ? place(caller) : agent, "execute_tool " + start.toolName(), Span.INTERNAL, Clock.now());
        span.with("gen_ai.operation.name", "execute_tool")
                .with("gen_ai.tool.name", start.toolName())
                .with("gen_ai.tool.call.id", start.toolCallId())
                .with("gen_ai.tool.type", "function")
                .with("gen_ai.tool.description", description)
                .with("gen_ai.conversation.id", session)
                .with(
                        "gen_ai.tool.call.arguments",
                        settings.content() ? start.args().toString() : null);
        tools.put(start.toolCallId(), span);
    }

    private void endTool(ToolExecutionEnd end) {
        Span span;
        synchronized (this) {
            span = tools.remove(end.toolCallId());
        }
        if (span == null) {
            return;
        }
        long now = Clock.now();
        boolean ran = end.durationMs() != null;
        var error = !end.isError() ? null : ran ? "tool_error" : "not_run";
        span.with(
                        "gen_ai.tool.call.result",
                        settings.content() ? Content.text(end.result().content()) : null)
                .failed(error);
        send(span.ended(now), span.place());
        var labels = new Attributes().with("gen_ai.tool.name", end.toolName()).with("error.type", error);
        metrics.seconds("gen_ai.execute_tool.duration", (now - span.begin()) / 1e9, labels);
        sendRecord(
                "tool_result",
                labels.copy()
                        .with("gen_ai.tool.call.id", end.toolCallId())
                        .with("success", !end.isError())
                        .with("duration_ms", end.durationMs()),
                span.place());
    }

    private void send(JsonObject span, TraceParent place) {
        if (place.sampled()) {
            sender.add(Signal.TRACES, span);
        }
    }

    private void sendRecord(String name, Attributes fields, TraceParent place) {
        sendRecord(name, Clock.now(), fields, place);
    }

    private void sendRecord(String name, long time, Attributes fields, TraceParent place) {
        sender.add(
                Signal.LOGS,
                LogRecord.of(name, time, fields.with("event.name", name).with("session.id", session), place));
    }
}
