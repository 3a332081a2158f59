package dev.pawl.fleet.restate.inside;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.restate.HandlerHost;
import dev.pawl.fleet.restate.Names;
import dev.pawl.fleet.restate.Steps;
import dev.pawl.start.attach.SessionState.Phase;
import dev.restate.common.Request;
import dev.restate.common.Slice;
import dev.restate.common.Target;
import dev.restate.sdk.Awakeable;
import dev.restate.sdk.HandlerRunner;
import dev.restate.sdk.ObjectContext;
import dev.restate.sdk.SharedObjectContext;
import dev.restate.sdk.common.AbortedExecutionException;
import dev.restate.sdk.core.EndpointRequestHandler;
import dev.restate.sdk.core.ProtocolException;
import dev.restate.sdk.endpoint.Endpoint;
import dev.restate.sdk.endpoint.HeadersAccessor;
import dev.restate.sdk.endpoint.definition.HandlerDefinition;
import dev.restate.sdk.endpoint.definition.HandlerType;
import dev.restate.sdk.endpoint.definition.ServiceDefinition;
import dev.restate.sdk.endpoint.definition.ServiceType;
import dev.restate.serde.Serde;
import dev.restate.serde.SerdeFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The virtual objects of some places, served request by request: the server asks again when something was awaited. */
public final class SdkHost implements HandlerHost {
    /** How long a step may take: a model and tools work in it, and nothing comes meanwhile. */
    private static final Duration STEP = Duration.ofDays(1);

    /** All of a request is there already. */
    private static final Flow.Subscription UNLIMITED = new Flow.Subscription() {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {}
    };

    /** The threads that handlers run on, for the call that the current thread works for. */
    private static final ThreadLocal<Set<Thread>> OF_CALL = new ThreadLocal<>();

    private final EndpointRequestHandler handler;

    public SdkHost(List<String> places, Steps steps) {
        var options = HandlerRunner.Options.withExecutor(SdkHost::startHandler);
        var builder = Endpoint.builder();
        for (var place : places) {
            var sessions = new SessionObject(place);
            var runs = new RunObject(place, steps);
            builder.bind(ServiceDefinition.of(
                            Names.SESSIONS + place,
                            ServiceType.VIRTUAL_OBJECT,
                            List.of(
                                    HandlerDefinition.of(
                                            "apply",
                                            HandlerType.EXCLUSIVE,
                                            Serde.RAW,
                                            Serde.RAW,
                                            HandlerRunner.<ObjectContext, byte[], byte[]>of(
                                                    sessions::apply, SerdeFactory.NOOP, options)),
                                    HandlerDefinition.of(
                                            "read",
                                            HandlerType.SHARED,
                                            Serde.RAW,
                                            Serde.RAW,
                                            HandlerRunner.<SharedObjectContext, byte[], byte[]>of(
                                                    sessions::read, SerdeFactory.NOOP, options))))
                    .configure(service -> service.enableLazyState(true)));
            builder.bind(ServiceDefinition.of(
                            Names.RUNS + place,
                            ServiceType.VIRTUAL_OBJECT,
                            List.of(HandlerDefinition.of(
                                    "advance",
                                    HandlerType.EXCLUSIVE,
                                    Serde.RAW,
                                    Serde.RAW,
                                    HandlerRunner.<ObjectContext, byte[], byte[]>of(
                                            runs::advance, SerdeFactory.NOOP, options))))
                    .configure(service -> service.inactivityTimeout(STEP).abortTimeout(STEP)));
        }
        this.handler = EndpointRequestHandler.create(builder.build());
    }

    private static void startHandler(Runnable task) {
        var thread = virtual().unstarted(task);
        var call = OF_CALL.get();
        if (call != null) {
            call.add(thread);
        }
        thread.start();
    }

    private static Thread.Builder virtual() {
        return Thread.ofVirtual().name("restate").uncaughtExceptionHandler(SdkHost::uncaught);
    }

    /** The SDK leaves a handler that has to wait by an exception that must not be caught. */
    private static void uncaught(Thread thread, Throwable failure) {
        if (!(failure instanceof AbortedExecutionException)) {
            System.getLogger("dev.pawl.fleet.restate").log(System.Logger.Level.WARNING, "a handler failed", failure);
        }
    }

