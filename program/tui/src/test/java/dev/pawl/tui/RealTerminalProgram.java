package dev.pawl.tui;

import dev.pawl.tui.component.Text;
import dev.pawl.tui.editor.Editor;
import dev.pawl.tui.key.KeyAction;
import dev.pawl.tui.key.Keymap;
import dev.pawl.tui.key.TuiActions;
import dev.pawl.tui.screen.Tui;
import dev.pawl.tui.terminal.SystemTerminal;
import dev.pawl.tui.text.Untrusted;
import dev.pawl.tui.theme.LiveTheme;
import dev.pawl.tui.theme.Themes;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;

/** A small program with an editor, started in a real terminal by {@link RealTerminalTest}. */
final class RealTerminalProgram {
    private RealTerminalProgram() {}

    public static void main(String[] arguments) throws Exception {
        var terminal = SystemTerminal.get();
        var theme = new LiveTheme(Themes.builtIn("dark", terminal.capabilities().colors()));
        var actions = new ArrayList<>(TuiActions.all());
        actions.add(KeyAction.of("app.exit", "ctrl+d", "Leave"));
        actions.add(KeyAction.of("app.suspend", "ctrl+z", "Stop"));
        var keys = Keymap.usual(actions);
        var tui = new Tui(terminal, Tui.Mode.valueOf(arguments[0]));
        var editor = new Editor(tui, theme, keys, Editor.Options.DEFAULT);
        var done = new CountDownLatch(1);
        tui.body().add(new Text(theme.bold("welcome"))).finish();
        tui.dock().add(editor);
        tui.dock().add(new Text(theme.fg("dim", "the footer")));
        tui.focus(editor);
        editor.onSubmit(text -> {
            editor.setText("");
            tui.body().add(new Text("said: " + Untrusted.text(text))).finish();
        });
        tui.onInput(data -> {
            if (keys.matches(data, "app.exit")) {
                done.countDown();
                return null;
            }
            if (keys.matches(data, "app.suspend")) {
                tui.suspend();
                return null;
            }
            return data;
        });
        tui.onEnd(done::countDown);
        tui.start();
        done.await();
        tui.close();
    }
}
