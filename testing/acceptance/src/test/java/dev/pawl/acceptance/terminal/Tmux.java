package dev.pawl.acceptance.terminal;

import dev.pawl.machine.Await;
import dev.pawl.testkit.terminal.VirtualTerminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The program in a window of tmux, looked at as tmux keeps it. */
final class Tmux implements AutoCloseable {
    private final Seat seat;
    private int columns = 80;
    private int rows = 24;

    private Tmux(Seat seat) {
        this.seat = seat;
    }

    /** Starts the program in 80 columns and 24 rows, with these values of {@code TERM} and {@code COLORTERM}. */
    static Tmux start(Seat seat, String term, String colours) throws Exception {
        var tmux = new Tmux(seat);
        var program = "cd '" + seat.project + "'; TERM=" + term + " COLORTERM=" + colours + " '" + seat.program() + "'";
        var server =
                List.of("start-server", ";", "set", "-s", "extended-keys", "on", ";", "set", "-g", "status", "off");
        var command = new ArrayList<>(server);
        command.addAll(List.of(";", "new-session", "-d", "-x", "80", "-y", "24", program));
        tmux.run(command.toArray(String[]::new));
        return tmux;
    }

    String run(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                "tmux", "-u", "-f", "/dev/null", "-S", seat.root.resolve("tmux").toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(seat.environment());
        var process = builder.start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + said);
        }
        return said;
    }

    /** Types keys, one after another. */
    void type(String... keys) throws Exception {
        for (var key : keys) {
            run("send-keys", "-l", key);
        }
    }

    void resize(int newColumns, int newRows) throws Exception {
        columns = newColumns;
        rows = newRows;
        run("resize-window", "-x", Integer.toString(columns), "-y", Integer.toString(rows));
    }

    /** What the window shows, as cells. */
    VirtualTerminal terminal() throws Exception {
        var shown = new VirtualTerminal(columns, rows);
        shown.write(run("capture-pane", "-e", "-N", "-p").stripTrailing().replace("\n", "\r\n"));
        return shown;
    }

    String screen() throws Exception {
        return run("capture-pane", "-p");
    }

    void await(String text) throws Exception {
        await(text, true);
    }

    void awaitGone(String text) throws Exception {
        await(text, false);
    }

    private void await(String text, boolean there) throws Exception {
        Await.value(
                "the screen shows \"" + text + "\"" + (there ? "" : " no longer"),
                this::screen,
                now -> now.contains(text) == there);
    }

    @Override
    public void close() throws IOException {
        try {
            run("kill-server");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