    @Override
    public Answer answer(String path, Map<String, String> headers, byte[] body)
            throws IOException, InterruptedException {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        try {
            var collected = new Collected();
            // The SDK expects all that concerns one call on one thread at a time, as an event loop does it.
            var inOrder = new InOrder(
                    task -> virtual().start(() -> {
                        OF_CALL.set(threads);
                        task.run();
                    }),
                    collected::onError);
            var processor =
                    handler.processorForRequest(path, HeadersAccessor.wrap(headers), (_, _) -> {}, inOrder, false);
            inOrder.execute(() -> {
                processor.subscribe(collected);
                processor.onSubscribe(UNLIMITED);
                if (body.length > 0) {
                    processor.onNext(Slice.wrap(body));
                }
                processor.onComplete();
            });
            var content = collected.all.get();
            var type = processor.responseContentType();
            return new Answer(processor.statusCode(), type == null ? "" : type, content);
        } catch (ProtocolException e) {
            var text = String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8);
            return new Answer(e.getCode(), "text/plain", text);
        } catch (ExecutionException e) {
            throw new IOException("a call of Restate failed: " + e.getCause(), e);
        } finally {
            // The SDK leaves a handler that was suspended where it waits; the next call begins another one.
            threads.forEach(Thread::interrupt);
        }
    }

    /** All that a processor writes. */
    private static final class Collected implements Flow.Subscriber<Slice> {
        private final CompletableFuture<byte[]> all = new CompletableFuture<>();
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public synchronized void onNext(Slice slice) {
            bytes.writeBytes(slice.toByteArray());
        }

        @Override
        public void onError(Throwable failure) {
            all.completeExceptionally(failure);
        }

        @Override
        public synchronized void onComplete() {
            all.complete(bytes.toByteArray());
        }
    }

    /** Runs tasks one after another, in their order, on threads of another executor. */
    private static final class InOrder implements Executor {
        private final Executor threads;
        private final Consumer<Throwable> failed;
        private final Queue<Runnable> tasks = new ArrayDeque<>();
        private boolean running;

        /** @param failed receives what a task throws; the next task is run all the same */
        InOrder(Executor threads, Consumer<Throwable> failed) {
            this.threads = threads;
            this.failed = failed;
        }

        @Override
        public void execute(Runnable task) {
            synchronized (tasks) {
                tasks.add(task);
                if (running) {
                    return;
                }
                running = true;
            }
            threads.execute(this::runAll);
        }

        private void runAll() {
            for (var task = next(); task != null; task = next()) {
                try {
                    task.run();
                } catch (RuntimeException | Error e) {
                    failed.accept(e);
                }
            }
        }

        private @Nullable Runnable next() {
            synchronized (tasks) {
                var task = tasks.poll();
                running = task != null;
                return task;
            }
        }
    }

    /** The virtual object that advances a session: every step is a journalled run, and a question is an awakeable. */
    private static final class RunObject {
        private final String place;
        private final Steps steps;

        RunObject(String place, Steps steps) {
            this.place = place;
            this.steps = steps;
        }

        byte[] advance(ObjectContext ctx, byte[] input) {
            while (true) {
                var session = ctx.key();
                var release =
                        JsonObject.parse(ctx.run("step", Serde.RAW, () -> SessionObject.bytes(steps.advance(session))));
                if (release.isEmpty()) {
                    return new byte[0];
                }
                long later = Steps.later(release);
                if (later > 0) {
                    // Another call, so that the journal of this one does not grow while the session waits for a place.
                    ctx.send(
                            Request.of(
                                    Target.virtualObject(Names.RUNS + place, session, "advance"),
                                    Serde.RAW,
                                    Serde.RAW,
                                    new byte[0]),
                            Duration.ofMillis(later));
                    return new byte[0];
                }
                Awakeable<byte[]> answered = null;
                if (release.string("phase", "").equals(Phase.WAITING.word())) {
                    answered = ctx.awakeable(Serde.RAW);
                    release = release.with("awakeable", answered.id());
                }
                var answer = JsonObject.parse(ctx.call(Request.of(
                                Target.virtualObject(Names.SESSIONS + place, session, "apply"),
                                Serde.RAW,
                                Serde.RAW,
                                SessionObject.bytes(release)))
                        .await());
                if (answer.has("refused")) {
                    return new byte[0];
                }
                var document = answer.object("document");
                switch (Phase.of(document.string("phase", "idle"))) {
                    case WAITING, READY -> {
                        if (answered != null) {
                            answered.await();
                        }
                    }
                    case ASLEEP ->
                        ctx.sleep(Duration.ofMillis(
                                Math.max(1, document.number("wakesAt", 0) - answer.number("now", 0))));
                    default -> {
                        return new byte[0];
                    }
                }
            }
        }
    }
}
