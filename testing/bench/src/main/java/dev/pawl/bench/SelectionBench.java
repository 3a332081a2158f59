package dev.pawl.bench;

import dev.pawl.tui.component.Text;
import dev.pawl.tui.screen.Tui;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A frame while the mouse selects 100,000 lines: from the report of the mouse to what is written. */
@SuppressWarnings("NullAway.Init") // JMH calls the set-up method.
@State(Scope.Benchmark)
@BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 2)
@Fork(
        value = 1,
        jvmArgsAppend = {"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"})
public class SelectionBench {
    private final DeafTerminal terminal = new DeafTerminal();
    private Tui tui;
    private int moves;

    @Setup(Level.Trial)
    public void open() throws InterruptedException {
        tui = new Tui(terminal, Tui.Mode.FULLSCREEN);
        tui.body()
                .add(new Text("a line of some words\n".repeat(100_000).strip()))
                .finish();
        tui.start();
        tui.flush();
        mouse("\u001b[<0;5;39M");
        tui.run(() -> tui.scroll(-200_000));
        mouse("\u001b[<32;5;2M");
    }

    @TearDown(Level.Trial)
    public void close() {
        tui.close();
    }

    private void mouse(String report) throws InterruptedException {
        terminal.input(report.getBytes(StandardCharsets.US_ASCII));
        tui.flush();
    }

    /** The mouse moves by a row, with all lines below it selected. */
    @Benchmark
    public long frame() throws InterruptedException {
        mouse("\u001b[<32;5;" + (3 + moves++ % 30) + "M");
        return terminal.written();
    }
}
