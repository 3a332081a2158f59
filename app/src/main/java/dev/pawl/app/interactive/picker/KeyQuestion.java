package dev.pawl.app.interactive.picker;

import dev.pawl.app.interactive.dialog.SecretInput;
import dev.pawl.app.interactive.screen.AgentScreen;
import java.util.Optional;

/** Asks for the key of a provider. */
public final class KeyQuestion {
    private final AgentScreen face;

    public KeyQuestion(AgentScreen face) {
        this.face = face;
    }

    public Optional<String> ask(String title, String text) throws InterruptedException {
        var keys = face.look.keys;
        return new Menus(face)
                .open(
                        title,
                        text,
                        keys.text("tui.input.submit") + " save · " + keys.text("tui.select.cancel") + " cancel",
                        done -> new SecretInput(face.look, done));
    }
}
