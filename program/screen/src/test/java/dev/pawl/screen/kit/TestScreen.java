package dev.pawl.screen.kit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.machine.Await;
import dev.pawl.machine.Patience;
import dev.pawl.screen.InteractiveRun;
import dev.pawl.start.kit.ProgramHome;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.terminal.VirtualTerminal;
import dev.pawl.tui.terminal.Capabilities;
import dev.pawl.tui.terminal.ColorDepth;
import dev.pawl.tui.terminal.ImageProtocol;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The program with its screen inside the test: a terminal in memory that one types into and looks at. */
public final class TestScreen implements AutoCloseable {
    /** Stands in a question that does not take keys yet. */
    private static final String DEAF = "one moment…";

    public VirtualTerminal terminal;
    private final Home program;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<String> args = new ArrayList<>();
    private FutureTask<Integer> run;

    private static final class Home extends ProgramHome<Home> {
        Home(Path dir, Script script) throws IOException {
            super(dir, script);
        }
    }

    private TestScreen(Home program, int columns, int rows) {
        this.program = program;
        this.terminal = new VirtualTerminal(columns, rows);
    }

    public static TestScreen in(Path dir, Script.Turn... turns) throws IOException {
        return in(dir, 80, 24, turns);
    }

    public static TestScreen in(Path dir, int columns, int rows, Script.Turn... turns) throws IOException {
        return in(dir, columns, rows, Script.of(turns));
    }

    public static TestScreen in(Path dir, int columns, int rows, Script script) throws IOException {
        var screen = new TestScreen(new Home(dir, script), columns, rows);
        return screen.user("settings.json", "{\"tuiMode\":\"fullscreen\",\"quietStartup\":true}");
    }

    /** In a terminal that has colours. */
    public TestScreen inColour() {
        return in(ColorDepth.TRUE_COLOR);
    }

    /** In a terminal that has so many colours. */
    public TestScreen in(ColorDepth depth) {
        terminal = new VirtualTerminal(
                terminal.columns(), terminal.rows(), new Capabilities(depth, true, ImageProtocol.NONE));
        return this;
    }

    public TestScreen user(String name, String text) throws IOException {
        program.user(name, text);
        return this;
    }

    public TestScreen file(String name, String text) throws IOException {
        program.file(name, text);
        return this;
    }

    public TestScreen hook(String name, String body) throws IOException {
        program.hook(name, body);
        return this;
    }

    public TestScreen environment(String name, String value) {
        program.environment(name, value);
        return this;
    }

    public TestScreen with(String... more) {
        args.addAll(List.of(more));
        return this;
    }

    public Path project() {
        return program.project;
    }

    public Path agentDir() {
        return program.agentDir();
    }

    /** What people and the model said, as {@code role: text}, of a request counted from 1. */
    public List<String> asked(int n) throws InterruptedException {
        program.model.awaitRequest(n);
        return program.asked(n);
    }

    /** Lets an answer continue that is held. */
    public TestScreen release() {
        program.model.release();
        return this;
    }

    public int requests() {
        return program.requests();
    }

    public List<Path> sessions() throws IOException {
        return program.sessions();
    }

