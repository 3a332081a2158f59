package dev.pawl.bridge.requests;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.FailureText;
import dev.pawl.bridge.protocol.HostMessage;
import dev.pawl.bridge.protocol.Method;
import dev.pawl.bridge.protocol.NodeMessage;
import dev.pawl.bridge.protocol.Scope;
import dev.pawl.hooks.bound.Together;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Does what extensions request and report, by method. */
public final class Requests {
    /** Where answers and failures go. */
    public interface Replies {
        void send(HostMessage message) throws InterruptedException;

        /** Something in an extension failed where no caller waited for it. */
        void reportError(@Nullable Extension hook, String what, NodeMessage.Failure failure);

        void reportFailure(Extension hook, String what, Throwable failure);
    }

    private final Map<Method, Answerer> answerers = new EnumMap<>(Method.class);
    private final Map<Long, Thread> answering = new ConcurrentHashMap<>();
    private final SyncDeadline deadline;

    public Requests() {
        this(SyncDeadline.LIMIT);
    }

    /** @param limit after how long a request that Node stands still for is refused */
    Requests(Duration limit) {
        deadline = new SyncDeadline(limit);
        SessionRequests.addTo(answerers);
        ModelRequests.addTo(answerers);
        HostRequests.addTo(answerers);
        UiRequests.addTo(answerers);
        for (var method : Method.values()) {
            if (method != Method.ERROR && method.effect() != Method.Effect.PIECE && !answerers.containsKey(method)) {
                throw new IllegalStateException("nothing answers " + method.wire());
            }
        }
    }

    /** Takes a request and returns at once. */
    public void take(NodeMessage.Request request, @Nullable Scope scope, @Nullable Extension hook, Replies replies) {
        if (hook == null) {
            refuse(request.id(), "This extension is no longer part of a session", replies);
            return;
        }
        var ask = new ExtensionRequest(hook, scope, request.arguments());
        var thread = Thread.ofVirtual().unstarted(() -> answer(request, ask, replies));
        if (scope != null) {
            scope.asking().add(thread);
        }
        answering.put(request.id(), thread);
        if (request.sync()) {
            deadline.begin(
                    thread,
                    () -> refuse(
                            request.id(),
                            "Pawl did not answer " + request.method().wire() + " in time",
                            replies));
        }
        thread.start();
    }

    /** Takes a notice and returns at once; the notices of one extension are worked on in their order. */
    public void take(NodeMessage.Notice notice, @Nullable Scope scope, @Nullable Extension hook, Replies replies) {
        if (hook != null) {
            hook.whenDue(notice.method(), () -> all(notice, scope, hook, replies));
        } else if (notice.method() == Method.ERROR) {
            reportError(null, notice, replies);
        }
    }

    /** Interrupts the work on a request whose answer the extension no longer wants. */
    public void take(NodeMessage.Withdraw withdrawn) {
        var thread = answering.get(withdrawn.id());
        if (thread != null) {
            thread.interrupt();
        }
    }

    /** Answers a request with the reason for which it is not worked on. */
    public void refuse(long id, String why, Replies replies) {
        Thread.startVirtualThread(() -> reply(new HostMessage.Response(id, null, why), replies));
    }

    private void all(NodeMessage.Notice notice, @Nullable Scope scope, Extension hook, Replies replies) {
        var first = new ExtensionRequest(hook, scope, notice.arguments());
        if (notice.then().isEmpty()) {
            work(notice, first, replies);
            return;
        }
        try {
            Together.send(first.ctx(), () -> {
                work(notice, first, replies);
                for (List<@Nullable Object> more : notice.then()) {
                    work(notice, new ExtensionRequest(hook, scope, more), replies);
                }
            });
        } catch (RuntimeException e) { // Such as a context that is no longer valid.
            replies.reportFailure(hook, notice.method().wire(), e);
        }
    }

    private void work(NodeMessage.Notice notice, ExtensionRequest ask, Replies replies) {
        if (notice.method() == Method.ERROR) {
            reportError(ask.hook(), notice, replies);
            return;
        }
        try {
            answerer(notice.method()).answer(ask);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            replies.reportFailure(ask.hook(), notice.method().wire(), e);
        }
    }

    private static void reportError(@Nullable Extension hook, NodeMessage.Notice notice, Replies replies) {
        var args = notice.arguments();
        replies.reportError(
                hook,
                args.isEmpty() ? "error" : String.valueOf(args.getFirst()),
                NodeMessage.Failure.from(
                        args.size() > 1 && args.get(1) instanceof JsonObject json ? json : JsonObject.empty()));
    }

    private void answer(NodeMessage.Request request, ExtensionRequest ask, Replies replies) {
        Object value = null;
        String error = null;
        try {
            if (request.sync()) {
                settle(ask);
            }
            value = answerer(request.method()).answer(ask);
        } catch (InterruptedException e) {
            // It was withdrawn, or its call was cancelled; it is answered all the same.
        } catch (Exception e) {
            error = FailureText.of(e);
        } finally {
            answering.remove(request.id(), Thread.currentThread());
            var scope = ask.scope();
            if (scope != null) {
                scope.asking().remove(Thread.currentThread());
            }
        }
        // A thread that was interrupted could not send the answer.
        Thread.interrupted();
        if (!request.sync() || deadline.end(Thread.currentThread())) {
            reply(new HostMessage.Response(request.id(), value, error), replies);
        }
    }

    /** What an extension sees contains what it has reported before, and so have the handlers of the event before it. */
    private static void settle(ExtensionRequest ask) throws InterruptedException {
        var scope = ask.scope();
        var several = scope == null ? null : scope.several();
        if (several == null) {
            ask.hook().settle();
        } else {
            several.settle();
        }
    }

    private static void reply(HostMessage.Response response, Replies replies) {
        try {
            replies.send(response);
        } catch (IllegalStateException e) {
            // The process has ended, and with it the caller that waited for the answer.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Answerer answerer(Method method) {
        var answerer = answerers.get(method);
        if (answerer == null) {
            throw new IllegalArgumentException(method.wire() + " is sent while a call runs, and is not answered");
        }
        return answerer;
    }

    /** Refuses requests that Node stands still for when their answers do not come in time. */
    static final class SyncDeadline {
        static final Duration LIMIT = Duration.ofSeconds(10);

        private record Open(long since, Runnable refuse) {}

        private final Map<Thread, Open> open = new LinkedHashMap<>();
        private final long limit;
        private boolean watched;

        SyncDeadline(Duration limit) {
            this.limit = limit.toNanos();
        }

        /** The thread works on a request from now on. */
        synchronized void begin(Thread thread, Runnable refuse) {
            open.put(thread, new Open(System.nanoTime(), refuse));
            if (!watched) {
                watched = true;
                Thread.ofVirtual().name("pawl node deadline").start(this::watch);
            }
        }

        /** The thread has its answer; false if the request was refused meanwhile. */
        synchronized boolean end(Thread thread) {
            return open.remove(thread) != null;
        }

        /** Sleeps until the oldest request is due; ends when there is none, so most requests start no thread. */
        private void watch() {
            try {
                for (var next = oldest(); next != null; next = oldest()) {
                    long left = next.since + limit - System.nanoTime();
                    if (left > 0) {
                        Thread.sleep(Duration.ofNanos(left));
                    } else if (open(next)) {
                        next.refuse.run();
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private synchronized @Nullable Open oldest() {
            var first = open.values().iterator();
            watched = first.hasNext();
            return watched ? first.next() : null;
        }

        private synchronized boolean open(Open due) {
            return open.values().remove(due);
        }
    }
}
