package dev.pawl.tui.terminal;

import dev.pawl.tui.text.Invisible;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/** The terminal the program was started in. */
public final class SystemTerminal implements Terminal {
    private static final Path DEVICE = Path.of("/dev/tty");

    /** How many seconds it may take until a signal has stopped the program. */
    private static final long STOPPING = 2;

    private final Tty tty;
    private final OutputStream out = new FileOutputStream(FileDescriptor.out);
    private final Capabilities capabilities;
    private final ReentrantLock lock = new ReentrantLock();
    private final Semaphore awake = new Semaphore(0);
    private final Thread atExit = new Thread(this::giveBack, "terminal-restore");
    private volatile int columns;
    private volatile int rows;
    private volatile @Nullable Listener listener;
    private @Nullable Thread reader;
    private String enter = "";
    private String leave = "";
    private boolean taken;
    private boolean opened;

    private SystemTerminal(Tty tty, Capabilities capabilities) throws IOException {
        this.tty = tty;
        this.capabilities = capabilities;
        measure();
    }

    private record NoListener() implements Listener {
        @Override
        public void input(byte[] bytes) {}

        @Override
        public void resized() {}

        @Override
        public void ended() {}
    }

    /** The terminal; an {@link IOException} states why there is none. */
    public static SystemTerminal get() throws IOException {
        return get(System.getenv());
    }

    static SystemTerminal get(Map<String, String> environment) throws IOException {
        if (environment.getOrDefault("TERM", "").equals("dumb")) {
            throw new IOException(
                    "the terminal is dumb (TERM=dumb): it cannot move its cursor; set TERM to what it is, or print"
                            + " with -p");
        }
        return new SystemTerminal(Tty.open(), Capabilities.of(environment));
    }

    /**
     * Does all that opening a terminal does, as far as that goes without one, so that its classes come into a start-up
     * cache.
     */
    public static void train() throws IOException {
        try {
            NativeTty.open();
        } catch (IOException | LinkageError e) {
            // Standard input is not a terminal, which is found out at last.
        }
        try (var terminal = new SystemTerminal(Tty.NONE, Capabilities.of(Map.of()))) {
            terminal.open("", "", new NoListener());
            Signals.register("WINCH", terminal::resized);
        }
    }

    /** A terminal that does not know its own size is taken to be an ordinary one. */
    private void measure() throws IOException {
        var size = tty.size();
        boolean known = size[0] > 0 && size[1] > 0;
        columns = known ? size[0] : 80;
        rows = known ? size[1] : 24;
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
        opened = true;
        Runtime.getRuntime().addShutdownHook(atExit);
        reclaim();
        // Registering loads a good deal that the first picture need not wait for.
        Thread.ofVirtual().start(() -> {
            Signals.register("WINCH", this::resized);
            Signals.register("CONT", this::continued);
            resizedMeanwhile();
        });
    }

    /** The program continues. If it was stopped from outside, the shell had the terminal since. */
    private void continued() {
        lock.lock();
        try {
            if (!taken) {
                awake.release();
                return;
            }
            tty.raw();
            send(enter);
        } catch (IOException e) {
            return;
        } finally {
            lock.unlock();
        }
        resized();
    }

    /** Until a listener is set, no change of size is reported. */
    private void resizedMeanwhile() {
        try {
            var size = tty.size();
            if (size[0] != columns || size[1] != rows) {
                resized();
            }
        } catch (IOException e) {
            // The terminal is gone: the reading thread reports it.
        }
    }

    private void resized() {
        try {
            measure();
        } catch (IOException e) {
            return;
        }
        var current = listener;
        if (current != null) {
            current.resized();
        }
    }

    @Override
    public void write(String text) {
        lock.lock();
        try {
            if (taken) {
                send(text);
            }
        } finally {
            lock.unlock();
        }
    }

    /** All that the terminal is sent passes here; lines have been measured without what is taken out. */
    private void send(String text) {
        try {
            out.write(Invisible.without(text).getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            var current = listener;
            if (current != null) {
                current.ended();
            }
        }
    }

    @Override
    public void release() {
        stopReading();
        giveBack();
    }

    private void giveBack() {
        lock.lock();
        try {
            if (taken) {
                send(leave);
                taken = false;
                tty.restore();
            }
        } catch (IOException e) {
            // It is gone, and with it what there was to restore.
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void reclaim() {
        lock.lock();
        try {
            if (!taken) {
                tty.raw();
                measure();
                taken = true;
                send(enter);
                reader = Thread.ofPlatform().daemon().name("terminal-input").start(this::read);
            }
        } catch (IOException e) {
            throw new IllegalStateException("the terminal cannot be used: " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    /** Reads through a channel of its own: that is a read which an interruption ends. */
    private void read() {
        var buffer = ByteBuffer.allocate(1 << 16);
        try (var channel = FileChannel.open(DEVICE, StandardOpenOption.READ)) {
            while (channel.read(buffer) >= 0) {
                var current = listener;
                if (current != null && buffer.position() > 0) {
                    current.input(Arrays.copyOf(buffer.array(), buffer.position()));
                }
                buffer.clear();
            }
        } catch (ClosedByInterruptException e) {
            return;
        } catch (IOException e) {
            // The terminal went away: reported below.
        }
        var current = listener;
        if (current != null) {
            current.ended();
        }
    }

    private void stopReading() {
        var current = reader;
        reader = null;
        if (current != null && current != Thread.currentThread()) {
            current.interrupt();
            try {
                current.join(200);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The signal comes a little after it was sent, so what follows waits until the program was woken. */
    @Override
    public void stopProcess() {
        var pid = Long.toString(ProcessHandle.current().pid());
        awake.drainPermits();
        try {
            new ProcessBuilder("/bin/sh", "-c", "kill -s TSTP " + pid)
                    .inheritIO()
                    .start()
                    .waitFor();
            // Where nothing stops programs, nothing wakes them either.
            awake.tryAcquire(STOPPING, TimeUnit.SECONDS);
        } catch (IOException e) {
            // Not stopped, then: the program continues.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        listener = null;
        release();
        if (opened) {
            opened = false;
            try {
                Runtime.getRuntime().removeShutdownHook(atExit);
            } catch (IllegalStateException e) {
                // The program is ending, and the hook with it.
            }
        }
    }
}
