package dev.pawl.screen.dialog;

import dev.pawl.api.value.Subscription;
import dev.pawl.screen.look.Look;
import dev.pawl.tui.key.Key;
import dev.pawl.tui.text.Untrusted;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The time in which a question does not take keys, because they were typed before the user can have read it.
 *
 * <p>It lasts until the keys to answer with are on the screen: a while after the question was drawn and after the last
 * key that was not meant for it. Belongs to the screen's thread.
 */
public final class InputDelay {
    /** Stands where the keys to answer with will be. */
    static final String HINT = "one moment…";

    private static final Duration LONG = Duration.ofMillis(400);
    private static final Duration LOOK = Duration.ofMillis(50);

    private final Look look;
    private final Consumer<String> typed;
    private long until;
    private boolean over;
    private boolean listens;
    private @Nullable Subscription ticking;

    /** @param typed gets the text that was not meant as an answer */
    InputDelay(Look look, Consumer<String> typed) {
        this.look = look;
        this.typed = typed;
    }

    /** The question is being drawn; whether the keys to answer with are to be shown. */
    boolean drawn() {
        if (ticking == null && !over) {
            until = System.nanoTime() + LONG.toNanos();
            ticking = look.tui.every(LOOK, this::tick);
        }
        listens = over;
        return listens;
    }

    private void tick() {
        if (System.nanoTime() - until >= 0) {
            over = true;
            close();
            look.tui.requestRender();
        }
    }

    /** Returns whether a key is none for the question. Text goes where it was meant for; nothing else has an effect. */
    boolean takes(String data) {
        if (listens) {
            return false;
        }
        var text = Key.isPaste(data) ? Untrusted.text(Key.pasted(data)) : Untrusted.line(Key.text(data));
        if (!text.isEmpty()) {
            typed.accept(text);
        }
        if (!look.keys.matches(data, "tui.select.cancel")) {
            over = false;
            until = System.nanoTime() + LONG.toNanos();
            if (ticking == null) {
                ticking = look.tui.every(LOOK, this::tick);
            }
        }
        return true;
    }

    void close() {
        if (ticking != null) {
            ticking.close();
            ticking = null;
        }
    }
}
