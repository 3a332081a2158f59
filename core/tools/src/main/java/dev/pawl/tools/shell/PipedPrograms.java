package dev.pawl.tools.shell;

import dev.pawl.base.Programs;
import dev.pawl.tools.text.Aborted;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Runs programs that read from a pipe and write into two: each leads its own process group, its output is
 * bounded, and past its time it is ended with all that it started.
 */
public final class PipedPrograms {
    /** The bytes that fit into a pipe before it is read, on every system. */
    private static final int FITS = 4 * 1024;

    private static final Duration LOOK = Duration.ofMillis(50);

    private final Shell shell;
    private final Map<String, String> environment;
    private final RunningCommands running;
    private final String family;
    private final AtomicBoolean used = new AtomicBoolean();

    public PipedPrograms(Shell shell, Map<String, String> environment, RunningCommands running) {
        this.shell = shell;
        this.environment = environment;
        this.running = running;
        this.family = ProcessTree.newMark(environment.get(ProcessTree.MARK));
    }

    /**
     * One run.
     *
     * @param variables what is set besides the program's environment
     * @param most how many bytes it may write into each pipe before it is ended
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Run(
            List<String> words, Path cwd, Map<String, String> variables, byte[] input, Duration limit, int most) {}

    /**
     * How a run ended.
     *
     * @param exit the exit code; 128 and the number of the signal for one that was ended
     * @param overtime whether it was ended because its time was over
     * @param flooded whether it was ended because it wrote too much
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Ended(int exit, byte[] output, byte[] error, long nanos, boolean overtime, boolean flooded) {}

    /** Returns the same with fewer variables of the environment: only those whose names pass. */
    public PipedPrograms inheriting(Predicate<String> names) {
        var fewer = new HashMap<>(environment);
        fewer.keySet().removeIf(names.negate());
        return new PipedPrograms(shell, Map.copyOf(fewer), running);
    }

    /** Returns the words that run a command in the shell. */
    public List<String> words(String command) throws IOException {
        return List.of(shell.program().toString(), "-c", command);
    }

    /** Returns what programs inherit. */
    public Map<String, String> environment() {
        return environment;
    }

    /** Returns a file for a text that is too long to show, which stays until the program ends. */
    public Path kept(String text) throws IOException {
        return Files.writeString(shell.output(), text);
    }

    /** Runs a program and waits for it; an interruption ends it. */
    public Ended run(Run run) throws IOException, InterruptedException {
        return run(run, _ -> {});
    }

    /**
     * Returns the same with a listener.
     *
     * @param listener gets what the program writes to its output as it comes, on another thread
     */
    public Ended run(Run run, Consumer<byte[]> listener) throws IOException, InterruptedException {
        return run(run, listener, false);
    }

    /**
     * Returns the same for a program that leaves no others behind: its output is waited for until it ends, however busy the
     * machine is.
     */
    public Ended runToEnd(Run run) throws IOException, InterruptedException {
        return run(run, _ -> {}, true);
    }

    private Ended run(Run run, Consumer<byte[]> listener, boolean toEnd) throws IOException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException(Aborted.MESSAGE);
        }
        if (!Files.isDirectory(run.cwd())) {
            throw new IOException("the directory " + run.cwd() + " does not exist (any more)");
        }
        used.set(true);
        long from = System.nanoTime();
        var leader = shell.leader();
        var words = new ArrayList<>(leader);
        words.addAll(Programs.command(run.words(), environment));
        var mark = ProcessTree.newMark(family);
        var process = start(words, run, mark);
        var tree = new ProcessTree(process.toHandle(), !leader.isEmpty(), mark);
        running.add(tree);
        try {
            var output = new Kept(run.most(), tree);
            var error = new Kept(run.most(), tree);
            var outputs = new OutputPump(process.getInputStream(), bytes -> {
                output.add(bytes);
                listener.accept(bytes);
            });
            var errors = new OutputPump(process.getErrorStream(), error::add);
            write(process, run.input());
            boolean overtime = !process.waitFor(run.limit().toNanos(), TimeUnit.NANOSECONDS);
            if (overtime) {
                tree.end();
                process.waitFor();
            }
            if (!overtime) {
                rest(tree, outputs, errors, toEnd, from + run.limit().toNanos());
            }
            outputs.settle();
            errors.settle();
            return new Ended(
                    process.exitValue(),
                    output.bytes(),
                    error.bytes(),
                    System.nanoTime() - from,
                    overtime,
                    output.flooded || error.flooded);
        } catch (InterruptedException e) {
            running.interrupt(tree);
            throw new InterruptedException(Aborted.MESSAGE);
        } finally {
            running.remove(tree);
        }
    }

    /**
     * Reads what is still in the pipes of a program that has ended. They end with it, however long a busy machine takes
     * to read them, unless something that it left behind holds them open; only then silence counts as the end.
     */
    static void rest(ProcessTree tree, OutputPump outputs, OutputPump errors, boolean toEnd, long until)
            throws InterruptedException {
        while (!outputs.awaitEnd(LOOK) || !errors.awaitEnd(LOOK)) {
            if (System.nanoTime() > until || (!toEnd && tree.isAlive())) {
                return;
            }
        }
    }

    /** Ends what programs left behind. */
    public void close() {
        if (used.get()) {
            ProcessTree.killMarked(family);
        }
    }

    private Process start(List<String> words, Run run, String mark) throws IOException {
        var builder = new ProcessBuilder(words).directory(run.cwd().toFile());
        var target = builder.environment();
        target.clear();
        try {
            target.putAll(environment);
            target.putAll(run.variables());
            target.put(ProcessTree.MARK, mark);
        } catch (IllegalArgumentException e) {
            throw new IOException("cannot run a program with this environment: " + e.getMessage(), e);
        }
        return builder.start();
    }

    /** A program need not read what it is given. */
    private static void write(Process process, byte[] input) {
        var pipe = process.getOutputStream();
        if (input.length <= FITS) {
            write(pipe, input);
        } else {
            // A platform thread: one that waits for a pipe would keep a carrier of virtual threads busy.
            Thread.ofPlatform().daemon().name("input of a program").start(() -> write(pipe, input));
        }
    }

    private static void write(OutputStream pipe, byte[] input) {
        try (pipe) {
            pipe.write(input);
        } catch (IOException e) {
            // It has closed the pipe, or has ended.
        }
    }

    /** The output of one pipe. */
    private static final class Kept {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final int most;
        private final ProcessTree tree;
        private volatile boolean flooded;

        Kept(int most, ProcessTree tree) {
            this.most = most;
            this.tree = tree;
        }

        synchronized void add(byte[] more) {
            int left = most - bytes.size();
            bytes.write(more, 0, Math.min(left, more.length));
            if (more.length > left && !flooded) {
                flooded = true;
                Thread.ofVirtual().name("end of a flood").start(tree::kill);
            }
        }

        synchronized byte[] bytes() {
            return bytes.toByteArray();
        }
    }
}
