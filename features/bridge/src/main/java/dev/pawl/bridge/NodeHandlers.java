package dev.pawl.bridge;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.ModelContext;
import dev.pawl.bridge.forms.RunForms;
import dev.pawl.bridge.process.NodeProcess;
import dev.pawl.bridge.process.Observers;
import dev.pawl.bridge.protocol.HostMessage;
import dev.pawl.bridge.protocol.NodeConnection;
import dev.pawl.bridge.protocol.NodeMessage;
import dev.pawl.bridge.protocol.Scope;
import dev.pawl.hooks.bound.OwnTime;
import dev.pawl.hooks.remote.RemoteHandlers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The handlers in the Node process. An event is one message, which names the handlers that are to be called in turn. */
final class NodeHandlers implements RemoteHandlers {
    @Override
    public Round call(List<Handler> handlers, Object event, IntFunction<HookContext> contexts)
            throws InterruptedException {
        var first = (NodeHandler) handlers.getFirst();
        if (!first.hears(event) || Observers.isStreaming(event)) {
            return new Unanswered(first, event, contexts);
        }
        first.hook().awaitObservers();
        var process = first.hook().processOf(first.function());
        var named = together(handlers, process);
        return new NodeRound(named, event, contexts, process.connection());
    }

    /** The first handlers that can be called now, without waiting for their process or for events they have yet to get. */
    private List<NodeHandler> together(List<Handler> handlers, NodeProcess process) {
        var first = (NodeHandler) handlers.getFirst();
        var together = new ArrayList<NodeHandler>();
        for (var one : handlers) {
            if (one != first
                    && !(one instanceof NodeHandler other
                            && other.name().equals(first.name())
                            && other.process() == this
                            && other.hook().canFollow(process, other.function()))) {
                break;
            }
            together.add((NodeHandler) one);
        }
        return together;
    }

    /** An event whose handler is not waited for, or does not get it. */
    private record Unanswered(NodeHandler handler, Object event, IntFunction<HookContext> contexts) implements Round {
        @Override
        public int size() {
            return 1;
        }

        @Override
        public @Nullable Object answer(int place) throws Exception {
            if (handler.hears(event)) {
                handler.hook().observe(handler.function(), event, contexts.apply(0));
            }
            return null;
        }

        @Override
        public void end() {}
    }

    /** One event at some handlers. */
    private static final class NodeRound implements Round, Scope.Several {
        private final List<NodeHandler> handlers;
        private final Object event;
        private final IntFunction<HookContext> contexts;
        private final Map<NodeHook, Long> reported = new LinkedHashMap<>();
        private final NodeConnection.OpenCall call;
        private final ReentrantLock lock = new ReentrantLock();
        private volatile int done;
        private NodeMessage.@Nullable Return last;
        private boolean over;

        NodeRound(
                List<NodeHandler> handlers, Object event, IntFunction<HookContext> contexts, NodeConnection connection)
                throws InterruptedException {
            this.handlers = handlers;
            this.event = event;
            this.contexts = contexts;
            handlers.forEach(handler -> reported.computeIfAbsent(handler.hook(), NodeHook::begin));
            boolean sent = false;
            try {
                call = connection.open(this::message, scope());
                sent = true;
            } finally {
                if (!sent) {
                    reported.keySet().forEach(NodeHook::end);
                }
            }
        }

        private HostMessage message(long id) {
            var first = handlers.getFirst();
            var ctx = contexts.apply(0);
            boolean known = true;
            for (var handler : handlers.subList(1, handlers.size())) {
                known &= handler.hook().mirror().learns(ctx);
            }
            return new HostMessage.Fire(
                    id,
                    handlers.stream().map(NodeHandler::target).toList(),
                    List.of(first.name(), first.dressed(event, ctx)),
                    first.hook().mirror().state(ctx, !known));
        }

        private Scope scope() {
            var scope = Scope.of(this);
            return event instanceof ModelContext context ? scope.with(field -> RunForms.part(context, field)) : scope;
        }

        /** The context of an extension: that of its handler which runs, or of any. */
        @Override
        public HookContext context(long extension) {
            int now = Math.min(done, handlers.size() - 1);
            if (handlers.get(now).hook().instance() == extension) {
                return contexts.apply(now);
            }
            for (int place = 0; place < handlers.size(); place++) {
                if (handlers.get(place).hook().instance() == extension) {
                    return contexts.apply(place);
                }
            }
            return contexts.apply(now);
        }

        @Override
        public void settle() throws InterruptedException {
            for (var hook : reported.keySet()) {
                hook.settle();
            }
        }

        @Override
        public int size() {
            return handlers.size();
        }

        @Override
        public @Nullable Object answer(int place) throws Exception {
            if (place < done) {
                return null;
            }
            lock.lockInterruptibly();
            try {
                while (place >= done) {
                    var answered = last;
                    if (answered != null && place == done) {
                        return handlers.get(place).answer(event, call.valueOf(answered));
                    }
                    if (over) {
                        return NOT_CALLED;
                    }
                    take(call.take());
                }
                return null;
            } catch (InterruptedException e) {
                call.cancel(place);
                throw e;
            } finally {
                lock.unlock();
            }
        }

        private void take(NodeMessage.Answer answer) throws InterruptedException {
            if (answer instanceof NodeMessage.Passed(_, var count)) {
                int after = Math.min(done + count, handlers.size());
                settle(done, after);
                done = after;
                if (after == handlers.size()) {
                    close();
                }
            } else if (answer instanceof NodeMessage.Return returned) {
                if (returned.failure() == null) {
                    settle(done, done + 1);
                }
                last = returned;
                close();
            } else {
                OwnTime.aside(contexts.apply(done));
            }
        }

        /** What extensions have reported while their handlers ran is done before their answers count. */
        private void settle(int from, int to) throws InterruptedException {
            for (var handler : handlers.subList(from, to)) {
                handler.hook().settleSince(reported.getOrDefault(handler.hook(), 0L));
            }
        }

        private void close() {
            if (!over) {
                over = true;
                call.close();
                reported.keySet().forEach(NodeHook::end);
            }
        }

        @Override
        public void end() {
            lock.lock();
            try {
                if (!over) {
                    call.cancel(null);
                    close();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
