package dev.pawl.bench;

import dev.pawl.tools.LocalTools;
import dev.pawl.tools.shell.PipedPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a shell hook that does nothing costs, beside the process alone, and beside one that leads a session. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ShellHookBench {
    private static final byte[] PAYLOAD = "{\"hook_event_name\":\"PreToolUse\"}\n".getBytes(StandardCharsets.UTF_8);

    private final Path dir = Path.of("").toAbsolutePath();
    private final PipedPrograms programs = new LocalTools(System.getenv(), dir, dir).programs(null);

    /** The process alone. */
    @Benchmark
    public int bare() throws IOException, InterruptedException {
        return run("/bin/sh", "-c", "true");
    }

    /** The process in a session of its own, so that it can be ended with all that it starts. */
    @Benchmark
    public int leading() throws IOException, InterruptedException {
        return run("setsid", "/bin/sh", "-c", "true");
    }

    /** As a hook is run. */
    @Benchmark
    public int hook() throws IOException, InterruptedException {
        return programs.run(new PipedPrograms.Run(
                        List.of("/bin/sh", "-c", "true"), dir, Map.of(), PAYLOAD, Duration.ofMinutes(1), 10 << 20))
                .exit();
    }

    private static int run(String... words) throws IOException, InterruptedException {
        var process = new ProcessBuilder(words).start();
        process.getOutputStream().close();
        process.getInputStream().readAllBytes();
        return process.waitFor();
    }
}
