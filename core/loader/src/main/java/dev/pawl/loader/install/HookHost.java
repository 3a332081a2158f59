package dev.pawl.loader.install;

import dev.pawl.api.Command;
import dev.pawl.api.EventBus;
import dev.pawl.api.Flag;
import dev.pawl.api.HookPoint;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.NamedHandler;
import dev.pawl.api.Shortcut;
import dev.pawl.api.VirtualModel;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ProviderConfig;
import dev.pawl.api.session.Entry;
import dev.pawl.api.tool.BuiltinTools;
import dev.pawl.api.tool.SpawnRequest;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolRenderer;
import dev.pawl.api.ui.MarkdownTransformer;
import dev.pawl.api.ui.MessageRenderer;
import dev.pawl.api.value.ExecOptions;
import dev.pawl.api.value.ExecResult;
import dev.pawl.api.value.McpServer;
import dev.pawl.api.value.OnFailure;
import dev.pawl.api.value.Subscription;
import dev.pawl.hooks.bound.Program;
import dev.pawl.hooks.registry.HandlerStats;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.hooks.registry.Registration;
import dev.pawl.hooks.registry.Registry;
import dev.pawl.hooks.registry.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The host as one hook has it: all it registers is kept with the hook. */
final class HookHost implements Host {
    private final InstalledHook hook;
    private final HostServices services;
    private final Consumer<LoadProblem> diagnostics;

    HookHost(InstalledHook hook, HostServices services, Consumer<LoadProblem> diagnostics) {
        this.hook = hook;
        this.services = services;
        this.diagnostics = diagnostics;
    }

    @Override
    public <H> Subscription on(HookPoint<?, H> point, H handler) {
        return register(point, handler, null);
    }

    @Override
    public <H> Subscription on(HookPoint<?, H> point, H handler, OnFailure onFailure) {
        return register(point, handler, Objects.requireNonNull(onFailure, "onFailure"));
    }

    @Override
    public Subscription onNamed(String name, NamedHandler handler, @Nullable OnFailure onFailure) {
        Objects.requireNonNull(handler, "handler");
        var named = HookPoints.find(name);
        if (named == null) {
            hook.ready();
            diagnostics.accept(LoadProblem.warning(
                    hook.path(),
                    "listens to \"" + name + "\", which is no event; the handler is never called."
                            + " The names are in docs/hooks.md."));
            return () -> {};
        }
        return register(named, handler, onFailure);
    }

    private <E, H> Subscription register(
            HookPoints.Named<E, H> named, NamedHandler handler, @Nullable OnFailure onFailure) {
        return hook.register(new Registration<>(
                hook,
                named.point(),
                named.name(),
                handler,
                named.hears(),
                named.point().named(handler),
                withholds(named.point(), onFailure),
                new HandlerStats()));
    }

    private <E, H> Subscription register(HookPoint<E, H> point, H handler, @Nullable OnFailure onFailure) {
        Objects.requireNonNull(handler, "handler");
        return hook.register(new Registration<>(
                hook, point, point.name(), null, _ -> true, handler, withholds(point, onFailure), new HandlerStats()));
    }

    /** Returns whether a failure of the handler withholds the event; a request that the point cannot fulfil is refused. */
    private static boolean withholds(HookPoint<?, ?> point, @Nullable OnFailure onFailure) {
        boolean closed = point instanceof HookPoint.Gate<?, ?> gate && gate.closed();
        if (onFailure == OnFailure.PASS && closed) {
            throw new IllegalArgumentException(
                    point.name() + " is a closed gate: a handler that fails always stops it, so OnFailure.PASS is not"
                            + " possible there");
        }
        boolean possible = closed || point.traits().checks().withheld() != null;
        if (onFailure == OnFailure.STOP && !possible) {
            var names = HookPoints.all().stream()
                    .filter(one -> one.traits().checks().withheld() != null)
                    .map(HookPoint::name)
                    .toList();
            throw new IllegalArgumentException("OnFailure.STOP is not possible at " + point.name()
                    + ", where nothing can be withheld; it is at closed gates and at " + String.join(", ", names));
        }
        return onFailure == OnFailure.STOP && !closed;
    }

