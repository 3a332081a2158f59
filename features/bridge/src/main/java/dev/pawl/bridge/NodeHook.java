package dev.pawl.bridge;

import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.MessageUpdate;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.OnFailure;
import dev.pawl.api.value.Subscription;
import dev.pawl.base.Lane;
import dev.pawl.bridge.forms.ContextSnapshot;
import dev.pawl.bridge.process.NodeProcess;
import dev.pawl.bridge.process.Observers;
import dev.pawl.bridge.process.Presence;
import dev.pawl.bridge.protocol.HostMessage;
import dev.pawl.bridge.protocol.Method;
import dev.pawl.bridge.protocol.Scope;
import dev.pawl.bridge.register.Registrar;
import dev.pawl.bridge.requests.Extension;
import dev.pawl.hooks.bound.OwnTime;
import dev.pawl.hooks.registry.ProcessHook;
import dev.pawl.hooks.remote.RemoteFailure;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One extension: on this side a hook like any other, whose handlers are elsewhere. */
final class NodeHook implements Hook, ProcessHook, Extension, Registrar.Handlers, AutoCloseable {
    private static final Duration LAST_WORDS = Duration.ofMillis(1_500);

    private final NodeBridge bridge;
    private final long instance;
    private final String path;
    private final @Nullable String next;
    private final @Nullable Mod mod;
    private final Map<Long, Subscription> listening = new ConcurrentHashMap<>();
    private final Map<Long, String> names = new ConcurrentHashMap<>();
    private final Lane lane = new Lane("pawl node lane");
    private final Lane busLane = new Lane("pawl node bus lane");
    private final ContextSnapshot mirror = new ContextSnapshot();
    private final Presence presence = new Presence();
    private final Set<Long> confirmed = ConcurrentHashMap.newKeySet();
    private final AtomicInteger calls = new AtomicInteger();
    private final Observers observers;
    private volatile @Nullable Registrar registrar;
    private volatile long lastCall;
    private volatile boolean installed;
    private volatile boolean closed;

    /**
     * @param next the file of the extension that is loaded after it; null if there is none
     * @param mod what it is if it is no extension
     */
    NodeHook(NodeBridge bridge, long instance, String path, @Nullable String next, @Nullable Mod mod) {
        this.mod = mod;
        this.bridge = bridge;
        this.instance = instance;
        this.path = path;
        this.next = next;
        this.observers = new Observers(
                this::callFunction,
                (function, failure) -> bridge.reportFailure(this, names.getOrDefault(function, "a handler"), failure),
                bridge.patience());
    }

