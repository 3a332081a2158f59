package dev.pawl.tools.file;

import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** Something else is now where the file was that hooks were asked about. */
final class ExchangedException extends FileSystemException {
    private static final long serialVersionUID = 1L;

    ExchangedException(Path path) {
        super(
                path.toString(),
                null,
                "it, or a directory above it, was created, moved or replaced after the call was authorised. Call again"
                        + " if that was intended");
    }
}
