package dev.pawl.testkit.terminal;

import dev.pawl.tui.terminal.Capabilities;
import dev.pawl.tui.terminal.Terminal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A terminal in memory: what is written to it can be looked at as cells. For tests. */
public final class VirtualTerminal implements Terminal {
    private final Capabilities capabilities;
    private final ReentrantLock lock = new ReentrantLock();
    private final StringBuilder written = new StringBuilder();
    private Emulator emulator;
    private volatile int columns;
    private volatile int rows;
    private volatile @Nullable Listener listener;
    private volatile String enter = "";
    private volatile String leave = "";
    private final AtomicInteger stops = new AtomicInteger();

    public VirtualTerminal(int columns, int rows) {
        this(columns, rows, Capabilities.PLAIN);
    }

    public VirtualTerminal(int columns, int rows, Capabilities capabilities) {
        this.columns = columns;
        this.rows = rows;
        this.capabilities = capabilities;
        this.emulator = new Emulator(columns, rows);
    }

    /** What one column shows: a visible character (none in the right half of a wide one) and its style. */
    public record Cell(String text, String style) {}

    /** Types something: characters, or the sequences of keys. */
    public void type(String keys) {
        send(keys.getBytes(StandardCharsets.UTF_8));
    }

    /** Pastes a text as terminals do, between brackets. */
    public void paste(String text) {
        type("\u001b[200~" + text + "\u001b[201~");
    }

    /** Sends bytes as they are. */
    public void send(byte[] bytes) {
        var current = listener;
        if (current != null) {
            current.input(bytes);
        }
    }

    public void resize(int newColumns, int newRows) {
        resizeUnnoticed(newColumns, newRows);
        lock.lock();
        try {
            columns = newColumns;
            rows = newRows;
        } finally {
            lock.unlock();
        }
        var current = listener;
        if (current != null) {
            current.resized();
        }
    }

    /** Makes the window larger or smaller; the program is not notified and goes on to draw for the size before. */
    public void resizeUnnoticed(int newColumns, int newRows) {
        lock.lock();
        try {
            emulator.resize(newColumns, newRows);
        } finally {
            lock.unlock();
        }
    }

    /** Has the terminal answer what its background is: {@code ffff/ffff/ffff} is white. */
    public VirtualTerminal background(String colour) {
        return colour("11", colour);
    }

    /** Has the terminal answer what one of its colours is: 10 is its text, {@code 4;1} the red of its palette. */
    public VirtualTerminal colour(String which, String colour) {
        emulator.colours.put("\u001b]" + which + ";?\u001b\\", colour);
        return this;
    }

    /** Makes the terminal report that it takes reports of programs about themselves (OSC 7501). */
    public VirtualTerminal takesReports() {
        emulator.takesReports = true;
        return this;
    }

    /** The user closes the window. */
    public void hangUp() {
        var current = listener;
        if (current != null) {
            current.ended();
        }
    }

    /** The lines of the screen, without spaces at their ends. */
    public List<String> screen() {
        lock.lock();
        try {
            return emulator.grid().text();
        } finally {
            lock.unlock();
        }
    }

    /** The lines that scrolled away. */
    public List<String> scrollback() {
        lock.lock();
        try {
            return emulator.grid().historyText();
        } finally {
            lock.unlock();
        }
    }

    /** All cells, line by line. */
    public List<List<Cell>> cells() {
        lock.lock();
        try {
            return emulator.grid().cells();
        } finally {
            lock.unlock();
        }
    }

    /** The rows as runs of characters in one style: <code>{38;5;7}text{}</code>. */
    public String styled() {
        var text = new StringBuilder();
        for (var row : cells()) {
            var style = "";
            var line = new StringBuilder();
            for (var cell : row) {
                if (!cell.style().equals(style)) {
                    style = cell.style();
                    line.append('{').append(style).append('}');
                }
                line.append(cell.text());
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    public Cell cell(int row, int column) {
        return cells().get(row).get(column);
    }

    /** Row and column of the cursor; an empty list while it is hidden. */
    public List<Integer> cursor() {
        lock.lock();
        try {
            var grid = emulator.grid();
            return emulator.modes().contains("?25") ? List.of(grid.row, grid.column) : List.of();
        } finally {
            lock.unlock();
        }
    }

    /** The modes that are on: {@code ?25}, {@code ?2004}, … and {@code kitty}. */
    public Set<String> modes() {
        lock.lock();
        try {
            return new TreeSet<>(emulator.modes());
        } finally {
            lock.unlock();
        }
    }

    /** What was ever written to it that is not on the list of {@link AllowedSequences}, readable. */
    public Set<String> strangers() {
        lock.lock();
        try {
            return new TreeSet<>(emulator.strangers());
        } finally {
            lock.unlock();
        }
    }

    public String title() {
        lock.lock();
        try {
            return emulator.title();
        } finally {
            lock.unlock();
        }
    }

    /** Everything that was written since this was asked last. */
    public String written() {
        lock.lock();
        try {
            var all = written.toString();
            written.setLength(0);
            return all;
        } finally {
            lock.unlock();
        }
    }

    /** How often the program was stopped, as ctrl+z does. */
    public int stops() {
        return stops.get();
    }

    @Override
    public int columns() {
        return columns;
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public void open(String newEnter, String newLeave, Listener newListener) {
        enter = newEnter;
        leave = newLeave;
        listener = newListener;
        write(enter);
    }

    @Override
    public void write(String text) {
        String reply;
        lock.lock();
        try {
            written.append(text);
            emulator.write(text);
            reply = emulator.takeReply();
        } finally {
            lock.unlock();
        }
        if (!reply.isEmpty()) {
            type(reply);
        }
    }

    @Override
    public void release() {
        write(leave);
    }

    @Override
    public void reclaim() {
        write(enter);
    }

    @Override
    public void stopProcess() {
        stops.incrementAndGet();
    }

    @Override
    public void close() {
        listener = null;
        write(leave);
    }
}
