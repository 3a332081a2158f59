package dev.pawl.tools.shell;

import dev.pawl.api.tool.BashOperations;
import dev.pawl.tools.text.Aborted;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The shell of this machine: each command leads its own process group, reads nothing, and is ended with all that
 * it started.
 */
public final class LocalBash implements BashOperations {
    private static final Duration LOOK = Duration.ofMillis(100);
    static final String TIMEOUT = "timeout:";

    private final Shell shell;
    private final Supplier<Map<String, String>> environment;
    private final RunningCommands running;
    private final BiFunction<String, Path, String> confined;

    /**
     * @param environment what commands inherit
     * @param confined makes of a command and its folder the one that is handed to the shell
     */
    public LocalBash(
            Shell shell,
            Supplier<Map<String, String>> environment,
            RunningCommands running,
            BiFunction<String, Path, String> confined) {
        this.shell = shell;
        this.environment = environment;
        this.running = running;
        this.confined = confined;
    }

    /** An empty environment stands for that of the program. Past its time a command ends in {@code timeout:SECONDS}. */
    @Override
    public @Nullable Integer exec(String command, Path cwd, Options options, Consumer<byte[]> output)
            throws IOException, InterruptedException {
        check(cwd);
        try (var invocation = shell.invocation(confined.apply(command, cwd))) {
            return run(invocation, cwd, options, output, null);
        }
    }

    /** Returns the same under a supervisor, which outlives this program. */
    @Nullable
    Integer exec(String command, Path cwd, Options options, Consumer<byte[]> output, Supervision supervision)
            throws IOException, InterruptedException {
        check(cwd);
        var timeout = options.timeout();
        long end = timeout == null ? 0 : Instant.now().plus(timeout).getEpochSecond() + 1;
        try (var invocation = shell.supervised(confined.apply(command, cwd), supervision.spool(), end)) {
            return run(invocation, cwd, options, output, supervision);
        }
    }

    boolean supervises() {
        return shell.supervises();
    }

    RunningCommands running() {
        return running;
    }

