package dev.pawl.tui.screen;

import dev.pawl.api.ui.TerminalListener;
import dev.pawl.api.value.Subscription;
import dev.pawl.tui.terminal.Terminal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes key presses of what the terminal sends, and passes them through the listeners to the component that has the
 * keyboard.
 */
final class Keyboard {
    /** How long an escape waits for what may follow; far away it takes longer to come. */
    private static final long ESCAPE = escapeMillis(System.getenv()) * 1_000_000;

    private final EventLoop loop;
    private final Terminal terminal;
    private final Consumer<String> press;
    private final Runnable pressedLate;
    private final InputDecoder decoder = new InputDecoder();
    private final List<TerminalListener> listeners = new CopyOnWriteArrayList<>();
    private EventLoop.@Nullable Timed escape;
    private boolean distinguishesKeys;
    private @Nullable IntConsumer cursorAsked;

    Keyboard(EventLoop loop, Terminal terminal, Consumer<String> press, Runnable pressedLate) {
        this.loop = loop;
        this.terminal = terminal;
        this.press = press;
        this.pressedLate = pressedLate;
    }

    /** Asks the terminal in which line the cursor stands, counted from 0; a terminal need not answer. */
    void askCursor(IntConsumer answer) {
        cursorAsked = answer;
        terminal.write(Modes.WHERE);
    }

    Subscription listen(TerminalListener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    void take(byte[] bytes) {
        decoder.feed(bytes, this::pass);
        if (escape != null) {
            loop.cancel(escape);
            escape = null;
        }
        if (decoder.pending()) {
            escape = loop.at(System.nanoTime() + ESCAPE, this::nothingFollows);
        }
    }

    static long escapeMillis(Map<String, String> environment) {
        var set = environment.getOrDefault("PI_TUI_ESC_TIMEOUT", "").strip();
        if (set.matches("[1-9]\\d{0,5}")) {
            return Long.parseLong(set);
        }
        return environment.containsKey("SSH_CONNECTION") || environment.containsKey("SSH_TTY") ? 100 : 20;
    }

    /** An escape that nothing follows is the key, not the beginning of a sequence. */
    private void nothingFollows() {
        escape = null;
        decoder.flush(this::pass);
        pressedLate.run();
    }

    private void pass(String data) {
        if (Modes.isReply(data)) {
            distinguishesKeys |= data.endsWith("u");
            if (!distinguishesKeys) {
                terminal.write(Modes.OTHER_KEYS);
            }
            return;
        }
        int line = cursorAsked == null ? -1 : Modes.cursorLine(data);
        if (cursorAsked != null && line >= 0) {
            var answer = cursorAsked;
            cursorAsked = null;
            answer.accept(line);
            return;
        }
        String current = data;
        for (var listener : listeners) {
            var passed = pass(listener, current);
            if (passed == null) {
                return;
            }
            current = passed;
        }
        if (!Modes.isWord(current)) {
            press.accept(current);
        }
    }

    /** A listener that fails has not been there. */
    private static @Nullable String pass(TerminalListener listener, String data) {
        try {
            return listener.onInput(data);
        } catch (RuntimeException | Error e) {
            Guard.log("a listener to the terminal failed", e);
            return data;
        }
    }
}
