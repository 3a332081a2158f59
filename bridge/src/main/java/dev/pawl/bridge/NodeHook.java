package dev.pawl.bridge;

import dev.pawl.api.Hook;
import dev.pawl.api.HookContext;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.NamedHandler;
import dev.pawl.api.OnFailure;
import dev.pawl.api.Subscription;
import dev.pawl.api.event.MessageEnd;
import dev.pawl.api.event.MessageStart;
import dev.pawl.api.event.MessageUpdate;
import dev.pawl.api.event.ModelContext;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.BashOperations;
import dev.pawl.hooks.ProcessHook;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One extension: on this side a hook like any other, whose handlers are elsewhere. */
final class NodeHook implements Hook, ProcessHook, AutoCloseable {
    private static final Duration IN_ORDER = Duration.ofMillis(500);
    private static final Duration LAST_WORDS = Duration.ofMillis(1_500);

    private final NodeBridge bridge;
    private final long instance;
    private final String path;
    private final Map<Long, Subscription> listening = new ConcurrentHashMap<>();
    private final Map<Long, String> names = new ConcurrentHashMap<>();
    private final Lane lane = new Lane();
    private final Mirror mirror = new Mirror();
    private final AtomicInteger calls = new AtomicInteger();
    private final Observers observers;
    private volatile @Nullable Registrar registrar;
    private volatile long lastCall;
    private volatile boolean installed;
    private volatile boolean closed;

    NodeHook(NodeBridge bridge, long instance, String path) {
        this.bridge = bridge;
        this.instance = instance;
        this.path = path;
        this.observers = new Observers(
                this::tell,
                (function, failure) -> bridge.tellFailure(this, names.getOrDefault(function, "a handler"), failure),
                bridge.patience());
    }

    long instance() {
        return instance;
    }

    String path() {
        return path;
    }

    Lane lane() {
        return lane;
    }

    /** Waits a little for what the extension told since it was last called. */
    void settle(Duration atMost) throws InterruptedException {
        lane.settle(lastCall, atMost);
    }

    @Override
    public @Nullable ProcessHandle process() {
        return bridge.process();
    }

    BusGuard bus() {
        return bridge.bus();
    }

    Mirror mirror() {
        return mirror;
    }

    @Override
    public void install(Host host) throws InterruptedException {
        var registering = new Registrar(this, host);
        registrar = registering;
        bridge.enter(this);
        load().forEach(registering::register);
        installed = true;
    }

    /** The host that the extension was given; refused before there is one. */
    Registrar registrar() {
        var now = registrar;
        if (now == null) {
            throw new IllegalStateException(path + " is not installed");
        }
        return now;
    }

    private List<JsonObject> load() throws InterruptedException {
        var loaded = bridge.call(
                Fields.of("k", "load").put("x", instance).put("path", path),
                Scope.of((HookContext) null),
                (_, _) -> {});
        return loaded instanceof JsonObject json ? json.objects("registered") : List.of();
    }

    /** Loads the extension into a process that was started anew, and tells it that its session goes on. */
    void comeBack() throws InterruptedException {
        listening.values().forEach(Subscription::close);
        listening.clear();
        names.clear();
        mirror.forget();
        var registering = registrar();
        load().forEach(registering::register);
        var start = bridge.wire()
                .event(HookPoints.SESSION_START, "session_start", new SessionStart(SessionStart.Reason.RELOAD, null));
        for (var handler : Map.copyOf(names).entrySet()) {
            if (handler.getValue().equals("session_start")) {
                call(handler.getKey(), registering.host().context(), "session_start", start);
            }
        }
    }

    /** Listens under a name with a function of the extension's. */
    void listen(Host host, String name, long function, @Nullable OnFailure onFailure) {
        names.put(function, name);
        var named = HookPoints.find(name);
        NamedHandler handler = (event, ctx) -> {
            if (named == null || isUnheard(event)) {
                return null;
            }
            if (Observers.isStreaming(event)) {
                observers.hear(function, event, ctx);
                return null;
            }
            observers.catchUp();
            var scope = event instanceof ModelContext context
                    ? Scope.of(ctx).with(field -> RunForms.part(context, field))
                    : Scope.of(ctx);
            var told = call(
                    function, scope, (_, _) -> {}, List.of(name, bridge.wire().event(named.point(), name, event)));
            if (!(told instanceof JsonObject json)) {
                return null;
            }
            var answer = bridge.wire().answer(named.point(), event, new Said(json, this::shell));
            if (json.get("failed") instanceof JsonObject failure) {
                throw NodeFailure.of(failure).after(answer);
            }
            return answer;
        };
        listening.put(function, host.onNamed(name, handler, onFailure));
    }

