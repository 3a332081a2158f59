package dev.pawl.observe.telemetry;

import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.event.RequestAuthorize;
import dev.pawl.api.event.RequestAuthorize.Purpose;
import dev.pawl.api.event.RequestEnd;
import dev.pawl.api.event.SessionCompact;
import dev.pawl.api.event.SessionCompactFailed;
import dev.pawl.api.event.SessionTree;
import dev.pawl.api.event.SubagentEnd;
import dev.pawl.api.event.SubagentStart;
import dev.pawl.api.message.Usage;
import dev.pawl.api.session.CompactionReason;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests that are not a turn of the conversation, with their purpose: subagents, compactions, summaries of branches,
 * cache warming, and requests of hooks.
 */
final class RequestTelemetry {
    private static final String COMPACTION = "pawl.compaction";
    private static final String BRANCH = "pawl.branch_summary";

    private record Agent(Span span, String call) {}

    private final Metrics metrics;
    private final HookTelemetry.Receiver receiver;
    private final Supplier<String> session;
    private final Map<String, Long> startTimes = new HashMap<>();
    private final Map<String, Agent> agents = new LinkedHashMap<>();
    private @Nullable Span compaction;
    private @Nullable Span branch;

    RequestTelemetry(Metrics metrics, HookTelemetry.Receiver receiver, Supplier<String> session) {
        this.metrics = metrics;
        this.receiver = receiver;
        this.session = session;
    }

    void install(Host host) {
        host.on(HookPoints.REQUEST_AUTHORIZE, (request, _) -> {
            begin(request);
            return request.allow();
        });
        host.on(HookPoints.REQUEST_END, (end, _) -> end(end));
        host.on(HookPoints.SUBAGENT_START, (start, _) -> {
            begin(start);
            return start;
        });
        host.on(HookPoints.SUBAGENT_END, (end, _) -> end(end));
        host.on(HookPoints.SESSION_BEFORE_COMPACT, (before, _) -> {
            beginCompaction();
            return before.proceed();
        });
        host.on(HookPoints.SESSION_COMPACT, (done, _) -> end(done));
        host.on(HookPoints.SESSION_COMPACT_FAILED, (failed, _) -> end(failed));
        host.on(HookPoints.SESSION_TREE, (moved, _) -> end(moved));
    }

    /** The place of the agent that works for a call; null if there is none, or more than one. */
    synchronized @Nullable TraceParent agentOf(String call) {
        var ofCall = agents.values().stream()
                .filter(agent -> agent.call().equals(call))
                .toList();
        return ofCall.size() == 1 ? ofCall.getFirst().span().place() : null;
    }

    private synchronized void begin(RequestAuthorize request) {
        if (request.purpose() != Purpose.TURN) {
            startTimes.put(request.requestId(), Clock.now());
        }
        if (request.purpose() == Purpose.BRANCH_SUMMARY && branch == null) {
            branch = Span.below(receiver.place(null), BRANCH, Span.INTERNAL, Clock.now());
        }
    }

    private void end(RequestEnd end) {
        Long from;
        TraceParent place;
        synchronized (this) {
            from = startTimes.remove(end.request().requestId());
            place = place(end.request());
        }
        if (from == null) {
            return;
        }
        long now = Clock.now();
        var usage = end.usage();
        var model = end.request().model();
        var span = Span.below(place, "chat " + model.id(), Span.CLIENT, from);
        span.with("gen_ai.operation.name", "chat")
                .with("gen_ai.provider.name", model.provider())
                .with("gen_ai.request.model", model.id())
                .with("gen_ai.conversation.id", session.get())
                .with("gen_ai.agent.id", end.request().agentId())
                .with("pawl.request.purpose", end.request().purpose().name().toLowerCase(Locale.ROOT))
                .failed(end.sent() ? null : "not_sent");
        tokens(span, usage);
        receiver.span(span.ended(now), span.place());
        if (end.sent()) {
            count(metrics, model.provider(), model.id(), (now - from) / 1e9, usage);
        }
    }

    private TraceParent place(RequestAuthorize request) {
        var parent = switch (request.purpose()) {
            case SUBAGENT -> {
                var agent = agents.get(String.valueOf(request.agentId()));
                yield agent == null ? null : agent.span();
            }
            case COMPACTION -> compaction;
            case BRANCH_SUMMARY -> branch;
            case TURN, CACHE_WARMING, HOOK -> null;
        };
        return parent == null ? receiver.place(request.toolCallId()) : parent.place();
    }

