package dev.pawl.app.interactive;

import java.util.Optional;

/** Asks for the key of a provider. */
final class KeyQuestion {
    private final Face face;

    KeyQuestion(Face face) {
        this.face = face;
    }

    Optional<String> ask(String title, String text) throws InterruptedException {
        var keys = face.look.keys;
        return new Menus(face)
                .open(
                        title,
                        text,
                        keys.text("tui.input.submit") + " save · " + keys.text("tui.select.cancel") + " cancel",
                        done -> new SecretInput(face.look, done));
    }
}