    /** Starts it and waits until the editor is there. */
    public TestScreen start() throws Exception {
        var line = CommandLine.parse(args);
        var streams = new Streams(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        run = new FutureTask<>(() -> {
            try {
                return new InteractiveRun(line, program.places(), streams, terminal).run();
            } catch (Refusal e) {
                streams.err().println("pawl: " + e.getMessage());
                return e.status();
            }
        });
        Thread.ofPlatform().daemon().name("program").start(run);
        await("the editor is there", now -> now.contains("────"));
        return this;
    }

    /** Starts it, and waits until its model is shown. */
    public TestScreen begin() throws Exception {
        start().await("scripted-1");
        return this;
    }

    /** The program started again, with the same home and project. */
    public TestScreen again(String... args) throws Exception {
        return new TestScreen(program, terminal.columns(), terminal.rows())
                .with(args)
                .start();
    }

    /** Types keys, one after another as they were pressed, once a question that is there can be answered. */
    public TestScreen type(String... keys) {
        try {
            awaitGone(DEAF);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while a question was deaf", e);
        }
        return typeAhead(keys);
    }

    /** Types keys without looking whether anybody can have read what is there. */
    public TestScreen typeAhead(String... keys) {
        for (var key : keys) {
            terminal.type(key);
        }
        return this;
    }

    /** Writes a text and sends it. */
    public TestScreen submit(String text) {
        // Completions of a command that is typed may come before the enter key, which would take one of them.
        return type(text.startsWith("/") ? "\u001b[200~" + text + "\u001b[201~" : text, "\r");
    }

    /** Waits until the screen shows a text. Where lines break does not matter: folders have names of any length. */
    public String await(String text) throws InterruptedException {
        return await("the screen shows \"" + text + "\"", screen -> shows(screen, text));
    }

    private static boolean shows(String screen, String text) {
        return screen.contains(text) || screen.replaceAll("\\s*\n\\s*", " ").contains(text);
    }

    public String awaitGone(String text) throws InterruptedException {
        return await("the screen no longer shows \"" + text + "\"", screen -> !screen.contains(text));
    }

    public String await(String what, Predicate<String> isTrue) throws InterruptedException {
        return Await.value(
                what,
                () -> {
                    boolean ended = run.isDone();
                    var now = screen();
                    if (ended && !isTrue.test(now)) {
                        throw new AssertionError("it ended before " + what + "; it shows:\n" + now + "\n" + errors());
                    }
                    return now;
                },
                isTrue);
    }

    /** Waits until the agent has settled after what was submitted: no line says that it works. */
    public TestScreen awaitIdle() throws InterruptedException {
        awaitGone("Working");
        return this;
    }

    /** Waits until the screen has stayed the same for half a second, which is only for writing a golden one. */
    public void awaitRest() throws InterruptedException {
        var seen = new AtomicReference<>("");
        var since = new AtomicLong(System.nanoTime());
        await("the screen rests", now -> {
            var lasting = withoutChange(now);
            if (!lasting.equals(seen.getAndSet(lasting))) {
                since.set(System.nanoTime());
            }
            return System.nanoTime() - since.get() > 500_000_000;
        });
    }

    public String screen() {
        return String.join("\n", terminal.screen());
    }

    /** The cells of one moment, for tests that look at styles. */
    public ShownCells cells() {
        return new ShownCells(terminal.cells());
    }

    /** Waits until a text is shown, and returns the style in which its last row has it. */
    public String styleOf(String text) throws InterruptedException {
        return Await.value("the screen shows \"" + text + "\"", () -> cells().lastStyle(text), _ -> true);
    }

    /** Everything that was drawn above the screen, and the screen. */
    public String everything() {
        return String.join("\n", terminal.scrollback()) + "\n" + screen();
    }

    /** What stays in the shell. */
    public String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    public String errors() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** Waits until it has ended. */
    public int ended() throws Exception {
        return run.get(Patience.SECONDS, TimeUnit.SECONDS);
    }

    /** As {@link #golden}, on machines where model servers may run. */
    public void goldenWithoutServers(String name) throws Exception {
        if (!screen().contains("on this machine")) {
            golden(name);
        }
    }

    /** Compares the screen with {@code screens/NAME.txt}; {@code -Dgoldens=write} rewrites it. */
    public void golden(String name) throws Exception {
        golden(name, this::shown);
    }

    /** As {@link #golden}, with the style of every run of characters in front of it. */
    public void goldenInColour(String name) throws Exception {
        golden(name, () -> withoutChange(terminal.styled()));
    }

    private void golden(String name, Supplier<String> shown) throws Exception {
        var file = Path.of("src/test/resources/screens").resolve(name + ".txt");
        if ("write".equals(System.getProperty("goldens"))) {
            awaitRest();
            Files.createDirectories(file.getParent());
            Files.writeString(file, shown.get());
        }
        assertThat(file).as("-Dgoldens=write writes it").exists();
        var expected = Files.readString(file);
        Await.value("the screen is as in " + file + "; -Dgoldens=write rewrites it", shown::get, expected::equals);
    }

    /** The screen without what is different in every run. */
    private String shown() {
        return withoutChange(screen());
    }

    private String withoutChange(String text) {
        return text.replace(program.home.toString(), "HOME")
                        .replace(program.project.toString(), "PROJECT")
                        .replaceAll("(?m)^ pawl \\S+", " pawl VERSION")
                        .replaceAll("~/.pi/agent/sessions/\\S+", "SESSION")
                        .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UUID")
                        .replace(program.home.getParent().toString(), "DIR")
                        .replaceAll("\\d\\d:\\d\\d:\\d\\d", "CLOCK")
                        .replaceAll("\\(\\d+s\\)", "(SECONDS)")
                        .replaceAll("\\b\\d+(\\.\\d+)? m?s\\b", "TIME")
                        .replaceAll("[\u2801-\u28ff]", "*")
                        .stripTrailing()
                + "\n";
    }

    /** Hangs up, and waits for the end. */
    @Override
    public void close() {
        if (run != null && !run.isDone()) {
            terminal.hangUp();
            try {
                ended();
            } catch (Exception e) {
                throw new AssertionError("it did not end:\n" + screen(), e);
            }
        }
        program.close();
        assertThat(terminal.strangers())
                .as("sent to the terminal, and not on the list of what is allowed")
                .isEmpty();
    }
}
