package dev.pawl.config.text;

import java.nio.file.Path;

/**
 * Something that could not be used as it was written.
 *
 * @param where the file or folder it is about
 * @param message what is wrong and what to do, as a user reads it
 * @param kind what follows from it
 */
public record Problem(String where, String message, Kind kind) {
    /** What follows from a problem. */
    public enum Kind {
        /** Nothing is missing; it is only worth knowing. */
        WARNING,
        /** Something that was asked for is missing; the rest is used. */
        ERROR,
        /** The content of the file is not known, and with it what it may forbid: nothing may run. */
        UNREADABLE
    }

    public static Problem error(Path where, String message) {
        return error(where.toString(), message);
    }

    public static Problem error(String where, String message) {
        return new Problem(where, message, Kind.ERROR);
    }

    public static Problem warning(Path where, String message) {
        return warning(where.toString(), message);
    }

    public static Problem warning(String where, String message) {
        return new Problem(where, message, Kind.WARNING);
    }

    /** Returns whether something that was asked for is missing because of it. */
    public boolean error() {
        return kind != Kind.WARNING;
    }
}
