package dev.pawl.screen.picker;

import dev.pawl.screen.dialog.Dialogs;
import dev.pawl.screen.dialog.SecretInput;
import dev.pawl.screen.look.Look;
import java.util.Optional;

/** Asks for the key of a provider. */
public final class KeyQuestion {
    private final Look look;
    private final Dialogs dialogs;

    public KeyQuestion(Look look, Dialogs dialogs) {
        this.look = look;
        this.dialogs = dialogs;
    }

    public Optional<String> ask(String title, String text) throws InterruptedException {
        var keys = look.keys;
        return new Menus(look, dialogs)
                .open(
                        title,
                        text,
                        keys.text("tui.input.submit") + " save · " + keys.text("tui.select.cancel") + " cancel",
                        done -> new SecretInput(look, done));
    }
}
