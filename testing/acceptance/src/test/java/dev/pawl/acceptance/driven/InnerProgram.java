package dev.pawl.acceptance.driven;

import dev.pawl.app.Invocation;
import dev.pawl.cli.Places;
import dev.pawl.cli.StandardOutput;
import dev.pawl.cli.Streams;
import dev.pawl.machine.Patience;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The program inside the JVM of the test; whoever drives it sees a process.
 *
 * <p>It starts in a tenth of the time of a process. It cannot be killed: its end is the end of its input.
 */
public final class InnerProgram extends Process {
    private final BytePipe in = new BytePipe();
    private final BytePipe out = new BytePipe();
    private final CompletableFuture<Integer> status = new CompletableFuture<>();

    private final PrintStream err;

    private InnerProgram(PrintStream err) {
        this.err = err;
    }

    static InnerProgram start(Path home, Path cwd, Map<String, String> more, PrintStream err, String... args) {
        var environment = new HashMap<>(System.getenv());
        environment.put("HOME", home.toString());
        environment.remove("PI_CODING_AGENT_DIR");
        environment.putAll(more);
        var program = new InnerProgram(err);
        var places = Places.of(environment, cwd).leavingBy(program::ended);
        Thread.ofPlatform().daemon().name("program").start(() -> program.run(places, List.of(args)));
        return program;
    }

    private void run(Places places, List<String> args) {
        try {
            var streams = new Streams(in.source, StandardOutput.to(out.sink), err);
            int ended = Invocation.run(args, places, streams);
            streams.out().flush();
            ended(ended);
        } catch (Exception | Error e) {
            status.completeExceptionally(e);
        } finally {
            close();
        }
    }

    private void ended(int with) {
        status.complete(with);
        close();
    }

    private void close() {
        try {
            in.source.close();
            out.sink.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns whether the program has found that its input has ended. */
    public boolean hasReadTheEnd() {
        return in.hasReadTheEnd();
    }

    @Override
    public OutputStream getOutputStream() {
        return in.sink;
    }

    @Override
    public InputStream getInputStream() {
        return out.source;
    }

    @Override
    public InputStream getErrorStream() {
        return InputStream.nullInputStream();
    }

    @Override
    public int waitFor() throws InterruptedException {
        try {
            return status.get();
        } catch (ExecutionException e) {
            throw new AssertionError("the program failed", e.getCause());
        }
    }

    @Override
    public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
        try {
            status.get(timeout, unit);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new AssertionError("the program failed", e.getCause());
        }
    }

    @Override
    public int exitValue() {
        if (!status.isDone()) {
            throw new IllegalThreadStateException("the program has not ended");
        }
        return status.join();
    }

    @Override
    public boolean isAlive() {
        return !status.isDone();
    }

    @Override
    public long pid() {
        return ProcessHandle.current().pid();
    }

    /** Ends its input and waits until it has ended. */
    @Override
    public void destroy() {
        try {
            in.sink.close();
            out.source.close();
            if (!waitFor(Patience.SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("the program does not end with its input");
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
