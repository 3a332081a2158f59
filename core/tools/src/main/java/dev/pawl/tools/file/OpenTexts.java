package dev.pawl.tools.file;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The texts of files that another program has open, as an editor has those that are not saved yet.
 *
 * <p>It is asked with real paths, after it was checked that they are still the files that hooks were asked about.
 */
public interface OpenTexts {
    /** No program has files open. */
    OpenTexts NONE = new OpenTexts() {
        @Override
        public @Nullable String read(Path file) {
            return null;
        }

        @Override
        public boolean write(Path file, byte[] content) {
            return false;
        }
    };

    /** Returns the text of a file as the program has it; null if the file itself is to be read. */
    @Nullable
    String read(Path file) throws IOException;

    /** Has the program write a file; false if the file itself is to be written. */
    boolean write(Path file, byte[] content) throws IOException;
}
