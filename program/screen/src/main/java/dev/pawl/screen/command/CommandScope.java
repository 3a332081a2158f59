package dev.pawl.screen.command;

import dev.pawl.agent.Agent;
import dev.pawl.ai.Models;
import dev.pawl.api.ui.Component;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.screen.look.Look;
import dev.pawl.screen.view.AgentScreen;
import dev.pawl.start.AgentStart;
import dev.pawl.tui.screen.Tui;
import dev.pawl.tui.text.Lines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The screen and the conversation that slash commands work on, and what they show; any thread. */
record CommandScope(AgentScreen screen, AgentStart start, SessionDisplay display) {
    Agent agent() {
        return start.agent();
    }

    Models models() {
        return start.models().models();
    }

    void status(String text) {
        screen.tui.run(() -> screen.transcript.status(text));
    }

    void warn(String text) {
        screen.tui.run(() -> screen.transcript.warning(text));
    }

    /** Something the user asked to see, and sees from its beginning. */
    void report(Component component) throws InterruptedException {
        var whole = new LongReport(screen.look, component);
        var row = screen.tui.call(() -> screen.transcript.report(whole));
        screen.tui.flush();
        screen.tui.run(() -> screen.tui.scrollTo(row));
    }

    /** Something the user asked to see, as Markdown. */
    void reportMarkdown(String markdown) throws InterruptedException {
        report(screen.look.markdown(markdown, "", text -> text));
    }

    /** Draws the session again, because the user went elsewhere in it. */
    void redraw() {
        screen.tui.run(display::drawSession);
    }

    void write(String text) {
        screen.tui.run(() -> screen.writing.setText(text));
    }

    Settings settings() {
        return screen.settings();
    }

    /** Changes the user's settings, here and in their file. */
    void change(JsonEdit edit) throws InterruptedException {
        var store = SettingsStore.in(screen.folders);
        store.read(settings().projectTrusted());
        try {
            store.change(Layer.USER, edit);
        } catch (IOException e) {
            warn(String.valueOf(e.getMessage()));
        }
        screen.settings(store.current());
    }

    /** A report that states at its beginning that it continues below the screen. */
    private static final class LongReport implements Component {
        /** Lines of the screen that the editor and what stands around it take. */
        private static final int AROUND = 6;

        private final Look look;
        private final Component report;

        LongReport(Look look, Component report) {
            this.look = look;
            this.report = report;
        }

        @Override
        public List<String> render(int width) {
            var lines = report.render(width);
            if (look.tui.mode() != Tui.Mode.FULLSCREEN || lines.size() <= look.tui.rows() - AROUND) {
                return lines;
            }
            var keys = look.keys;
            var drawn = new ArrayList<String>();
            drawn.add(Lines.truncate(
                    " ".repeat(look.outputPad)
                            + look.muted(lines.size() + " lines; " + keys.text("tui.altScreen.pageDown")
                                    + " shows more, " + keys.text("tui.altScreen.bottom") + " the end"),
                    width));
            drawn.addAll(lines);
            return drawn;
        }

        @Override
        public void invalidate() {
            report.invalidate();
        }
    }
}
