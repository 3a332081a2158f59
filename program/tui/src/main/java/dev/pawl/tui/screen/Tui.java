package dev.pawl.tui.screen;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.OverlayOptions;
import dev.pawl.api.ui.Screen;
import dev.pawl.api.ui.TerminalListener;
import dev.pawl.api.value.Subscription;
import dev.pawl.tui.mouse.MouseEvent;
import dev.pawl.tui.terminal.Capabilities;
import dev.pawl.tui.terminal.Terminal;
import dev.pawl.tui.text.Untrusted;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The screen: rows that grow, a dock that stays below them, and overlays above both.
 *
 * <p>One thread owns all of it. Components are drawn, get their keys and are changed there: {@link #run} brings work to
 * it. Methods that may be called from any thread are marked so.
 */
public final class Tui implements Screen, AutoCloseable {
    /** What was typed is drawn at once; everything else may wait until the next frame. */
    private static final long FRAME = 33_000_000;

    private static final long SLOWEST = 500_000_000;
    private final Terminal terminal;
    private final Capabilities capabilities;
    private final Mode mode;
    private final EventLoop loop = new EventLoop("tui");
    private final Rows body = new Rows(this);
    private final Container dock = new Container();
    private final Images images = new Images();
    private final Overlays overlays = new Overlays(this);
    private final Watchdog watchdog = new Watchdog();
    private final Keyboard keyboard;
    private final List<Runnable> ended = new CopyOnWriteArrayList<>();
    private volatile Consumer<String> stuck = _ -> {};
    private volatile Consumer<Component> overdue = _ -> {};
    private final AtomicBoolean asked = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Frame frame;
    private final Resizing resizing;
    private final Pointer pointer;
    private @Nullable Component focused;
    private volatile long nextFrame = System.nanoTime();
    private boolean away;

    public Tui(Terminal terminal, Mode mode) {
        this(terminal, terminal.capabilities(), mode);
    }

    /** A screen on a terminal that is taken to have other capabilities than were found out about it. */
    public Tui(Terminal terminal, Capabilities capabilities, Mode mode) {
        this.terminal = terminal;
        this.capabilities = capabilities;
        this.mode = mode;
        this.pointer = new Pointer(loop, body, dock, this::scroll, this::requestRender);
        this.frame = new Frame(terminal, mode, body, dock, overlays, images, pointer);
        this.keyboard = new Keyboard(loop, terminal, this::press, this::drawNow);
        this.resizing = new Resizing(loop, keyboard, frame, mode, this::drawFrame);
    }

    /** How the screen is shared with what was there before. */
    public enum Mode {
        /** Below the shell's own lines; what scrolls away stays in the terminal's memory. */
        REGULAR,
        /** A screen of its own, gone when the program ends. */
        FULLSCREEN
    }

    /** Takes the terminal and draws. */
    public void start() {
        // What is drawn before the terminal is taken would be wiped away by taking it.
        terminal.open(Modes.enter(mode), Modes.leave(mode), new FromTerminal());
        loop.start();
        requestRender();
    }

    /** The rows that grow at their end. */
    public Rows body() {
        return body;
    }

    /** Returns what is below the rows and never scrolls away: editor, footer and the like. */
    public Container dock() {
        return dock;
    }

    /** The mouse, where the screen is our own. */
    public Pointer mouse() {
        return pointer;
    }

    public Mode mode() {
        return mode;
    }

    public Capabilities capabilities() {
        return capabilities;
    }

    /** Does something on the screen's thread, soon. Any thread. */
    public void run(Runnable task) {
        loop.post(task);
    }

    /** Does something on the screen's thread and waits for it. Any thread. */
    public <T extends @Nullable Object> T call(Callable<T> task) throws InterruptedException {
        return loop.call(task);
    }

    @Override
    public int columns() {
        return terminal.columns();
    }

    @Override
    public int rows() {
        return terminal.rows();
    }

    /** Any thread. */
    @Override
    public void requestRender() {
        if (asked.compareAndSet(false, true)) {
            loop.at(Math.max(System.nanoTime(), nextFrame), this::drawNow);
        }
    }

    /** Draws everything again, because colours or rows are others now. Any thread. */
    public void redraw() {
        run(() -> {
            body.invalidate();
            dock.invalidate();
            overlays.invalidate();
            frame.startOver(Frame.Redraw.IN_PLACE);
            requestRender();
        });
    }

    /** Waits until everything that was asked for is on the screen. Any thread. */
    public void flush() throws InterruptedException {
        loop.await(resizing::settle);
    }

    /** Draws what there is without waiting for the next frame. On the screen's thread. */
    public void drawNow() {
        if (!resizing.holdsBack()) {
            drawFrame();
        }
    }

    private void drawFrame() {
        asked.set(false);
        if (!away && !closed.get()) {
            long start = System.nanoTime();
            watchdog.over(frame::draw);
            // What takes long to draw is drawn less often, so that most of the time is left to others.
            long now = System.nanoTime();
            nextFrame = now + Math.clamp(8 * (now - start), FRAME, SLOWEST);
        }
    }

    /** Gives the keyboard to a component; null takes it from all. */
    public void focus(@Nullable Component component) {
        if (focused != component) {
            if (focused != null) {
                Drawing.focus(focused, false);
            }
            focused = component;
            if (component != null) {
                Drawing.focus(component, true);
            }
            requestRender();
        }
    }

    /** Shows a component above the rest, with the keyboard if it takes one. */
    public Overlay overlay(Component component, OverlayOptions options) {
        return overlays.show(component, options);
    }

    /** Sees every key before the component that has the keyboard; the first listener first. Any thread. */
    public Subscription onInput(TerminalListener listener) {
        return keyboard.listen(listener);
    }

    /** Called when the terminal went away. Any thread. */
    public Subscription onEnd(Runnable listener) {
        ended.add(listener);
        return () -> ended.remove(listener);
    }

    /**
     * Receives the place in the code when the user presses ctrl+c and something blocks the screen's thread for good.
     */
    public void onStuck(Consumer<String> listener) {
        stuck = listener;
    }

    /** Receives a hook's component that took a key and did not return, on the screen's thread. */
    public void onOverdue(Consumer<Component> listener) {
        overdue = listener;
    }

    /** Returns whether this thread is the screen's, or works for it: who waits for the screen here waits for ever. */
    public boolean isScreenThread() {
        return loop.isStarted() && loop.isCurrent();
    }

    /** Does something again and again on the screen's thread. Any thread. */
    public Subscription every(Duration interval, Runnable task) {
        return loop.new Repeating(interval.toNanos(), task);
    }

    /** Keeps a picture to be shown; what comes back belongs into the last of its lines, the others being empty. */
    public String addImage(byte[] data, int columns, int rows) {
        return images.add(data, columns, rows, capabilities().images());
    }

    public void removeImage(String mark) {
        images.remove(mark);
    }

    /** The title of the terminal's window. Any thread. */
    public void title(String title) {
        run(() -> terminal.write("\u001b]0;" + Untrusted.line(title) + "\u0007"));
    }

    /** Whether the terminal's own cursor is shown; else one is drawn. Any thread. */
    public void showCursor(boolean own) {
        run(() -> {
            frame.drawCursor(!own);
            requestRender();
        });
    }

    /** Moves what is seen of the rows, in full-screen mode; positive is towards the end. */
    public void scroll(int lines) {
        frame.scroll(lines);
        requestRender();
    }

    /** Shows the end of the rows again. */
    public void scrollToEnd() {
        frame.scroll(Integer.MAX_VALUE / 2);
        requestRender();
    }

    /** Shows a row at the top, in full-screen mode. */
    public void scrollTo(Row row) {
        frame.scrollTo(body.lineOf(row));
        requestRender();
    }

    /** Returns whether the end of the rows is in sight. */
    public boolean atEnd() {
        return frame.atEnd();
    }

    /** Lets another program have the terminal while the work is done. Blocks the screen's thread. */
    public <T extends @Nullable Object> T lend(Callable<T> work) throws InterruptedException {
        return call(() -> {
            goAway();
            try {
                return work.call();
            } finally {
                comeBack();
            }
        });
    }

    /** Stops the program until the user continues it, as ctrl+z does. Any thread. */
    public void suspend() {
        run(() -> {
            goAway();
            terminal.stopProcess();
            comeBack();
        });
    }

    private void goAway() {
        away = true;
        frame.end();
        terminal.release();
    }

    private void comeBack() {
        terminal.reclaim();
        away = false;
        frame.startBelow();
        requestRender();
    }

    /** Draws a last time and gives the terminal back. Any thread. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        var done = new CountDownLatch(1);
        Runnable end = () -> {
            try {
                watchdog.close();
                frame.finish();
                frame.end();
                terminal.close();
            } finally {
                done.countDown();
            }
        };
        if (loop.isCurrent()) {
            end.run();
            loop.close();
            return;
        }
        loop.post(end);
        loop.close();
        if (!loop.join(done)) {
            terminal.close();
        }
    }

    private void press(String data) {
        if (MouseEvent.is(data)) {
            pointer.take(data);
            return;
        }
        var above = overlays.focused();
        var target = above == null ? focused : above;
        if (target != null) {
            watchdog.over(() -> Drawing.input(target, data, overdue));
        }
    }

    private final class FromTerminal implements Terminal.Listener {
        @Override
        public void input(byte[] bytes) {
            if (loop.isStuck() && Modes.isInterrupt(bytes)) {
                stuck.accept(loop.where());
            }
            loop.post(() -> {
                keyboard.take(bytes);
                drawNow();
            });
        }

        @Override
        public void resized() {
            loop.post(resizing::begin);
        }

        @Override
        public void ended() {
            loop.post(() -> ended.forEach(Guard::run));
        }
    }
}
