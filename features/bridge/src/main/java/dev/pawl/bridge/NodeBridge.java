package dev.pawl.bridge;

import dev.pawl.api.Hook;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.StaleContextException;
import dev.pawl.base.FailureText;
import dev.pawl.bridge.forms.Wire;
import dev.pawl.bridge.process.BusGuard;
import dev.pawl.bridge.process.NodePackages;
import dev.pawl.bridge.process.NodeProcess;
import dev.pawl.bridge.process.NodeSetup;
import dev.pawl.bridge.protocol.ExtensionCalls;
import dev.pawl.bridge.protocol.HostMessage;
import dev.pawl.bridge.protocol.MessageType;
import dev.pawl.bridge.protocol.NodeMessage;
import dev.pawl.bridge.protocol.Scope;
import dev.pawl.bridge.requests.Extension;
import dev.pawl.bridge.requests.Requests;
import dev.pawl.loader.ForeignHooks;
import dev.pawl.loader.find.HookFile;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Hooks written in TypeScript or JavaScript, all of them in one Node process that is started with the first.
 *
 * <p>A process that dies is started again and given all its hooks again; calls to them wait until they are there.
 * One that dies too often within ten minutes stays down, and its gates block.
 */
public final class NodeBridge implements ForeignHooks {
    private static final int DEATHS = 5;
    private static final long WITHIN_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final NodeSetup setup;
    private final NodePackages files;
    private final Wire wire = new Wire();
    private final NodeHandlers handlers = new NodeHandlers();
    private final AtomicLong instances = new AtomicLong();
    private final Map<Long, NodeHook> hooks = new ConcurrentSkipListMap<>();
    private final Requests requests = new Requests();
    private final BusGuard bus = new BusGuard();
    private final Set<String> remarks = ConcurrentHashMap.newKeySet();
    private final Deque<Long> deaths = new ArrayDeque<>();
    private long absences;
    private boolean closed;
    private boolean down;
    private @Nullable NodeProcess process;
    private @Nullable String failure;

    public NodeBridge(NodeSetup setup) {
        this.setup = setup;
        this.files = new NodePackages(setup);
    }

    /** Starts the process; if that fails, the reason is reported when a hook is installed. */
    @Override
    public void prepare() throws InterruptedException {
        synchronized (this) {
            if (down) {
                // Hooks are loaded again, so it is tried again.
                down = false;
                failure = null;
            }
        }
        try {
            started();
        } catch (IllegalStateException e) {
            // It is reported for every hook that needs the process.
        }
    }

    @Override
    public void renew() throws InterruptedException {
        send(new HostMessage.Renew());
    }

    @Override
    public Hook hook(HookFile file, @Nullable HookFile next) {
        var after = next == null ? null : next.path().toString();
        return new NodeHook(this, instances.incrementAndGet(), file.path().toString(), after, null);
    }

    /** Returns a hook that stands for a mod; installing it loads the mod. */
    public Hook mod(Mod mod) {
        return new NodeHook(this, instances.incrementAndGet(), mod.module().toString(), null, mod);
    }

    /**
     * Loads a mod, without installing it, and returns its footprint: {@code hooks} with {@code pattern}, {@code matcher}, {@code
     * isGate} and {@code hasCatch}, {@code calls}, and {@code remarks}.
     */
    public JsonObject footprint(Mod mod) throws InterruptedException {
        return new NodeHook(this, instances.incrementAndGet(), mod.module().toString(), null, mod).footprint();
    }

    /** The process; null if there is none at the moment. */
    synchronized @Nullable ProcessHandle process() {
        return process == null ? null : process.handle();
    }