    private static void check(Path cwd) throws IOException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException(Aborted.MESSAGE);
        }
        if (!Files.isDirectory(cwd)) {
            throw new IOException("cannot run a command in " + cwd + ": "
                    + (Files.exists(cwd) ? "it is not a directory" : "the directory does not exist (any more)"));
        }
    }

    private int run(
            Shell.Invocation invocation,
            Path cwd,
            Options options,
            Consumer<byte[]> output,
            @Nullable Supervision supervision)
            throws IOException, InterruptedException {
        var mark = ProcessTree.newMark(environment.get().get(ProcessTree.MARK));
        var process = start(invocation, cwd, options.environment(), mark);
        var tree = new ProcessTree(process.toHandle(), invocation.leads(), mark);
        running.add(tree, supervision == null ? () -> false : supervision.handedOver());
        try {
            var end = supervision == null ? null : new EndMark(mark, output);
            var pump = new OutputPump(process.getInputStream(), end == null ? output : end);
            if (supervision != null) {
                begin(process, mark, supervision);
            }
            openGate(process, supervision != null);
            return await(process, tree, pump, options.timeout(), output, supervision, end);
        } finally {
            running.remove(tree);
        }
    }

    /** What is not kept does not begin. */
    private static void begin(Process process, String mark, Supervision supervision) {
        boolean kept = false;
        try {
            supervision.begun().accept(CommandSpool.Supervisor.of(process, mark));
            kept = true;
        } finally {
            if (!kept) {
                closeGate(process);
            }
        }
    }

    /**
     * Opens the gate, now that the output is read; or reports to a supervisor, whose gate stays open, that all of it is
     * here.
     */
    private static void openGate(Process process, boolean staysOpen) {
        var gate = process.getOutputStream();
        try {
            gate.write('\n');
            gate.flush();
            if (!staysOpen) {
                gate.close();
            }
        } catch (IOException e) {
            // It has ended, or could not even start; its exit code shows which.
        }
    }

    /** Without another line: to the supervisor this is as if the program had ended. */
    private static void closeGate(Process process) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The command has ended.
        }
    }

    private int await(
            Process process,
            ProcessTree tree,
            OutputPump pump,
            @Nullable Duration timeout,
            Consumer<byte[]> output,
            @Nullable Supervision supervision,
            @Nullable EndMark end)
            throws IOException, InterruptedException {
        try {
            if (!(end == null ? ends(process, timeout) : ends(process, pump, timeout, end))) {
                tree.end();
                pump.settle();
                reportLeft(tree.left(), output);
                throw new IOException(TIMEOUT + Seconds.text(Objects.requireNonNull(timeout)));
            }
            pump.settle();
            if (end != null) {
                openGate(process, false);
                var code = end.code();
                if (code != null && !pump.awaitEnd(Duration.ZERO)) {
                    return code; // The supervisor stays as long as what the command left behind.
                }
                end.end();
                process.waitFor();
            }
        } catch (InterruptedException e) {
            if (supervision != null && supervision.isHandedOver()) {
                pump.ignoreRest();
                closeGate(process);
                throw new InterruptedException(Aborted.MESSAGE);
            }
            var interrupted = running.interrupt(tree);
            settleInterrupted(pump, interrupted.ended());
            reportLeft(interrupted.left(), output);
            throw new InterruptedException(Aborted.MESSAGE);
        }
        // Java returns 128 plus the number of the signal for a process that a signal ended.
        return process.exitValue();
    }

    /** Waits until a command has ended; false if its time was over before. */
    private static boolean ends(Process process, @Nullable Duration timeout) throws InterruptedException {
        if (timeout == null) {
            process.waitFor();
            return true;
        }
        return process.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * The same under a supervisor, which ends only after this program has reported that all output was read. The output
     * ends when the command has ended; where a program that the command left behind keeps it open, the mark shows it.
     */
    private static boolean ends(Process process, OutputPump pump, @Nullable Duration timeout, EndMark end)
            throws InterruptedException {
        long begun = System.nanoTime();
        while (!pump.await(() -> end.code() != null, look(timeout, System.nanoTime() - begun))) {
            if (!process.isAlive()) {
                return true;
            }
            if (timeout != null && System.nanoTime() - begun >= timeout.toNanos()) {
                return false;
            }
        }
        return true;
    }

    /** Returns how long to wait before the next look, within what is left of the time. */
    private static Duration look(@Nullable Duration timeout, long passedNanos) {
        var left = timeout == null ? LOOK : timeout.minusNanos(passedNanos);
        return left.compareTo(LOOK) < 0 ? left : LOOK;
    }

    private static void reportLeft(String left, Consumer<byte[]> output) {
        if (!left.isEmpty()) {
            output.accept(("\n[Still running, because they could not be ended: " + left + "]\n")
                    .getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * Takes the rest of the command's output; a further interruption requests the same again.
     *
     * @param ended whether all of it has ended; otherwise nothing waits for what still holds the output open
     */
    private static void settleInterrupted(OutputPump pump, boolean ended) {
        try {
            Thread.interrupted();
            if (ended) {
                pump.settle();
            } else {
                pump.ignoreRest();
            }
        } catch (InterruptedException e) {
            // Then without it.
        }
    }

    private Process start(Shell.Invocation invocation, Path cwd, Map<String, String> given, String mark)
            throws IOException {
        var builder =
                new ProcessBuilder(invocation.words()).directory(cwd.toFile()).redirectErrorStream(true);
        var target = builder.environment();
        target.clear();
        try {
            target.putAll(given.isEmpty() ? environment.get() : given);
            target.put(ProcessTree.MARK, mark);
        } catch (IllegalArgumentException e) {
            throw new IOException("cannot run a command with this environment: " + e.getMessage(), e);
        }
        return builder.start();
    }
}
