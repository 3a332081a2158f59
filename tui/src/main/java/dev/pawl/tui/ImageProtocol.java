package dev.pawl.tui;

/** The language in which a terminal is shown a picture. */
public enum ImageProtocol {
    NONE,
    KITTY,
    ITERM
}
