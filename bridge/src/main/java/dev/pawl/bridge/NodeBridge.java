package dev.pawl.bridge;

import dev.pawl.api.Hook;
import dev.pawl.api.StaleContextException;
import dev.pawl.api.json.JsonObject;
import dev.pawl.hooks.ForeignHooks;
import dev.pawl.hooks.HookFile;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Hooks written in TypeScript or JavaScript, all of them in one Node process that is started with the first.
 *
 * <p>A process that dies is started once more and given all its hooks again; one that dies twice stays down, and its
 * gates block.
 */
public final class NodeBridge implements ForeignHooks {
    private static final int STARTS = 2;

    private final NodeSetup setup;
    private final Wire wire = new Wire();
    private final AtomicLong instances = new AtomicLong();
    private final Map<Long, NodeHook> hooks = new ConcurrentSkipListMap<>();
    private final Requests requests = new Requests();
    private final BusGuard bus = new BusGuard();
    private int starts;
    private boolean closed;
    private @Nullable NodeProcess process;
    private @Nullable String failure;

    public NodeBridge(NodeSetup setup) {
        this.setup = setup;
    }

    /** Sees to it that the process runs; what keeps it from that is told when a hook is installed. */
    @Override
    public void prepare() throws InterruptedException {
        try {
            started();
        } catch (IllegalStateException e) {
            // Every hook that needs the process says so.
        }
    }

    @Override
    public Hook hook(HookFile file) {
        return new NodeHook(this, instances.incrementAndGet(), file.path().toString());
    }

    /** The process; null if there is none at the moment. */
    synchronized @Nullable ProcessHandle process() {
        return process == null ? null : process.handle();
    }

    @Override
    public void close() {
        NodeProcess last;
        synchronized (this) {
            closed = true;
            last = process;
        }
        if (last != null) {
            last.close();
        }
    }

    @Nullable
    Duration patience() {
        return setup.patience();
    }

    BusGuard bus() {
        return bus;
    }

    Wire wire() {
        return wire;
    }

    void enter(NodeHook hook) {
        hooks.put(hook.instance(), hook);
    }

    void forget(NodeHook hook) {
        hooks.remove(hook.instance());
    }

    void unload(NodeHook hook) {
        try {
            send(Fields.of("k", "unload").put("x", hook.instance()).json());
        } catch (IllegalStateException e) {
            // It went with its process.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Nullable
    Object call(Fields message, Scope scope, BiConsumer<String, JsonObject> pieces) throws InterruptedException {
        return started().call(message, scope, pieces);
    }

    /** The process, once extensions can be loaded into it. */
    private NodeProcess started() throws InterruptedException {
        NodeProcess now;
        synchronized (this) {
            now = process;
            if (now == null) {
                now = start();
            }
        }
        now.awaitReady();
        return now;
    }

    private NodeProcess start() throws InterruptedException {
        if (closed) {
            throw new IllegalStateException("the program is ending");
        }
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
        try {
            var files = new NodePackages(setup);
            var packages = files.packages();
            var host = files.scripts(packages).resolve("host.mjs");
            starts++;
            var patience = setup.patience();
            var hello = Fields.of("k", "hello")
                    .put("packages", packages)
                    .put("cache", files.compiled(packages))
                    .put("changeable", wire.changeable())
                    .put("patienceMs", patience == null ? 0 : patience.toMillis())
                    .given("theme", setup.theme())
                    .json();
            var begun = NodeProcess.start(setup, host, hello, new Ears());
            process = begun;
            return begun;
        } catch (IOException e) {
            failure = e.getMessage() == null ? e.toString() : e.getMessage();
            throw new IllegalStateException(failure, e);
        }
    }

    /** What the process says of itself, and what its extensions ask. */
    private final class Ears implements NodeProcess.Listener {
        @Override
        public void heard(JsonObject message, @Nullable Scope scope) {
            var hook = hooks.get(message.number("x", -1));
            requests.take(message, scope, hook, NodeBridge.this);
        }

        @Override
        public void stuck(String stack) {
            setup.notices()
                    .accept("a TypeScript hook does not come to an end, so its process is ended"
                            + (stack.isEmpty() ? "" : "; it was here:\n" + stack));
            NodeProcess now;
            synchronized (NodeBridge.this) {
                now = process;
            }
            if (now != null) {
                now.kill();
            }
        }

        @Override
        public void died(String why) {
            boolean again;
            synchronized (NodeBridge.this) {
                process = null;
                again = !closed && starts < STARTS && !hooks.isEmpty();
                if (!again) {
                    failure = why;
                }
            }
            if (again) {
                setup.notices().accept(why + ". It is started once more.");
                Thread.ofVirtual().name("pawl node again").start(NodeBridge.this::startAgain);
            } else if (!hooks.isEmpty()) {
                setup.notices()
                        .accept(why + ". It is not started again: TypeScript hooks are off, and their gates block,"
                                + " until the program is started anew.");
            }
        }
    }

    private void startAgain() {
        for (var hook : hooks.values().stream().filter(NodeHook::isInstalled).toList()) {
            try {
                hook.comeBack();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException e) {
                setup.notices().accept(hook.path() + " could not be loaded again: " + e.getMessage());
            }
        }
    }

    /** Something in an extension failed where nobody waited for it. */
    void tellError(@Nullable NodeHook hook, JsonObject message) {
        var args = message.list("a");
        var failure = args.size() > 1 && args.get(1) instanceof JsonObject json ? json : JsonObject.empty();
        setup.notices()
                .accept((hook == null ? "TypeScript hooks" : hook.path()) + ": " + args.getFirst() + ": "
                        + failure.string("message", ""));
    }

    void tellFailure(NodeHook hook, String what, Exception failure) {
        if (!(failure instanceof StaleContextException)) {
            setup.notices().accept(hook.path() + ": " + what + ": " + failure.getMessage());
        }
    }

    /** Tells the other side something, if there is one. */
    void send(JsonObject message) throws InterruptedException {
        NodeProcess now;
        synchronized (this) {
            now = process;
        }
        if (now != null) {
            now.send(message);
        }
    }
}