    /** Extensions do not hear of the commands that the user runs as of messages. */
    private static boolean isUnheard(Object event) {
        var message = event instanceof MessageStart start
                ? start.message()
                : event instanceof MessageEnd end ? end.message() : null;
        return message instanceof Message.BashExecution;
    }

    private void tell(long function, Object event, HookContext ctx) throws InterruptedException {
        var name = names.get(function);
        var named = name == null ? null : HookPoints.find(name);
        if (name == null || named == null) {
            return;
        }
        var scope = Scope.of(ctx);
        if (event instanceof MessageUpdate update) {
            scope = scope.with(_ -> update.message().toJson());
        }
        call(function, scope, (_, _) -> {}, List.of(name, bridge.wire().event(named.point(), name, event)));
    }

    /** A run is over. */
    void settled(boolean aborted) throws InterruptedException {
        bridge.send(Fields.of("k", "settled")
                .put("x", instance)
                .put("aborted", aborted)
                .json());
    }

    void stopListening(long function) {
        names.remove(function);
        var subscription = listening.remove(function);
        if (subscription != null) {
            subscription.close();
        }
    }

    /** Calls a function of the extension and waits for what it returns. */
    @Nullable
    Object call(long function, @Nullable HookContext ctx, @Nullable Object... args) throws InterruptedException {
        return call(function, Scope.of(ctx), (_, _) -> {}, java.util.Arrays.asList(args));
    }

    @Nullable
    Object call(
            long function, Scope scope, BiConsumer<String, JsonObject> pieces, List<? extends @Nullable Object> args)
            throws InterruptedException {
        return call(function, scope, pieces, args, Function.identity());
    }

    @Nullable
    Object call(
            long function,
            Scope scope,
            BiConsumer<String, JsonObject> pieces,
            List<? extends @Nullable Object> args,
            Function<Fields, Fields> more)
            throws InterruptedException {
        var message = Fields.of("k", "call")
                .put("x", instance)
                .put("f", function)
                .put("t", scope.kind())
                .put("a", args);
        var ctx = scope.context();
        if (ctx != null) {
            message.put("s", mirror.state(ctx, false));
        }
        calls.incrementAndGet();
        long before = lane.added();
        lastCall = before;
        try {
            var value = bridge.call(more.apply(message), scope, pieces);
            // What the extension told meanwhile is done before its answer counts.
            lane.settle(before, IN_ORDER);
            return value;
        } finally {
            calls.decrementAndGet();
            if (closed) {
                leave();
            }
        }
    }

    /** A shell that the extension brings. */
    private BashOperations shell(long function) {
        return (command, cwd, options, output) -> {
            var timeout = options.timeout();
            var ended = call(
                    function,
                    Scope.of((HookContext) null),
                    (method, piece) -> {
                        if (piece.list("a").getFirst() instanceof String bytes) {
                            output.accept(Base64.getDecoder().decode(bytes));
                        }
                    },
                    java.util.Arrays.asList(
                            command,
                            cwd.toString(),
                            timeout == null ? null : timeout.toMillis() / 1000.0,
                            options.environment()));
            return ended instanceof JsonObject json && json.get("exitCode") instanceof Number code
                    ? (Integer) code.intValue()
                    : null;
        };
    }

    /** Whether it was loaded and its session has not been left. */
    boolean isInstalled() {
        return installed && !closed;
    }

    /** The session is left; what is under way still ends in its own time. */
    @Override
    public void close() {
        try {
            observers.catchUp(LAST_WORDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closed = true;
        bridge.unload(this);
        leave();
    }

    private void leave() {
        if (calls.get() == 0) {
            bridge.forget(this);
            lane.close();
        }
    }
}
