package dev.pawl.session;

import java.io.IOException;
import java.io.UncheckedIOException;

/** An entry could not be written; neither the file nor the session has it. */
public final class NotKeptException extends UncheckedIOException {
    private static final long serialVersionUID = 1;

    NotKeptException(String message, IOException cause) {
        super(message, cause);
    }
}
