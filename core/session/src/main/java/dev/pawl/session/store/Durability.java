package dev.pawl.session.store;

/** The amount that a power failure may lose; a killed process never loses anything. */
public enum Durability {
    /** Every line is on the disk before the program continues. A power failure loses at most the line being written. */
    LINE,
    /** All lines of a turn are on the disk when the turn ends. A power failure takes at most the current turn. */
    TURN,
    /** The operating system decides. A power failure takes what it had not written yet, often some 30 seconds. */
    OS
}
