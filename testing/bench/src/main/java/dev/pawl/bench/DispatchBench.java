package dev.pawl.bench;

import static dev.pawl.api.HookPoints.CONTEXT;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TURN_START;

import dev.pawl.api.Hook;
import dev.pawl.api.event.ModelContext;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.TurnStart;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.testkit.HookTrial;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What one dispatch costs, without handlers and with one and fifty handlers that do nothing. */
@SuppressWarnings("NullAway.Init") // JMH calls the set-up method.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class DispatchBench {
    /** Events are fired from a virtual thread, as the agent does; a batch shares the way there. */
    private static final int BATCH = 1_000;

    private static final TurnStart TURN = new TurnStart(0, Instant.EPOCH);
    private static final ToolCall CALL = ToolCall.of("bash", new ToolInput.Bash("ls"));

    @Param({"0", "1", "50"})
    int handlers;

    private HookTrial trial;
    private ModelContext context;

    @Setup
    public void install() throws InterruptedException {
        Hook hook = pi -> {
            for (int i = 0; i < handlers; i++) {
                pi.on(TURN_START, (_, _) -> {});
                pi.on(TOOL_CALL, (call, _) -> call.allow());
                pi.on(CONTEXT, (context, _) -> context);
            }
        };
        trial = HookTrial.of(hook);
        context = ModelContext.of(IntStream.range(0, 400)
                .mapToObj(i -> Message.user("x".repeat(1_000), i))
                .toList());
    }

    @TearDown
    public void close() {
        trial.close();
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public Object notice() throws Exception {
        return onVirtualThread(() -> {
            for (int i = 0; i < BATCH; i++) {
                trial.fire(TURN_START, TURN);
            }
            return TURN;
        });
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public Object gate() throws Exception {
        return onVirtualThread(() -> {
            int passed = 0;
            for (int i = 0; i < BATCH; i++) {
                passed += trial.fire(TOOL_CALL, CALL) instanceof Decision.Pass<?, ?> ? 1 : 0;
            }
            return passed;
        });
    }

    /** 400 KB of messages. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public Object context() throws Exception {
        return onVirtualThread(() -> {
            Object last = null;
            for (int i = 0; i < BATCH; i++) {
                last = trial.fire(CONTEXT, context);
            }
            return last;
        });
    }

    /** Nothing but the way to another virtual thread and back: what a dispatch cannot do without. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public Object hop() throws Exception {
        return onVirtualThread(() -> {
            for (int i = 0; i < BATCH; i++) {
                var here = Thread.currentThread();
                var done = new AtomicBoolean();
                Thread.ofVirtual().start(() -> {
                    done.set(true);
                    LockSupport.unpark(here);
                });
                while (!done.get()) {
                    LockSupport.park();
                }
            }
            return TURN;
        });
    }

    private static <T> T onVirtualThread(Callable<T> work) throws Exception {
        var task = new FutureTask<>(work);
        Thread.ofVirtual().start(task);
        return task.get();
    }
}
