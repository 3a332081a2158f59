package dev.pawl.session.store;

import java.util.Locale;

/** The amount that a power failure may lose; a killed process never loses anything. */
public enum Durability {
    /** Every line is on the disk before the program continues. A power failure loses at most the line being written. */
    LINE,
    /** All lines of a turn are on the disk when the turn ends. A power failure takes at most the current turn. */
    TURN,
    /** The operating system decides. A power failure takes what it had not written yet, often some 30 seconds. */
    OS;

    /** Returns the one that the setting {@code session.durability} names: line, turn or os. */
    public static Durability named(String setting) {
        for (var durability : values()) {
            if (durability.name().toLowerCase(Locale.ROOT).equals(setting)) {
                return durability;
            }
        }
        throw new IllegalArgumentException(
                "session.durability must be \"line\", \"turn\" or \"os\", not \"" + setting + "\"");
    }
}
