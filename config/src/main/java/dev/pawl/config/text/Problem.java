package dev.pawl.config.text;

import java.nio.file.Path;

/**
 * Something that could not be used as it was written; the rest was.
 *
 * @param where the file or folder it is about
 * @param message what is wrong and what to do, as a user reads it
 * @param error whether something that was asked for is missing because of it; otherwise it is only worth knowing
 */
public record Problem(String where, String message, boolean error) {
    public static Problem error(Path where, String message) {
        return new Problem(where.toString(), message, true);
    }

    public static Problem warning(Path where, String message) {
        return new Problem(where.toString(), message, false);
    }
}
