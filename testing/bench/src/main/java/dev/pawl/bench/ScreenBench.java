package dev.pawl.bench;

import dev.pawl.tui.editor.Editor;
import dev.pawl.tui.key.Keymap;
import dev.pawl.tui.markdown.Markdown;
import dev.pawl.tui.screen.Tui;
import dev.pawl.tui.terminal.ColorDepth;
import dev.pawl.tui.theme.Themes;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** From a key, or a piece of an answer, to its being written to the terminal: microseconds. */
@SuppressWarnings("NullAway.Init") // JMH calls the set-up method.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
        value = 1,
        jvmArgsAppend = {"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"})
public class ScreenBench {
    private static final String MESSAGE = "Some *words* and `code`, and what follows from them.\n\n- one\n- two\n\n";

    /** Messages above the editor. */
    @Param({"10", "10000"})
    public int messages;

    @Param({"REGULAR", "FULLSCREEN"})
    public Tui.Mode mode;

    private final DeafTerminal terminal = new DeafTerminal();
    private Tui tui;
    private Editor editor;
    private Markdown answer;
    private int pieces;

    @Setup(Level.Iteration)
    public void open() throws InterruptedException {
        tui = new Tui(terminal, mode);
        var theme = Themes.builtIn("dark", ColorDepth.TRUE_COLOR);
        for (int i = 0; i < messages; i++) {
            tui.body()
                    .add(new Markdown(MESSAGE, theme, Markdown.Options.DEFAULT))
                    .finish();
        }
        answer = new Markdown(MESSAGE, theme, Markdown.Options.DEFAULT);
        tui.body().add(answer);
        editor = new Editor(tui, theme, Keymap.defaults(), Editor.Options.DEFAULT);
        tui.dock().add(editor);
        tui.start();
        tui.run(() -> tui.focus(editor));
        tui.flush();
    }

    @TearDown(Level.Iteration)
    public void close() {
        tui.close();
    }

    /** A character is typed and drawn, another takes it away. */
    @Benchmark
    public long key() throws InterruptedException {
        terminal.input(new byte[] {pieces++ % 2 == 0 ? (byte) 'x' : (byte) 0x7f});
        tui.flush();
        return terminal.written();
    }

    /** Twenty bytes more of an answer that began long ago. */
    @Benchmark
    public long piece() throws InterruptedException {
        var piece = pieces++ % 8 == 7 ? "the end of it here\n\n" : "some words of twenty";
        tui.run(() -> answer.append(piece));
        tui.flush();
        return terminal.written();
    }
}
