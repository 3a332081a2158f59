package dev.pawl.acceptance.terminal;

import dev.pawl.machine.Await;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.program.PawlProcess;
import dev.pawl.testkit.terminal.VirtualTerminal;
import dev.pawl.tui.terminal.Terminal;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The program as people start it, in a terminal of its own: typed to byte by byte, and looked at as cells. */
public final class TerminalRun implements AutoCloseable {
    /** Stands in a question that does not take keys yet. */
    private static final String DEAF = "one moment…";

    private final Process terminal;
    private final OutputStream keyboard;
    private final VirtualTerminal screen;
    private final Path tty;
    private final Thread reader;

    private TerminalRun(Process terminal, VirtualTerminal screen, Path tty) {
        this.terminal = terminal;
        this.screen = screen;
        this.tty = tty;
        this.keyboard = terminal.getOutputStream();
        // What the terminal answers to questions of the program's goes where keys go.
        screen.open("", "", new Answers());
        this.reader = Thread.ofVirtual().name("screen").start(this::read);
    }

    /** What runs in a terminal already; the file names the terminal as soon as it is there. */
    static TerminalRun of(Process terminal, int columns, int rows, Path tty) {
        return new TerminalRun(terminal, new VirtualTerminal(columns, rows), tty);
    }

    /** Starts it in a terminal of so many columns and rows. */
    public static TerminalRun start(PawlProcess program, int columns, int rows, String... args) throws IOException {
        var tty = Files.createTempFile("pawl", ".tty");
        var terminal = program.startInTerminal(columns, rows, tty, args);
        return new TerminalRun(terminal, new VirtualTerminal(columns, rows), tty);
    }

    private void read() {
        try (var in = new InputStreamReader(terminal.getInputStream(), StandardCharsets.UTF_8)) {
            var buffer = new char[8192];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                screen.write(new String(buffer, 0, n));
            }
        } catch (IOException e) {
            // The terminal is gone, and with it what it might have shown.
        }
    }

    /** Types keys, one after another as they were pressed, once a question that is there can be answered. */
    public TerminalRun type(String... keys) throws IOException {
        try {
            awaitGone(DEAF);
        } catch (InterruptedException e) {
            throw new IOException("interrupted while a question was deaf", e);
        }
        return typeAhead(keys);
    }

    /** Types keys without looking whether anybody can have read what is there. */
    public TerminalRun typeAhead(String... keys) throws IOException {
        for (var key : keys) {
            keyboard.write(key.getBytes(StandardCharsets.UTF_8));
            keyboard.flush();
        }
        return this;
    }

    /** Sends bytes, be they characters or not. */
    public TerminalRun send(byte[] bytes) throws IOException {
        keyboard.write(bytes);
        keyboard.flush();
        return this;
    }

    /** Has the shell do something. */
    public TerminalRun command(String line) throws IOException {
        return type(line + "\n");
    }

    /** Writes a text and sends it. */
    public TerminalRun submit(String text) throws IOException {
        // Completions of a command that is typed may come before the enter key, which would take one of them.
        return type(text.startsWith("/") ? "\u001b[200~" + text + "\u001b[201~" : text, "\r");
    }

    /** Pastes a text as terminals do, between brackets. */
    public TerminalRun paste(String text) throws IOException {
        return type("\u001b[200~" + text + "\u001b[201~");
    }

    /** Makes the window larger or smaller. */
    public TerminalRun resize(int columns, int rows) throws IOException, InterruptedException {
        screen.resize(columns, rows);
        int status = new ProcessBuilder(
                        "stty",
                        "-F",
                        device().toString(),
                        "cols",
                        Integer.toString(columns),
                        "rows",
                        Integer.toString(rows))
                .inheritIO()
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException("stty could not resize " + device());
        }
        return this;
    }

    /** The file that stands for the terminal. */
    public Path device() throws IOException {
        return Path.of(Files.readString(tty).lines().findFirst().orElseThrow());
    }

    /** The state of the terminal's line discipline, as {@code stty -g} tells it. */
    public String lineState() throws IOException, InterruptedException {
        var process = new ProcessBuilder("stty", "-F", device().toString(), "-g").start();
        var state = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return state.strip();
    }

    /** The process of the program itself, which runs inside the terminal. */
    public ProcessHandle process() {
        return processes().findFirst().orElseThrow();
    }

    public boolean isRunning() {
        return processes().findFirst().isPresent();
    }

    private Stream<ProcessHandle> processes() {
        return terminal.descendants()
                .filter(handle -> handle.info().command().orElse("").endsWith("/java"));
    }

    /** Waits until the screen shows a text. Where lines break does not matter: folders have names of any length. */
    public String await(String text) throws InterruptedException {
        return await("the screen shows \"" + text + "\"", now -> shows(now, text));
    }

    private static boolean shows(String screen, String text) {
        return screen.contains(text) || screen.replaceAll("\\s*\n\\s*", " ").contains(text);
    }

    public String awaitGone(String text) throws InterruptedException {
        return await("the screen no longer shows \"" + text + "\"", now -> !now.contains(text));
    }

    public String await(String what, Predicate<String> isTrue) throws InterruptedException {
        var shown = new AtomicReference<>("");
        Await.until(what, () -> "the modes " + screen.modes() + " and\n" + shown.get(), () -> {
            boolean ended = !reader.isAlive();
            shown.set(screen());
            boolean is = isTrue.test(shown.get());
            if (ended && !is) {
                throw new AssertionError("it ended before " + what + "; it shows, with the modes " + screen.modes()
                        + ":\n" + shown.get());
            }
            return is;
        });
        return shown.get();
    }

    public String screen() {
        return String.join("\n", screen.screen());
    }

    /** Everything that scrolled away, and the screen. */
    public String everything() {
        return String.join("\n", screen.scrollback()) + "\n" + screen();
    }

    /** The terminal itself: cells, modes, title, all that was written. */
    public VirtualTerminal terminal() {
        return screen;
    }

    /** Waits for the end; the status it ended with. */
    public int ended() throws InterruptedException {
        if (!terminal.waitFor(Patience.NANOS, TimeUnit.NANOSECONDS)) {
            throw new AssertionError("it did not end; it shows:\n" + screen());
        }
        reader.join();
        return terminal.exitValue();
    }

    /** Sends the program a signal: {@code TERM}, {@code WINCH}, … */
    public TerminalRun signal(String name) throws IOException, InterruptedException {
        var pid = Long.toString(process().pid());
        int status =
                new ProcessBuilder("kill", "-" + name, pid).inheritIO().start().waitFor();
        if (status != 0) {
            throw new IOException("kill -" + name + " " + pid + " failed");
        }
        return this;
    }

    private final class Answers implements Terminal.Listener {
        @Override
        public void input(byte[] bytes) {
            try {
                send(bytes);
            } catch (IOException e) {
                // Nobody is there any more to hear the answer.
            }
        }

        @Override
        public void resized() {}

        @Override
        public void ended() {}
    }

    @Override
    public void close() throws IOException {
        terminal.descendants().forEach(ProcessHandle::destroyForcibly);
        terminal.destroyForcibly();
        Files.deleteIfExists(tty);
    }
}
