package dev.pawl.observe.telemetry;

import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.event.MessageUpdate;
import dev.pawl.api.event.RequestAuthorize;
import dev.pawl.api.event.RequestAuthorize.Purpose;
import dev.pawl.api.event.RequestEnd;
import dev.pawl.api.event.SessionCompact;
import dev.pawl.api.event.SessionCompactFailed;
import dev.pawl.api.event.SessionTree;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.session.CompactionReason;
import dev.pawl.observe.telemetry.Telemetry.Operation;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Requests to models: the turns of the conversation with the pieces of their answers, and, with their purpose, those of
 * subagents, compactions, summaries of branches, cache warming, and hooks.
 */
final class RequestTelemetry {
    private static final String COMPACTION = "pawl.compaction";

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

    private final Telemetry telemetry;
    /** The labels of the turn that is answered, or was answered last. */
    private @Nullable Attributes turn;

    private boolean firstPiece;
    private long lastPiece;

    RequestTelemetry(Telemetry telemetry) {
        this.telemetry = telemetry;
    }

    void install(Host host) {
        host.on(HookPoints.REQUEST_AUTHORIZE, (request, _) -> {
            if (request.purpose() == Purpose.TURN) {
                beginTurn(request);
            } else {
                begin(request);
            }
            return request.allow();
        });
        host.on(HookPoints.REQUEST_END, (end, _) -> end(end));
        host.on(HookPoints.MESSAGE_UPDATE, (update, _) -> received(update));
        host.on(HookPoints.MESSAGE_END, (end, _) -> {
            if (end.message() instanceof Message.Assistant answer) {
                answered(answer);
            }
            return end;
        });
        host.on(HookPoints.SESSION_BEFORE_COMPACT, (before, _) -> {
            beginPart(Operation.COMPACTION, COMPACTION);
            return before.proceed();
        });
        host.on(HookPoints.SESSION_COMPACT, (done, _) -> end(done));
        host.on(HookPoints.SESSION_COMPACT_FAILED, (failed, _) -> end(failed));
        host.on(HookPoints.SESSION_TREE, (moved, _) -> end(moved));
    }

    private Span beginPart(Operation operation, String name) {
        return telemetry.begin(operation, "", Span.below(telemetry.place(null), name, Span.INTERNAL, Clock.now()));
    }

    private synchronized void beginTurn(RequestAuthorize request) {
        turn = labels(request.model().provider(), request.model().id());
        firstPiece = true;
        lastPiece = Clock.now();
    }

    /** The start and end of a block are not pieces. */
    private synchronized void received(MessageUpdate update) {
        if (turn == null || update.delta().delta().isEmpty()) {
            return;
        }
        long now = Clock.now();
        telemetry.metrics().add(firstPiece ? Metric.FIRST_CHUNK : Metric.NEXT_CHUNK, (now - lastPiece) / 1e9, turn);
        firstPiece = false;
        lastPiece = now;
    }

    private void answered(Message.Assistant answer) {
        long now = Clock.now();
        long millis = answer.extra().number("durationMs", 0);
        boolean failed = answer.stopReason() == StopReason.ERROR;
        boolean refused = failed && isRefusal(answer.extra().string("rawStopReason", ""));
        var span = Span.below(telemetry.place(null), "chat " + answer.model(), Span.CLIENT, now - millis * 1_000_000)
                .with("gen_ai.operation.name", "chat")
                .with("gen_ai.provider.name", answer.provider())
                .with("gen_ai.request.model", answer.model())
                .with("gen_ai.response.model", answer.model())
                .with("gen_ai.response.id", answer.extra().string("responseId"))
                .with(
                        "gen_ai.response.finish_reasons",
                        List.of(answer.stopReason().wire()))
                .with("gen_ai.conversation.id", telemetry.session())
                .with("gen_ai.output.messages", telemetry.content(answer.text()))
                .tokens(answer.usage())
                .failed(refused ? "refusal" : failed ? "provider_error" : null);
        telemetry.send(span, now);
        var labels = count(answer.provider(), answer.model(), millis / 1e3, answer.usage());
        telemetry.log(
                refused ? "api_refusal" : failed ? "api_error" : "api_request",
                labels.copy()
                        .with("duration_ms", millis)
                        .with("cost_usd", answer.usage().cost().total())
                        .with("error", failed ? telemetry.content(answer.errorMessage()) : null),
                span.place());
        if (!failed) {
            telemetry.log(
                    "assistant_response",
                    new Attributes()
                            .with("response_length", answer.text().length())
                            .with("response", telemetry.content(answer.text())),
                    span.place());
        }
    }

