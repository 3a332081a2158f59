package dev.pawl.api.ui;

/** Colours by meaning. Tokens are those of theme files: accent, success, error, warning, muted, dim, … */
public interface Theme {
    String name();

    /** Returns whether it is made for a dark background. */
    boolean dark();

    String fg(String token, String text);

    String bg(String token, String text);

    String bold(String text);

    String italic(String text);

    String underline(String text);

    String strikethrough(String text);
}