    long instance() {
        return instance;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public void whenDue(Method method, Lane.Task task) {
        // Listeners on the bus are code of other hooks, which may wait for this one.
        (method == Method.BUS ? busLane : lane).run(task);
    }

    @Override
    public void settle() throws InterruptedException {
        lane.settle(lastCall);
    }

    @Override
    public @Nullable ProcessHandle process() {
        return bridge.process();
    }

    @Override
    public ContextSnapshot mirror() {
        return mirror;
    }

    @Override
    public void prepare() throws InterruptedException {
        if (mod == null) {
            bridge.call(id -> new HostMessage.Import(id, path, PREPARING));
        } else {
            bridge.prepare();
        }
    }

    @Override
    public void install(Host host) throws InterruptedException {
        var registering = new Registrar(this, this, bridge.bus(), host);
        registrar = registering;
        bridge.enter(this);
        load(next).forEach(registering::register);
        installed = true;
        if (!presence.has(0)) {
            throw new IllegalStateException("the process of TypeScript hooks ended while the hook was loaded");
        }
    }

    @Override
    public void reportFailure(String what, Throwable failure) {
        bridge.reportFailure(this, what, failure);
    }

    @Override
    public List<String> around(List<String> words) {
        return mod == null ? words : mod.around().apply(words);
    }

    @Override
    public boolean has(long function) {
        return presence.has(function);
    }

    @Override
    public Registrar registrar() {
        var now = registrar;
        if (now == null) {
            throw new IllegalStateException(path + " is not installed");
        }
        return now;
    }

    private List<JsonObject> load(@Nullable String after) throws InterruptedException {
        var loaded = loaded(after);
        loaded.strings("remarks").forEach(words -> bridge.remark(this, words));
        return loaded.objects("registered");
    }

    private JsonObject loaded(@Nullable String after) throws InterruptedException {
        var facts = mod == null ? null : mod.facts();
        return bridge.call(id -> new HostMessage.Load(id, instance, path, after, facts)) instanceof JsonObject json
                ? json
                : JsonObject.empty();
    }

    /** Loads the mod and returns what it listens to and calls, and what of that never happens here. */
    JsonObject footprint() throws InterruptedException {
        bridge.enter(this);
        var loaded = loaded(null);
        return loaded.object("footprint").with("remarks", loaded.strings("remarks"));
    }

    /** The process ended. What the extension registered stays, and calls to it wait until it is back. */
    void left(long absence) {
        presence.left(absence);
    }

    /** The extension does not come back: its gates block, and other calls fail with the reason. */
    boolean lost(long absence, String why) {
        return presence.lost(absence, why);
    }

    /** Loads the extension into a process that was started again. */
    void loadAgain() throws InterruptedException {
        mirror.forget();
        confirmed.clear();
        var registering = registrar();
        for (var registration : load(null)) {
            registering.registerAgain(registration);
            presence.returned(registration.number("function", 0));
        }
    }

    /** Starts the session again for an extension that was loaded again; what it did not register again is dropped. */
    void resume(long absence) throws InterruptedException {
        var start = bridge.wire()
                .event(HookPoints.SESSION_START, "session_start", new SessionStart(SessionStart.Reason.RELOAD, null));
        boolean started = false;
        try {
            for (var handler : Map.copyOf(names).entrySet()) {
                if (handler.getValue().equals("session_start") && confirmed.contains(handler.getKey())) {
                    call(handler.getKey(), registrar().host().context(), "session_start", start);
                }
            }
            started = true;
        } finally {
            // Where session_start failed, what it would have registered again stays, and fails when it is called.
            if (presence.complete(absence) && started) {
                listening.keySet().stream()
                        .filter(function -> !confirmed.contains(function))
                        .toList()
                        .forEach(this::stopListening);
            }
        }
    }

    @Override
    public void listen(Host host, String name, long function, @Nullable OnFailure onFailure) {
        confirmed.add(function);
        presence.returned(function);
        if (name.equals(names.get(function))) {
            return;
        }
        stopListening(function);
        names.put(function, name);
        listening.put(function, host.onNamed(name, new NodeHandler(bridge, this, name, function), onFailure));
    }

    private void callFunction(long function, Object event, HookContext ctx, Runnable aside)
            throws InterruptedException {
        var name = names.get(function);
        var named = name == null ? null : HookPoints.find(name);
        if (name == null || named == null) {
            return;
        }
        var scope = Scope.of(ctx);
        if (event instanceof MessageUpdate update) {
            scope = scope.with(_ -> update.message().toJson());
        }
        call(function, scope, _ -> aside.run(), List.of(name, bridge.wire().event(named.point(), name, event)));
    }

    @Override
    public void settled(boolean aborted) throws InterruptedException {
        bridge.send(new HostMessage.Settled(instance, aborted));
    }

    @Override
    public void stopListening(long function) {
        names.remove(function);
        var subscription = listening.remove(function);
        if (subscription != null) {
            subscription.close();
        }
    }

    @Override
    public @Nullable Object call(long function, @Nullable HookContext ctx, @Nullable Object... args)
            throws InterruptedException {
        return call(function, Scope.of(ctx), _ -> {}, Arrays.asList(args));
    }

    @Override
    public @Nullable Object call(
            long function, Scope scope, Consumer<@Nullable Object> pieces, List<? extends @Nullable Object> args)
            throws InterruptedException {
        return run(function, scope, pieces, args, false, null);
    }

    @Override
    public @Nullable Object command(long function, CommandContext ctx) throws InterruptedException {
        var command = new HostMessage.CommandArguments(ctx.args(), ctx.argsRaw());
        try {
            return run(function, Scope.of(ctx), _ -> OwnTime.aside(ctx), List.of(command.argsRaw()), false, command);
        } catch (RemoteFailure e) {
            if (closed && e.isGone()) {
                // The session was left while the command waited for something, and the process with it.
                return null;
            }
            throw e;
        }
    }

    @Override
    public @Nullable Object draw(long function, List<? extends @Nullable Object> args) throws InterruptedException {
        return run(function, Scope.of((HookContext) null), _ -> {}, args, true, null);
    }

    private @Nullable Object run(
            long function,
            Scope scope,
            Consumer<@Nullable Object> pieces,
            List<? extends @Nullable Object> args,
            boolean drawing,
            HostMessage.@Nullable CommandArguments command)
            throws InterruptedException {
        var process = processOf(function);
        var ctx = scope.context();
        var state = ctx == null ? null : mirror.state(ctx, false);
        long before = begin();
        try {
            var value = process.call(
                    id -> new HostMessage.Call(
                            new HostMessage.Target(id, instance, function),
                            scope.kind(),
                            args,
                            state,
                            drawing,
                            command),
                    scope,
                    pieces);
            if (!drawing) {
                // The screen waits for a drawing, and what the extension has reported may wait for the screen.
                settleSince(before);
            }
            return value;
        } finally {
            end();
        }
    }

    /**
     * Whether handlers of this extension can be called now, without waiting for it or for events it has yet to receive.
     */
    boolean canFollow(NodeProcess process, long function) {
        return bridge.running() == process && presence.has(function) && observers.isIdle();
    }

    /** Sends an event that is streamed, without making the stream wait. */
    void observe(long function, Object event, HookContext ctx) throws Exception {
        observers.add(function, event, ctx);
    }

    /** Waits until its handlers have received the events that are streamed to them. */
    void awaitObservers() throws InterruptedException {
        observers.catchUp();
    }

    /** A call begins; returns how much the extension had reported by then. */
    long begin() {
        calls.incrementAndGet();
        lastCall = lane.added();
        return lastCall;
    }

    /** Waits until what the extension has reported since then is done. */
    void settleSince(long before) throws InterruptedException {
        lane.settle(before);
    }

    /** A call is over. */
    void end() {
        calls.decrementAndGet();
        if (closed) {
            leave();
        }
    }

    /** The process that a function is in, once it is. */
    NodeProcess processOf(long function) throws InterruptedException {
        while (true) {
            presence.await(function);
            var process = bridge.running();
            if (presence.has(function)) {
                if (process == null) {
                    throw RemoteFailure.gone("the process of TypeScript hooks is not there");
                }
                return process;
            }
        }
    }

    /** Whether it was loaded and its session has not been left. */
    boolean isInstalled() {
        return installed && !closed;
    }

    @Override
    public void catchUp() throws InterruptedException {
        observers.catchUp(LAST_WORDS);
    }

    /** The session is left; what is under way still ends in its own time. */
    @Override
    public void close() {
        closed = true;
        bridge.unload(this);
        leave();
    }

    private void leave() {
        if (calls.get() == 0) {
            bridge.forget(this);
            lane.end();
            busLane.end();
        }
    }
}