    /** Returns whether the stop reason of a provider means that the model, or a filter, refused to continue. */
    private static boolean isRefusal(String reason) {
        return REFUSALS.stream().anyMatch(reason.toLowerCase(Locale.ROOT)::contains);
    }

    private void begin(RequestAuthorize request) {
        var parent = switch (request.purpose()) {
            case SUBAGENT -> telemetry.underWay(Operation.SUBAGENT, String.valueOf(request.agentId()));
            case COMPACTION -> telemetry.underWay(Operation.COMPACTION, "");
            case BRANCH_SUMMARY -> branchSummary();
            case TURN, CACHE_WARMING, HOOK -> null;
        };
        var span = Span.below(
                        parent == null ? telemetry.place(request.toolCallId()) : parent.place(),
                        "chat " + request.model().id(),
                        Span.CLIENT,
                        Clock.now())
                .with("gen_ai.operation.name", "chat")
                .with("gen_ai.provider.name", request.model().provider())
                .with("gen_ai.request.model", request.model().id())
                .with("gen_ai.agent.id", request.agentId())
                .with("pawl.request.purpose", request.purpose().name().toLowerCase(Locale.ROOT));
        telemetry.begin(Operation.REQUEST, request.requestId(), span);
    }

    private Span branchSummary() {
        var open = telemetry.underWay(Operation.BRANCH_SUMMARY, "");
        return open == null ? beginPart(Operation.BRANCH_SUMMARY, "pawl.branch_summary") : open;
    }

    private void end(RequestEnd end) {
        var span = telemetry.take(Operation.REQUEST, end.request().requestId());
        if (span == null) {
            return;
        }
        long now = Clock.now();
        telemetry.send(span.tokens(end.usage()).failed(end.sent() ? null : "not_sent"), now);
        if (end.sent()) {
            var model = end.request().model();
            count(model.provider(), model.id(), (now - span.begin()) / 1e9, end.usage());
        }
    }

    /** Counts a request: how long it took, its tokens and its cost. */
    private Attributes count(String provider, String model, double seconds, Usage usage) {
        var labels = labels(provider, model);
        var metrics = telemetry.metrics();
        metrics.add(Metric.REQUEST_DURATION, seconds, labels);
        metrics.add(Metric.TOKENS, (double) Span.input(usage), labels.copy().with("gen_ai.token.type", "input"));
        metrics.add(Metric.TOKENS, (double) usage.output(), labels.copy().with("gen_ai.token.type", "output"));
        metrics.add(Metric.COST, usage.cost().total(), labels);
        return labels;
    }

    private static Attributes labels(String provider, String model) {
        return new Attributes()
                .with("gen_ai.operation.name", "chat")
                .with("gen_ai.provider.name", provider)
                .with("gen_ai.request.model", model);
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
        var begun = telemetry.take(Operation.COMPACTION, "");
        var span = begun == null ? Span.below(telemetry.place(null), COMPACTION, Span.INTERNAL, Clock.now()) : begun;
        var fields = new Attributes()
                .with("gen_ai.conversation.id", telemetry.session())
                .with("pawl.compaction.reason", reason.name().toLowerCase(Locale.ROOT))
                .with("pawl.compaction.from_hook", fromHook)
                .with("pawl.compaction.tokens_before", tokens);
        fields.values().forEach(span::with);
        if (usage != null) {
            span.tokens(usage);
        }
        telemetry.send(span.failed(error));
        telemetry.log("compaction", fields.with("error.type", error), span.place());
    }

    private void end(SessionTree moved) {
        var summary = telemetry.take(Operation.BRANCH_SUMMARY, "");
        if (summary != null) {
            telemetry.send(summary.failed(moved.summaryEntry() == null ? "failed" : null));
        }
    }
}