    @Override
    public void tool(Tool tool) {
        registry().tools().put(tool.name(), tool);
    }

    @Override
    public void command(Command command) {
        registry().commands().put(command.name(), command);
    }

    @Override
    public void shortcut(Shortcut shortcut) {
        registry().shortcuts().put(shortcut.key(), shortcut);
    }

    @Override
    public void flag(Flag flag) {
        registry().flags().put(flag.name(), flag);
    }

    @Override
    public boolean flagged(String name) {
        if (!(registry().flags().get(name) instanceof Flag.Switch known)) {
            return false;
        }
        var given = services.flags().value(name);
        return given == null ? known.defaultValue() : !given.equals("false");
    }

    @Override
    public @Nullable String flagValue(String name) {
        if (!(registry().flags().get(name) instanceof Flag.Text known)) {
            return null;
        }
        var given = services.flags().value(name);
        return given == null ? known.defaultValue() : given;
    }

    @Override
    public <R extends Record> void entry(String type, Class<R> data) {
        if (Entry.RESERVED.contains(type)) {
            throw new IllegalArgumentException("entry type " + type + " is one of the program's own");
        }
        registry().entryTypes().put(type, data);
    }

    @Override
    public void spawn(UnaryOperator<SpawnRequest> spawnHook) {
        registry().spawnHooks().add(spawnHook);
    }

    @Override
    public void messageRenderer(String customType, MessageRenderer renderer) {
        registry().messageRenderers().put(customType, renderer);
    }

    @Override
    public void entryRenderer(String customType, MessageRenderer.ForEntry renderer) {
        registry().entryRenderers().put(customType, renderer);
    }

    @Override
    public void toolRenderer(ToolRenderer.Resolver resolver) {
        registry().toolRenderers().add(resolver);
    }

    @Override
    public void markdownTransformer(MarkdownTransformer transformer) {
        registry().markdown().put("", transformer);
    }

    @Override
    public void provider(String name, ProviderConfig config) {
        registry().providers().put(name, config);
    }

    @Override
    public void removeProvider(String name) {
        registry().providers().remove(name);
    }

    @Override
    public void modelOverride(String provider, String id, JsonObject fields) {
        registry()
                .modelOverrides()
                .merge(
                        provider,
                        JsonObject.of(id, fields),
                        (before, _) -> before.with(id, before.object(id).with(fields)));
    }

    @Override
    public void virtualModel(VirtualModel model) {
        registry().virtualModels().put(model.provider() + "/" + model.id(), model);
    }

    @Override
    public void removeVirtualModel(String provider, String id) {
        registry().virtualModels().remove(provider + "/" + id);
    }

    @Override
    public void mcpServer(McpServer server) {
        registry().mcpServers().put(server.name(), server);
    }

    @Override
    public void removeMcpServer(String name) {
        registry().mcpServers().remove(name);
    }

    @Override
    public List<McpServer> mcpServers() {
        return registry().mcpServers().all();
    }

    @Override
    public Subscription every(Duration period, Shortcut.Action action) {
        hook.ready();
        return new Timer(hook, period, action);
    }

    @Override
    public AtomicLong counter(String name) {
        hook.ready();
        return services.counters().of(hook, name);
    }

    @Override
    public EventBus events() {
        hook.ready();
        return services.bus().of(hook);
    }

    @Override
    public BuiltinTools builtins() {
        hook.ready();
        return services.builtins().get();
    }

    @Override
    public ExecResult exec(ExecOptions options, String... command) throws InterruptedException {
        hook.ready();
        return Program.run(services.cwd(), options, List.of(command));
    }

    @Override
    public HookContext context() {
        hook.ready();
        return hook.context(null);
    }

    private Registry registry() {
        hook.ready();
        return hook.registry();
    }
}
