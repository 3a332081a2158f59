package dev.pawl.tui.terminal;

/** The language in which a terminal is shown a picture. */
public enum ImageProtocol {
    NONE,
    KITTY,
    ITERM,
    SIXEL
}
