package dev.pawl.observe.telemetry;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The telemetry of one session: its spans under way, its metrics, and the way to the collector. */
final class Telemetry {
    /** The kinds of operations that have a span. */
    enum Operation {
        RUN,
        TOOL,
        SUBAGENT,
        REQUEST,
        COMPACTION,
        BRANCH_SUMMARY,
        DIALOG
    }

    private record Key(Operation operation, String id) {}

    private final TelemetrySettings settings;
    private final OtlpSender sender;
    private final Metrics metrics = new Metrics();
    private final TraceParent root;
    private final Map<Key, Span> underWay = new LinkedHashMap<>();
    private volatile String session = "";

    Telemetry(TelemetrySettings settings, OtlpSender sender) {
        this.settings = settings;
        this.sender = sender;
        this.root = Objects.requireNonNullElseGet(settings.parent(), TraceParent::newTrace);
    }

    Metrics metrics() {
        return metrics;
    }

    String session() {
        return session;
    }

    void session(String id) {
        session = id;
    }

    /** Returns a value that may only be sent if content is. */
    @Nullable
    Object content(@Nullable Object value) {
        return settings.content() ? value : null;
    }

    /** Begins a run: part of the trace of the program that started this one, otherwise a trace of its own. */
    Span beginRun(String name) {
        var parent = settings.parent();
        return begin(
                Operation.RUN,
                "",
                parent == null
                        ? new Span(name, Span.INTERNAL, TraceParent.newTrace(), null, Clock.now())
                        : Span.below(parent, name, Span.INTERNAL, Clock.now()));
    }

    /** Begins an operation, which {@link #take} finds by its id. */
    synchronized Span begin(Operation operation, String id, Span span) {
        underWay.put(new Key(operation, id), span.with("gen_ai.conversation.id", session));
        return span;
    }

    synchronized @Nullable Span underWay(Operation operation, String id) {
        return underWay.get(new Key(operation, id));
    }

    /** Returns the span of an operation that is over; null if none is under way. */
    synchronized @Nullable Span take(Operation operation, String id) {
        return underWay.remove(new Key(operation, id));
    }

    /** Returns the parent of a span: the call that it concerns, or the run. */
    synchronized TraceParent place(@Nullable String call) {
        var tool = call == null ? null : underWay(Operation.TOOL, call);
        var parent = tool == null ? underWay(Operation.RUN, "") : tool;
        return parent == null ? root : parent.place();
    }

    /** Returns the place of the only call under way, for what does not name its call; otherwise that of the run. */
    synchronized TraceParent placeOfOnlyCall() {
        var calls = underWay.entrySet().stream()
                .filter(one -> one.getKey().operation() == Operation.TOOL)
                .map(Map.Entry::getValue)
                .toList();
        return calls.size() == 1 ? calls.getFirst().place() : place(null);
    }

    /** Sends a span that ends now. */
    void send(Span span) {
        send(span, Clock.now());
    }

    void send(Span span, long end) {
        if (span.place().sampled()) {
            sender.add(Signal.TRACES, span.ended(end));
        }
    }

    /** Sends a log record about the run. */
    void log(String name, Attributes fields) {
        log(name, fields, place(null));
    }

    void log(String name, Attributes fields, TraceParent place) {
        log(name, Clock.now(), fields, place);
    }

    void log(String name, long time, Attributes fields, TraceParent place) {
        sender.add(Signal.LOGS, LogRecord.of(name, time, fields.with("session.id", session), place));
    }

    void start() {
        sender.start(metrics::take);
    }

    /** Sends what is left, and the operations that are under way as aborted. */
    void end() throws InterruptedException {
        List<Span> rest;
        synchronized (this) {
            rest = List.copyOf(underWay.values());
            underWay.clear();
        }
        rest.forEach(span -> send(span.failed("aborted")));
        sender.end();
    }

    /** Sends the only log record of a command that has no session. */
    static void sendAlone(OtlpSender sender, TelemetrySettings settings, String name, Attributes fields)
            throws InterruptedException {
        var place = Objects.requireNonNullElseGet(settings.parent(), TraceParent::newTrace);
        sender.add(Signal.LOGS, LogRecord.of(name, Clock.now(), fields, place));
        sender.end();
    }
}
