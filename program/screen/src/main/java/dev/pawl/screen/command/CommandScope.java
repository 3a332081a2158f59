package dev.pawl.screen.command;

import dev.pawl.api.ui.Component;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.screen.view.AgentScreen;
import java.io.IOException;

/** What built-in commands show and change; any thread. */
record CommandOutput(AgentScreen face, SessionDisplay display) {
    void status(String text) {
        face.tui().run(() -> face.transcript().status(text));
    }

    void warn(String text) {
        face.tui().run(() -> face.transcript().warning(text));
    }

    /** Something the user asked to see, and sees from its beginning. */
    void report(Component component) throws InterruptedException {
        var whole = new LongReport(face.look(), component);
        var row = face.tui().call(() -> face.transcript().report(whole));
        face.tui().flush();
        face.tui().run(() -> face.tui().scrollTo(row));
    }

    /** Something the user asked to see, as Markdown. */
    void reportMarkdown(String markdown) throws InterruptedException {
        report(face.look().markdown(markdown, "", text -> text));
    }

    /** Draws the session again, because the user went elsewhere in it. */
    void redraw() {
        face.tui().run(display::drawSession);
    }

    void write(String text) {
        face.tui().run(() -> face.writing().setText(text));
    }

    Settings settings() {
        return face.settings();
    }

    /** Changes the user's settings, here and in their file. */
    void change(JsonEdit edit) throws InterruptedException {
        var store = SettingsStore.in(face.folders());
        store.read(settings().projectTrusted());
        try {
            store.change(Layer.USER, edit);
        } catch (IOException e) {
            warn(String.valueOf(e.getMessage()));
        }
        face.settings(store.current());
    }
}
