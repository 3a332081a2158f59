package dev.pawl.codemode;

import io.roastedroot.quickjs4j.core.JavyPluginModule;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import run.endive.runtime.ByteArrayMemory;
import run.endive.runtime.HostFunction;
import run.endive.runtime.ImportFunction;
import run.endive.runtime.ImportValues;
import run.endive.runtime.Instance;
import run.endive.runtime.WasmFunctionHandle;
import run.endive.runtime.alloc.MemAllocStrategy;
import run.endive.wasm.types.FunctionType;
import run.endive.wasm.types.MemoryLimits;
import run.endive.wasm.types.ValType;

/**
 * A QuickJS in a memory of its own. It has no files, network, environment or timers: its clock, its randomness and the
 * function {@code java_invoke} are all it imports, so with the same answers of these it does the same again.
 *
 * <p>It runs on the thread that calls it, until that is interrupted. An exception of the host ends it; nothing in a script
 * can catch one.
 */
@SuppressWarnings("deprecation") // a memory without a strategy copies all it has for each page that it grows by
final class QuickJs {
    private static final String WASI = "wasi_snapshot_preview1";
    private static final int PAGE = 64 * 1024;
    private static final int NO_SUCH_DESCRIPTOR = 8;
    private static final long[] DONE = {0};

    /** Answers the calls of {@code java_invoke}. */
    @FunctionalInterface
    interface Host {
        String call(String operation, String argument);
    }

    /** What a QuickJS imports besides its host. */
    record World(LongSupplier millis, long seed) {}