    /** Counts a request: how long it took, its tokens and its cost. */
    static Attributes count(Metrics metrics, String provider, String model, double seconds, Usage usage) {
        var labels = labels(provider, model);
        metrics.seconds("gen_ai.client.operation.duration", seconds, labels);
        metrics.tokens(input(usage), labels.copy().with("gen_ai.token.type", "input"));
        metrics.tokens(usage.output(), labels.copy().with("gen_ai.token.type", "output"));
        metrics.sum("pawl.cost.usage", usage.cost().total(), labels);
        return labels;
    }

    /** The attributes that distinguish metrics of requests. */
    static Attributes labels(String provider, String model) {
        return new Attributes()
                .with("gen_ai.operation.name", "chat")
                .with("gen_ai.provider.name", provider)
                .with("gen_ai.request.model", model);
    }

    /** Adds the tokens of a request to its span. */
    static void tokens(Span span, Usage usage) {
        long reasoning = usage.extra().number("reasoning", 0);
        span.with("gen_ai.usage.input_tokens", input(usage))
                .with("gen_ai.usage.output_tokens", usage.output())
                .with("gen_ai.usage.cache_read.input_tokens", usage.cacheRead())
                .with("gen_ai.usage.cache_creation.input_tokens", usage.cacheWrite())
                .with("gen_ai.usage.reasoning.output_tokens", reasoning == 0 ? null : reasoning);
    }

    private static long input(Usage usage) {
        return usage.input() + usage.cacheRead() + usage.cacheWrite();
    }

    private synchronized void begin(SubagentStart start) {
        var span = Span.below(
                receiver.place(start.toolCallId()), "invoke_agent " + start.agentType(), Span.INTERNAL, Clock.now());
        span.with("gen_ai.operation.name", "invoke_agent")
                .with("gen_ai.agent.name", start.agentType())
                .with("gen_ai.agent.id", start.agentId())
                .with("gen_ai.conversation.id", session.get());
        agents.put(start.agentId(), new Agent(span, start.toolCallId()));
    }

    private void end(SubagentEnd end) {
        Agent agent;
        synchronized (this) {
            agent = agents.remove(end.agentId());
        }
        if (agent == null) {
            return;
        }
        var span = agent.span();
        var error = end.answer().isError() ? "agent_error" : null;
        tokens(span, end.answer().usage());
        long now = Clock.now();
        receiver.span(span.failed(error).ended(now), span.place());
        receiver.log(
                "subagent_completed",
                new Attributes()
                        .with("gen_ai.agent.name", end.agentType())
                        .with("gen_ai.agent.id", end.agentId())
                        .with("duration_ms", (now - span.begin()) / 1_000_000)
                        .with("error.type", error),
                span.place());
    }

    private synchronized void beginCompaction() {
        compaction = Span.below(receiver.place(null), COMPACTION, Span.INTERNAL, Clock.now());
    }

    private void end(SessionCompact done) {
        var entry = done.compactionEntry();
        endCompaction(done.reason(), done.fromHook(), entry.tokensBefore(), entry.usage(), null);
    }

    private void end(SessionCompactFailed failed) {
        endCompaction(failed.reason(), failed.fromHook(), null, null, failed.aborted() ? "aborted" : "failed");
    }

    private void endCompaction(
            CompactionReason reason,
            boolean fromHook,
            @Nullable Long tokens,
            @Nullable Usage usage,
            @Nullable String error) {
        Span span;
        synchronized (this) {
            span = compaction == null
                    ? Span.below(receiver.place(null), COMPACTION, Span.INTERNAL, Clock.now())
                    : compaction;
            compaction = null;
        }
        var fields = new Attributes()
                .with("gen_ai.conversation.id", session.get())
                .with("pawl.compaction.reason", reason.name().toLowerCase(Locale.ROOT))
                .with("pawl.compaction.from_hook", fromHook)
                .with("pawl.compaction.tokens_before", tokens);
        fields.values().forEach(span::with);
        if (usage != null) {
            tokens(span, usage);
        }
        receiver.span(span.failed(error).ended(Clock.now()), span.place());
        receiver.log("compaction", fields.with("error.type", error), span.place());
    }

    private void end(SessionTree moved) {
        endBranch(moved.summaryEntry() == null ? "failed" : null);
    }

    /** Ends the span of a branch summary that was written or failed. */
    private void endBranch(@Nullable String error) {
        Span span;
        synchronized (this) {
            span = branch;
            branch = null;
        }
        if (span != null) {
            span.with("gen_ai.conversation.id", session.get()).failed(error);
            receiver.span(span.ended(Clock.now()), span.place());
        }
    }

    /** Ends the open spans as failed, because the session ends. */
    void close() {
        endBranch("aborted");
        List<Agent> open;
        synchronized (this) {
            open = List.copyOf(agents.values());
            agents.clear();
        }
        long now = Clock.now();
        open.forEach(agent -> receiver.span(
                agent.span().failed("aborted").ended(now), agent.span().place()));
    }
}
