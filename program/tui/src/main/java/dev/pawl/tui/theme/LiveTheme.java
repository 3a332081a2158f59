package dev.pawl.tui.theme;

import dev.pawl.api.ui.Theme;

/** The theme in use: components keep this one, and it changes under them. */
public final class LiveTheme implements Theme {
    private volatile Theme current;

    public LiveTheme(Theme current) {
        this.current = current;
    }

    /** Changes the colours; the screen is to be redrawn after that. */
    public void use(Theme theme) {
        current = theme;
    }

    @Override
    public String name() {
        return current.name();
    }

    @Override
    public boolean dark() {
        return current.dark();
    }

    @Override
    public String fg(String token, String text) {
        return current.fg(token, text);
    }

    @Override
    public String bg(String token, String text) {
        return current.bg(token, text);
    }

    @Override
    public String bold(String text) {
        return current.bold(text);
    }

    @Override
    public String italic(String text) {
        return current.italic(text);
    }

    @Override
    public String underline(String text) {
        return current.underline(text);
    }

    @Override
    public String strikethrough(String text) {
        return current.strikethrough(text);
    }
}
