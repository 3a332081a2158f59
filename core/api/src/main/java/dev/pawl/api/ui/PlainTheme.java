package dev.pawl.api.ui;

/** No colours at all, for modes without a screen. */
public record PlainTheme() implements Theme {
    @Override
    public String name() {
        return "plain";
    }

    @Override
    public boolean dark() {
        return true;
    }

    @Override
    public String fg(String token, String text) {
        return text;
    }

    @Override
    public String bg(String token, String text) {
        return text;
    }

    @Override
    public String bold(String text) {
        return text;
    }

    @Override
    public String italic(String text) {
        return text;
    }

    @Override
    public String underline(String text) {
        return text;
    }

    @Override
    public String strikethrough(String text) {
        return text;
    }
}