    @Override
    public void close() {
        // An installation holds the lock until it has ended.
        files.close();
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

    NodeHandlers handlers() {
        return handlers;
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
            send(new HostMessage.Unload(hook.instance()));
        } catch (IllegalStateException e) {
            // It went with its process.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends a message that is answered to a process that is ready, and waits for the answer. */
    @Nullable
    Object call(LongFunction<HostMessage> message) throws InterruptedException {
        return started().call(message, Scope.of((HookContext) null), _ -> {});
    }

    /** The process as it is; null if there is none. */
    synchronized @Nullable NodeProcess running() {
        return process;
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
            var begun = NodeProcess.start(setup, files.scripts().resolve("host.mjs"), new ProcessListener());
            begun.greet(this::hello);
            process = begun;
            return begun;
        } catch (IOException e) {
            failure = FailureText.of(e);
            throw new IllegalStateException(failure, e);
        }
    }

    private HostMessage.Hello hello() throws IOException, InterruptedException {
        var packages = files.packages();
        var compiled = files.compiled(packages);
        return setup.hello(packages, compiled, wire.changeable());
    }

    /** Receives reports of the process and requests of its extensions. */
    private final class ProcessListener implements NodeProcess.Listener {
        @Override
        public void asked(NodeMessage.Request request, @Nullable Scope scope, NodeProcess by) {
            requests.take(request, scope, hooks.get(request.extension()), new RepliesTo(by));
        }

        @Override
        public void noticed(NodeMessage.Notice notice, @Nullable Scope scope, NodeProcess by) {
            var extension = notice.extension();
            requests.take(notice, scope, extension == null ? null : hooks.get(extension), new RepliesTo(by));
        }

        @Override
        public void withdrawn(NodeMessage.Withdraw withdrawn) {
            requests.take(withdrawn);
        }

        /**
         * A request is answered with what is wrong, a return has failed its call; everything else is reported to the
         * user.
         */
        @Override
        public void malformed(NodeMessage.Malformed message, NodeProcess by) {
            var id = message.id();
            if (id != null && MessageType.REQUEST.wire().equals(message.type())) {
                requests.refuse(id, message.why(), new RepliesTo(by));
            } else if (id == null || !MessageType.RETURN.wire().equals(message.type())) {
                setup.reports()
                        .notices()
                        .accept("TypeScript hooks: a message of their process cannot be read and is ignored: "
                                + message.why());
            }
        }

        @Override
        public void stuck(String stack) {
            setup.reports()
                    .notices()
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
            long mine;
            synchronized (NodeBridge.this) {
                again = !closed && mayStartAgain() && !hooks.isEmpty();
                mine = ++absences;
                hooks.values().forEach(hook -> hook.left(mine));
                process = null;
                if (!again) {
                    failure = why;
                    down = true;
                }
            }
            if (again) {
                setup.reports().notices().accept(why + ". It is started again; until then its hooks are waited for.");
                Thread.ofVirtual().name("pawl node again").start(() -> startAgain(mine));
            } else if (!hooks.isEmpty()) {
                var words = why + ". It is not started again: TypeScript hooks are off, and their gates block,"
                        + " until hooks are reloaded or the program is started again.";
                hooks.values().forEach(hook -> hook.lost(mine, words));
                setup.reports().notices().accept(words);
            }
        }
    }

    /** Answers go to the process that asked, never to one that was started after it and counts from 1 again. */
    private final class RepliesTo implements Requests.Replies {
        private final NodeProcess process;

        RepliesTo(NodeProcess process) {
            this.process = process;
        }

        @Override
        public void send(HostMessage message) throws InterruptedException {
            process.send(message);
        }

        @Override
        public void reportError(@Nullable Extension hook, String what, NodeMessage.Failure failure) {
            setup.reports()
                    .notices()
                    .accept((hook == null ? "TypeScript hooks" : hook.path()) + ": " + what + ": " + failure.message());
        }

        @Override
        public void reportFailure(Extension hook, String what, Throwable failure) {
            NodeBridge.this.reportFailure(hook, what, failure);
        }
    }

    /** Returns whether the process did not die too often lately. */
    private boolean mayStartAgain() {
        long now = System.nanoTime();
        deaths.addLast(now);
        while (now - deaths.getFirst() > WITHIN_NANOS) {
            deaths.removeFirst();
        }
        return deaths.size() < DEATHS;
    }

    /** Loads all hooks first, so that none waits for what another does when its session goes on. */
    private void startAgain(long absence) {
        var back = new ArrayList<NodeHook>();
        for (var hook : hooks.values().stream().filter(NodeHook::isInstalled).toList()) {
            if (again(hook, absence)) {
                back.add(hook);
            }
        }
        back.forEach(hook -> Thread.ofVirtual().name("pawl node resume").start(() -> {
            try {
                hook.resume(absence);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException e) {
                reportFailure(hook, "session_start", e);
            }
        }));
    }

    /** Loads a hook again, within the time that it has for being installed; false if it is not there. */
    private boolean again(NodeHook hook, long absence) {
        if (!isLatest(absence)) {
            return false;
        }
        var task = new FutureTask<@Nullable Void>(() -> {
            hook.loadAgain();
            return null;
        });
        var thread = Thread.ofVirtual().name("pawl node load").start(task);
        String why;
        try {
            var limit = setup.patience();
            if (limit == null) {
                task.get();
            } else {
                task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            }
            return true;
        } catch (TimeoutException e) {
            thread.interrupt();
            why = "it took too long";
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
            why = "the program is ending";
        } catch (ExecutionException e) {
            var cause = e.getCause();
            why = cause == null ? "null" : FailureText.of(cause);
        }
        var words = hook.path() + " could not be loaded again after its process ended: " + why;
        // If the process ended meanwhile, it is started again for all of them.
        if (isLatest(absence) && hook.lost(absence, words)) {
            setup.reports().notices().accept(words + ". Its gates block until hooks are reloaded.");
        }
        return false;
    }

    private synchronized boolean isLatest(long absence) {
        return absences == absence;
    }

    /** Reports something about a hook, once. */
    void remark(NodeHook hook, String words) {
        if (remarks.add(hook.path() + words)) {
            setup.reports().notices().accept(hook.path() + ": " + words + ".");
        }
    }

    void reportFailure(ExtensionCalls hook, String what, Throwable failure) {
        if (!(failure instanceof StaleContextException)) {
            setup.reports().notices().accept(hook.path() + ": " + what + ": " + failure.getMessage());
        }
    }

    /** Sends a message to the process, if there is one. */
    void send(HostMessage message) throws InterruptedException {
        NodeProcess now;
        synchronized (this) {
            now = process;
        }
        if (now != null) {
            now.send(message);
        }
    }
}