    /** The engine has no more memory. */
    static final class OutOfMemory extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OutOfMemory() {
            super("out of memory", null, false, false);
        }
    }

    private final Instance instance;
    private final Host host;
    private final World world;
    private final SplittableRandom random;

    /** A new one with nothing in it. */
    static QuickJs empty(Host host, World world, long memory) {
        var engine = new QuickJs(host, world, 0, memory);
        engine.call("initialize_runtime");
        return engine;
    }

    /** One that goes on with what another left behind that was not running anything. */
    static QuickJs with(byte[] content, Host host, World world, long memory) {
        var engine = new QuickJs(host, world, content.length / PAGE, memory);
        engine.instance.memory().write(0, content);
        return engine;
    }

    private QuickJs(Host host, World world, int pages, long memory) {
        this.host = host;
        this.world = world;
        this.random = new SplittableRandom(world.seed());
        instance = Instance.builder(JavyPluginModule.load())
                .withMachineFactory(JavyPluginModule::create)
                .withMemoryFactory(limits -> new ByteArrayMemory(
                        new MemoryLimits(Math.max(pages, limits.initialPages()), (int) (memory / PAGE)), new Growing()))
                .withImportValues(imports())
                .build();
    }

    /** Returns all that it is made of besides its classes: it has one global variable, which is as at first between runs. */
    byte[] content() {
        var memory = instance.memory();
        return memory.readBytes(0, memory.pages() * PAGE);
    }

    /** Compiles a module, to be {@linkplain #run run} as often as needed. */
    int compile(String module) {
        var bytes = module.getBytes(StandardCharsets.UTF_8);
        return (int) call("compileSrc", allocated(bytes), bytes.length)[0];
    }

    /** Runs a compiled module, and then all jobs of promises. */
    void run(int module) {
        call("eval", instance.memory().readInt(module), instance.memory().readInt(module + 4), 0, 0);
    }

    /** Returns whether its memory is as large as it may be. */
    boolean isFull() {
        return instance.memory().pages() >= instance.memory().maximumPages();
    }

    private long[] call(String function, long... arguments) {
        return instance.export(function).apply(arguments);
    }

    private int allocated(byte[] bytes) {
        int at = (int) call("cabi_realloc", 0, 0, 1, bytes.length)[0];
        instance.memory().write(at, bytes);
        return at;
    }

    private ImportValues imports() {
        return ImportValues.builder()
                .addFunction(
                        function("endive", "invoke", 6, (_, to) -> new long[] {invoke(to)}),
                        wasi("random_get", 2, (engine, to) -> {
                            var bytes = new byte[(int) to[1]];
                            random.nextBytes(bytes);
                            engine.memory().write((int) to[0], bytes);
                            return DONE;
                        }),
                        clock(),
                        wasi("environ_sizes_get", 2, (engine, to) -> {
                            engine.memory().writeI32((int) to[0], 0);
                            engine.memory().writeI32((int) to[1], 0);
                            return DONE;
                        }),
                        wasi("environ_get", 2, (_, _) -> DONE),
                        wasi("fd_write", 4, QuickJs::written),
                        noFile("fd_close", 1),
                        noFile("fd_fdstat_get", 2),
                        noFile("fd_prestat_get", 2),
                        noFile("fd_prestat_dir_name", 3),
                        noFile("fd_read", 4),
                        new HostFunction(
                                WASI,
                                "fd_seek",
                                FunctionType.of(
                                        List.of(ValType.I32, ValType.I64, ValType.I32, ValType.I32),
                                        List.of(ValType.I32)),
                                (_, _) -> new long[] {NO_SUCH_DESCRIPTOR}),
                        new HostFunction(
                                WASI, "proc_exit", FunctionType.of(List.of(ValType.I32), List.of()), (_, _) -> {
                                    throw new IllegalStateException("the engine ended itself");
                                }))
                .build();
    }

    private ImportFunction clock() {
        return new HostFunction(
                WASI,
                "clock_time_get",
                FunctionType.of(List.of(ValType.I32, ValType.I64, ValType.I32), List.of(ValType.I32)),
                (engine, to) -> {
                    engine.memory().writeLong((int) to[2], world.millis().getAsLong() * 1_000_000);
                    return DONE;
                });
    }

    /** The engine reports its own trouble; what a script prints does not come here. */
    private static long[] written(Instance engine, long[] to) {
        int length = 0;
        for (int i = 0; i < to[2]; i++) {
            length += engine.memory().readInt((int) to[1] + 8 * i + 4);
        }
        engine.memory().writeI32((int) to[3], length);
        return DONE;
    }

    private long invoke(long[] to) {
        var memory = instance.memory();
        var operation = memory.readString((int) to[2], (int) to[3]);
        var argument = memory.readString((int) to[4], (int) to[5]);
        var answer = host.call(operation, argument).getBytes(StandardCharsets.UTF_8);
        int at = allocated(answer);
        int pair = (int) call("cabi_realloc", 0, 0, 1, 8)[0];
        instance.memory().writeI32(pair, at);
        instance.memory().writeI32(pair + 4, answer.length);
        return pair;
    }

    private static ImportFunction noFile(String name, int parameters) {
        return wasi(name, parameters, (_, _) -> new long[] {NO_SUCH_DESCRIPTOR});
    }

    private static ImportFunction wasi(String name, int parameters, WasmFunctionHandle work) {
        return function(WASI, name, parameters, work);
    }

    private static ImportFunction function(String module, String name, int parameters, WasmFunctionHandle work) {
        var types = Collections.nCopies(parameters, ValType.I32);
        return new HostFunction(module, name, FunctionType.of(types, List.of(ValType.I32)), work);
    }

    /** Grows a memory by half of what it has, and leaves as much of the program's own memory as it takes. */
    private static final class Growing implements MemAllocStrategy {
        @Override
        public int initial(int minimum) {
            return minimum;
        }

        @Override
        public int next(int current, int wanted) {
            var runtime = Runtime.getRuntime();
            long left = runtime.maxMemory() - (runtime.totalMemory() - runtime.freeMemory());
            long size = Math.min(Integer.MAX_VALUE - 8L, Math.max(wanted, current + (long) current / 2));
            if (size > left / 2) {
                throw new OutOfMemory();
            }
            return (int) size;
        }
    }
}
